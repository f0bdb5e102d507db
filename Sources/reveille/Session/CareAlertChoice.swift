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
    /// One of several alerts to choose from, in English: its id, whom it is about, its kind, its time and its state.
    ///
    /// `flag` is the option that names the profile in a command.
    func choice(_ alert: CareAlertView, flag: String, _ clock: LocalClock) -> String {
        let standing: String
        switch alert.state {
        case .acknowledged: standing = "acknowledged by \(alert.endedBy?.asForeign ?? "somebody")"
        case .unanswered: standing = "nobody answered"
        case _ where isSelf: standing = "not answered yet; to call it off: reveille care cancel\(flag) \(alert.id)"
        default: standing = "nobody has acknowledged it; to take it: reveille care ack\(flag) \(alert.id)"
        }
        return "  \(alert.id)  \(title(of: alert)), \(clock.text(alert.at)): \(standing)"
    }

    /// Whom an alert is about and its kind, in English.
    fileprivate func title(of alert: CareAlertView) -> String {
        let language = Language.english
        let about = name.map { language.text(.listenTopicAlertAbout, [.person: $0.asForeign]) }
        let subject = isSelf ? "your alert" : about ?? language.text(.listenTopicAlert)
        return language.text(.listenTopicSignal, [.title: subject, .reason: language.text(alert.kind.shown)])
    }
}

extension CareOverview {
    /// The alerts that are open still and that nobody has answered, a sentence each in English, with what to do.
    ///
    /// - Parameters:
    ///   - id: the alert that was just answered, which is left out.
    ///   - flag: the option that names the profile in a command.
    ///   - clock: the clock of this machine.
    /// - Returns: the sentences.
    func stillOpen(besides id: DocumentID, flag: String, _ clock: LocalClock) -> [String] {
        dwellers.flatMap { dweller in
            dweller.alerts(waitingBesides: [id]).map { alert in
                let advice =
                    dweller.isSelf
                    ? "If you are well, call it off: reveille care cancel\(flag) \(alert.id)"
                    : "Nobody has acknowledged it. To take it: reveille care ack\(flag) \(alert.id)"
                return "Still open: \(dweller.title(of: alert)), since \(clock.text(alert.at)). \(advice)"
            }
        }
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
                "Whether other alerts are open could not be learnt. See 'reveille care overview\(profileFlag)'."
            )
        }
        for line in overview.stillOpen(besides: id, flag: profileFlag, clock) { Terminal.say(line) }
    }
}
