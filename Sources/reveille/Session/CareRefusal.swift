import AlarmCore
import ArgumentParser
import DeviceKit
import Wording

/// Why a command about a care circle is not carried out, and what to do.
enum CareRefusal {
    /// A pause without an end; `flag` is the option that names the profile in a command, here and below.
    case pauseWithoutEnd(flag: String)
    case numberWithoutName(flag: String)
    /// Alerts cannot be switched off in the user's own circle.
    case alertsAboutUser(circle: String)
    case noCircleOfOwn(flag: String)
    /// Somebody asks for help who has no care circle.
    case nobodyToHelp(flag: String)
    case inNoCircle
    case noSuchCircle(String)
    case inSeveralCircles(flag: String)
    case noSuchAlert(String, flag: String)
    case noSuchInvitation(String, flag: String)
    /// There are no digits of this person yet.
    case notAgreed(String)
    case nobodyAgreed(flag: String)
    /// Several have agreed, and the user has to name one.
    case severalAgreed([String])
    /// The relay could not be told that the invitation for `person` is taken back, for a reason in the reader's words.
    case invitationKept(person: String, reason: String)

    /// The refusal in the reader's language.
    func text(in language: Language) -> String {
        switch self {
        case .pauseWithoutEnd(let flag):
            let command = "reveille care pause\(flag)"
            return language.text(.listCareNoPauseEnd, [.link: "\(command) --in 3h", .words: "\(command) --resume"])
        case .numberWithoutName(let flag):
            return language.text(.listCareNoOwnName, [.link: "reveille care phone\(flag) NUMBER --name NAME"])
        case .alertsAboutUser(let circle): return language.text(.listCareNoMember, [.circle: circle.asForeign])
        case .noCircleOfOwn(let flag):
            return language.text(.listCareNoOwn, [.link: "reveille circle new care\(flag) NAME"])
        case .nobodyToHelp(let flag):
            return language.text(.listCareNoHelp, [.link: "reveille circle new care\(flag) NAME"])
        case .inNoCircle: return language.text(.listCareNoCircle)
        case .noSuchCircle(let text): return language.text(.listCareNoSuch, [.words: text.asForeign])
        case .inSeveralCircles(let flag):
            return language.text(.listCareNoSingle, [.link: "reveille care overview\(flag)"])
        case .noSuchAlert(let text, let flag):
            let values = [Placeholder.words: text.asForeign, .link: "reveille care overview\(flag)"]
            return language.text(.listCareNoAlert, values)
        case .noSuchInvitation(let text, let flag):
            let values = [Placeholder.words: text.asForeign, .link: "reveille care invitations\(flag)"]
            return language.text(.listInviteNoSingle, values)
        case .notAgreed(let person): return language.text(.listInviteNoAnswer, [.person: person])
        case .nobodyAgreed(let flag):
            return language.text(.listInviteNoAnswers, [.link: "reveille care invitations\(flag)"])
        case .severalAgreed(let people):
            let names = people.joined(separator: language == .english ? ", " : "、")
            return language.text(.listInviteSeveral, [.words: names])
        case .invitationKept(let person, let reason):
            return language.text(.listInviteKept, [.person: person, .reason: reason])
        }
    }
}

extension CommandFailure {
    /// Creates a failure with a refusal in the reader's language.
    init(_ refusal: CareRefusal, in language: Language, exitCode: ExitCode = .failure) {
        self.init(refusal.text(in: language), exitCode: exitCode)
    }
}

extension Language {
    /// The prompt after a line that holds no six digits.
    var notSixDigits: String { text(.listInviteSix, [.words: "123 456"]) }

    /// The prompt after six digits that are not those of the other screen.
    ///
    /// - Parameter triesLeft: the number of tries that are left.
    /// - Returns: two sentences.
    func wrongDigits(triesLeft: Int) -> String {
        triesLeft == 1 ? text(.listInviteWrongLast) : text(.listInviteWrong, [.count: "\(triesLeft)"])
    }
}
