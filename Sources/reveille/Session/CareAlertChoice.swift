import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// The alert that is meant where a command names none.
enum CareAlertChoice: Equatable {
    case one(DocumentID)
    case nothing
    /// Several could be meant, and the user has to name one.
    case several

    /// Chooses what to call over: the only alert, or among several the one that the user has acknowledged.
    ///
    /// - Parameters:
    ///   - unresolved: the alerts of which nobody has said that they are over.
    ///   - open: those that nobody has answered: whoever says that "it" is over may mean one of them.
    ///   - own: those that the user has acknowledged.
    init(resolving unresolved: [CareAlertView], besides open: [CareAlertView], own: Set<DocumentID>) {
        let mine = unresolved.filter { own.contains($0.id) }
        if let first = unresolved.first {
            let only = unresolved.count + open.count == 1 ? first : mine.count == 1 ? mine.first : nil
            self = only.map { .one($0.id) } ?? .several
        } else {
            self = .nothing
        }
    }
}

extension CareDwellerView {
    /// One of several alerts to choose from: its id, whom it is about, its kind, its time and its state.
    ///
    /// `flag` is the option that names the profile in a command.
    func choice(_ alert: CareAlertView, flag: String, _ clock: LocalClock) -> String {
        let language = clock.language
        let standing: String
        switch alert.state {
        case .acknowledged:
            let person = alert.endedBy?.asForeign ?? language.text(.listenSomebody)
            let state = language.text(.listAlertStateAcknowledged)
            standing = language.text(.listAlertBy, [.state: state, .person: person])
        case .unanswered: standing = language.text(.listAlertStateUnanswered)
        case _ where isSelf:
            standing = language.text(.listCareChoiceOwn, [.link: "reveille care cancel\(flag) \(alert.id)"])
        default: standing = language.text(.listCareChoiceOpen, [.link: "reveille care ack\(flag) \(alert.id)"])
        }
        let values = [Placeholder.title: title(of: alert, in: language), .time: clock.text(alert.at), .state: standing]
        return "  \(alert.id)  \(language.text(.listCareChoice, values))"
    }

    /// An alert in a few words, such as “the alert about Gran (a possible fall)”.
    func title(of alert: CareAlertView, in language: Language) -> String {
        let about = name.map { language.text(.listenTopicAlertAbout, [.person: $0.asForeign]) }
        let subject = isSelf ? language.text(.listenTopicCountdown) : about ?? language.text(.listenTopicAlert)
        return language.text(.listenTopicSignal, [.title: subject, .reason: language.text(alert.kind.shown)])
    }
}

extension CareOverview {
    /// The alerts that are open still and that nobody has answered, a sentence each, with what to do.
    ///
    /// - Parameters:
    ///   - id: the alert that was just answered, which is left out; nil for none.
    ///   - flag: the option that names the profile in a command.
    ///   - clock: the clock of this machine, for the reader.
    /// - Returns: the sentences.
    func stillOpen(besides id: DocumentID?, flag: String, _ clock: LocalClock) -> [String] {
        let language = clock.language
        return dwellers.flatMap { dweller in
            dweller.alerts(waitingBesides: Set([id].compactMap(\.self))).map { alert in
                let command = "reveille care \(dweller.isSelf ? "cancel" : "ack")\(flag) \(alert.id)"
                return language.text(
                    dweller.isSelf ? .listCareStillOwn : .listCareStill,
                    [
                        .title: dweller.title(of: alert, in: language), .time: clock.text(alert.at), .link: command,
                    ]
                )
            }
        }
    }

    /// The alerts of a circle that are open and that nobody has answered, for a member who has just looked at, or
    /// changed, whether alerts ring them.
    ///
    /// - Parameters:
    ///   - circle: the circle.
    ///   - isSwitchedOn: whether the member has switched alerts on just now: the relay rings nobody anew for that.
    ///   - flag: the option that names the profile in a command.
    ///   - clock: the clock of this machine, for the reader.
    /// - Returns: a sentence each, with what to do, and what to do where nobody is told of one.
    func openAlerts(of circle: CircleID, switchedOn isSwitchedOn: Bool, flag: String, _ clock: LocalClock) -> [String] {
        let language = clock.language
        let here = CareOverview(dwellers: dwellers.filter { $0.circle == circle }, notice: notice)
        let sentences = here.stillOpen(besides: nil, flag: flag, clock)
        guard !sentences.isEmpty else { return [] }
        let waiting = here.dwellers.flatMap { $0.alerts(waitingBesides: []) }
        let warnings = [waiting.contains { $0.audience == 0 } ? language.text(.listCareWarnNobody) : nil]
        let late = [isSwitchedOn ? language.text(.listCareLate) : nil]
        return sentences + (warnings + late).compactMap(\.self)
    }
}

extension DeviceSession {
    /// The name by which a circle knows this person, if nobody else there has the same.
    func ownName(in circle: CircleID) async -> String? {
        guard let members = try? await device.circle(circle).members,
            let own = members.first(where: \.isSelf)?.displayName,
            members.count(where: { $0.displayName == own }) == 1
        else { return nil }
        return own
    }

    /// Says which alerts are open still beside the one that was just answered, or that this could not be learnt.
    func sayStillOpen(besides id: DocumentID) async {
        guard let overview = try? await device.careOverview() else {
            return Terminal.remark(
                language.text(.listCareStillUnknown, [.link: "reveille care overview\(profileFlag)"])
            )
        }
        for line in overview.stillOpen(besides: id, flag: profileFlag, readersClock) { Terminal.say(line) }
    }
}
