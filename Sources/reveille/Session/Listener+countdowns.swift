import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Countdowns of care circles: the dweller hears at their end that the circle is told now.
extension Listener {
    /// How long after the end of a countdown the relay is asked at every look whether the circle is told.
    ///
    /// 10 s. Later it is asked at every pause.
    private static let countdownGrace = Span.seconds(10)

    /// Looks up an alert that has just rung: when its countdown is over, and of which circle it is.
    mutating func remember(_ notice: AlarmNotice) async {
        guard notice.isAboutCare, ringing.item(notice.id) != nil,
            case .known(let view) = await alert(DocumentID(of: notice.id))
        else { return }
        careAlerts[notice.id] = view
        ringing.retitle(notice.id, notice.title(of: view, in: language))
        // Another signal begins a countdown anew.
        if view.state == .counting { passedCountdowns.remove(notice.id) }
    }

    /// Says that a countdown's time is over as soon as it is.
    ///
    /// The relay is asked only about a countdown that has just ended.
    mutating func sayCountdownsAtTheirEnd() async {
        let now = clock.relayNow
        let hasEnded = ringing.items.contains { item in
            guard !passedCountdowns.contains(item.id), let due = careAlerts[item.id]?.due else { return false }
            return due <= now && now < due + Self.countdownGrace
        }
        if hasEnded { await sayPassedCountdowns() }
    }

    /// Says once of each countdown, and each question whether all is well, that its time is over and the circle is told.
    mutating func sayPassedCountdowns() async {
        for item in ringing.items where !passedCountdowns.contains(item.id) {
            guard case .notice(let notice) = item.subject, [.countdown, .areYouWell].contains(notice.stage.stage),
                case .known(let view) = await alert(DocumentID(of: notice.id)), view.state == .alerting
            else { continue }
            passedCountdowns.insert(item.id)
            let facts: KeyValuePairs<String, JSONValue?> = [
                "id": .identifier(item.id), "circleId": .identifier(view.circle), "audience": .integer(view.audience),
                "telling": view.telling.map(JSONValue.word),
            ]
            tell(ListenerEvent(.circleTold, facts), view.passedCountdown(in: language))
            if view.audience == 0 { untold.insert(view.id) }
        }
    }

    /// Says once that at present nobody is told any more of an alert about this person, of which others were told
    /// before, or were about to be, or that nobody who could answer it has been told.
    mutating func sayUntoldAlerts(_ overview: CareOverview?) {
        guard let alerts = overview?.untoldAlerts else { return }
        untold.formIntersection(alerts.map(\.id))
        for alert in alerts {
            // The end of the countdown, which says the same, comes first.
            let id = AlarmID(alert.id)
            guard ringing.item(id) == nil || passedCountdowns.contains(id), untold.insert(alert.id).inserted else {
                continue
            }
            let facts: KeyValuePairs<String, JSONValue?> = [
                "id": .identifier(alert.id), "circleId": .identifier(alert.circle),
                "audience": .integer(alert.audience), "telling": alert.telling.map(JSONValue.word),
            ]
            tell(ListenerEvent(.circleTold, facts), alert.untold(in: language))
        }
    }
}

extension CareOverview {
    /// The reader's own alerts whose countdown is over and for which they have to find help themselves.
    var untoldAlerts: [CareAlertView] {
        dwellers.filter(\.isSelf).flatMap(\.alerts).filter { $0.state == .alerting && $0.warning != nil }
    }
}

extension CareAlertView {
    /// What the dweller reads once the countdown is over.
    func passedCountdown(in language: Language) -> String {
        let key: TextKey = audience == 0 ? .listenAlertPassedNobody : .listenAlertPassed
        return language.text(key, [.reason: language.text(kind.shown)])
    }

    /// What the dweller reads once nobody is told of the alert any more, or nobody who could answer it has been told.
    func untold(in language: Language) -> String {
        let key: TextKey = audience == 0 ? .listenAlertUntold : .listenAlertUnreached
        return language.text(key, [.reason: language.text(kind.shown)])
    }
}
