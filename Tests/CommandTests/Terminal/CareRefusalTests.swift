import AlarmWire
import ArgumentParser
import DeviceKit
import Testing
import Wording

@testable import reveille

@Suite("Why a command about a care circle is not carried out")
struct CareRefusalTests {
    private let refusals: [CareRefusal] = [
        .pauseWithoutEnd(flag: ""), .numberWithoutName(flag: ""), .alertsAboutUser(circle: "巢"),
        .noCircleOfOwn(flag: ""), .nobodyToHelp(flag: ""), .inNoCircle, .noSuchCircle("巢"), .inSeveralCircles(flag: ""),
        .noSuchAlert("甲", flag: ""), .noSuchInvitation("本", flag: ""), .notAgreed("本"), .nobodyAgreed(flag: ""),
        .severalAgreed(["本", "金"]), .invitationKept(person: "本", reason: "無"),
    ]

    @Test("Each refusal is in Chinese for whoever reads it, but for the command", arguments: ChineseTexts.languages)
    func translated(language: Language) {
        let texts = refusals.map { refusal in
            refusal.text(in: language).replacing(/reveille [a-z]+ [a-z]+( [A-Za-z0-9]+| --[a-z]+)*/, with: "")
        }
        let digits = [language.notSixDigits, language.wrongDigits(triesLeft: 2), language.wrongDigits(triesLeft: 1)]
        ChineseTexts.expect(texts + digits, keeping: [])
    }

    @Test("A refusal says what to do, by a command for the same profile")
    func commands() {
        func text(_ refusal: CareRefusal) -> String { refusal.text(in: .english) }
        let flag = " --profile ana"
        #expect(
            text(.pauseWithoutEnd(flag: flag))
                == "Say until when, as in reveille care pause --profile ana --in 3h. "
                + "To end a pause: reveille care pause --profile ana --resume"
        )
        #expect(
            text(.noCircleOfOwn(flag: flag))
                == "You have no care circle of your own yet. To make one: "
                + "reveille circle new care --profile ana NAME"
        )
        #expect(text(.nobodyAgreed(flag: flag)).hasSuffix("To see them: reveille care invitations --profile ana"))
        #expect(text(.severalAgreed(["Ben", "Eve"])) == "Several have agreed: name one of Ben, Eve.")
        #expect(text(.notAgreed("Ben")) == "Ben has not agreed yet: there are no digits to type.")
    }

    @Test("Whoever asks for help without a care circle reads whom to call, and only then how to make one")
    func noCircle() throws {
        let refusal = DeviceError.refused(
            Problem(.conflict, detail: "you have no care circle of your own"),
            retryAfter: nil
        )
        let failure = try #require(CommandFailure(signal: refusal, flag: " --profile ana", in: .english))
        #expect(
            failure.message
                == "You have no care circle of your own, so that nobody is told: call somebody yourself, or the "
                + "local emergency number. To make a care circle: reveille circle new care --profile ana NAME"
        )
        #expect(failure.exitCode == .failure)
        let malformed = DeviceError.refused(Problem(.malformed), retryAfter: nil)
        #expect(CommandFailure(signal: malformed, flag: "", in: .english) == nil)
    }

    @Test("What is no code of six digits costs no try, and after wrong ones the tries that are left are told")
    func digits() {
        #expect(Language.english.notSixDigits == "Six digits, please, as in 123 456. No try was used.")
        #expect(Language.english.wrongDigits(triesLeft: 2) == "Those are not the digits. 2 tries are left.")
        #expect(Language.english.wrongDigits(triesLeft: 1) == "Those are not the digits. One try is left.")
    }
}
