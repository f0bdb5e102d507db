import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Alerts of care circles that are open and do not ring here, or not yet.
extension Listener {
    /// Says which alerts are open that do not ring here, and who looks after somebody since yesterday or today.
    ///
    /// The relay rings a device that comes back only at the alert's next step.
    func sayOpenAlerts() async {
        let overview = await careOverview()
        tellOpenAlerts(of: overview) { Terminal.say(timed($0)) }
        for dweller in overview?.dwellers ?? [] {
            guard let line = dweller.helper(clock) else { continue }
            tell(ListenerEvent(.helped, ["circleId": .identifier(dweller.circle)]), line)
        }
    }

    /// Adds to a notice, or to an answer for which nothing rings, which alerts are open and how to answer them.
    ///
    /// With `own`, the person's own alerts are among them also where they ring here: "your alert is over" does not hold
    /// for those.
    func addOpenAlerts(evenRinging own: Bool = false) async {
        tellOpenAlerts(of: await careOverview(), evenRinging: own, showing: add)
    }

    private func tellOpenAlerts(
        of overview: CareOverview?,
        evenRinging own: Bool = false,
        showing show: (String) -> Void
    ) {
        guard let overview else { return }
        let ringing = own ? answerable.subtracting(overview.ownAlerts) : answerable
        let alerts = overview.dwellers.flatMap { $0.alerts(waitingBesides: ringing) }
        let lines = overview.openAlerts(besides: ringing, flag: session.profileFlag, clock)
        for (alert, line) in zip(alerts, lines) { tell(ListenerEvent(.openAlert, alert.facts), line, showing: show) }
    }

    /// The alerts that can be answered here because they ring.
    private var answerable: Set<DocumentID> { Set(ringing.items.map { DocumentID(of: $0.id) }) }

    /// The care circles of this person; nil where there are none, or the relay does not say.
    private func careOverview() async -> CareOverview? {
        guard circles.contains(where: { $0.kind == .care }) else { return nil }
        return try? await device.careOverview()
    }
}

extension CareOverview {
    /// The open alerts about the reader.
    var ownAlerts: Set<DocumentID> { Set(dwellers.filter(\.isSelf).flatMap(\.alerts).map(\.id)) }

    /// The open alerts that wait for this person, a sentence each: since when they are open, and how to answer them.
    ///
    /// - Parameters:
    ///   - ringing: the alerts that ring here, which are left out.
    ///   - flag: the option that names the profile in a command.
    ///   - clock: the clock of this machine, for its reader.
    /// - Returns: the sentences.
    func openAlerts(besides ringing: Set<DocumentID>, flag: String, _ clock: LocalClock) -> [String] {
        let language = clock.language
        let others = dwellers.filter { !$0.isSelf }.flatMap(\.alerts).filter(\.isOpen)
        return dwellers.flatMap { dweller in
            dweller.alerts(waitingBesides: ringing).map { alert in
                let signal = language.text(alert.kind.shown)
                if dweller.isSelf {
                    // Without an id every one is called off.
                    let name = dweller.alerts.count > 1 ? " \(alert.id)" : ""
                    return language.text(
                        .listenOpenOwn,
                        [.reason: signal, .time: clock.text(alert.at), .link: "reveille care cancel\(flag)\(name)"]
                    )
                }
                let subject =
                    dweller.name.map { language.text(.listenTopicAlertAbout, [.person: $0.asForeign]) }
                    ?? language.text(.listenTopicAlert)
                let title = language.text(.listenTopicSignal, [.title: subject, .reason: signal])
                let name = others.count > 1 ? " \(alert.id)" : ""
                return language.text(
                    .listenOpen,
                    [
                        .title: title.capitalizedAtStart, .time: clock.text(alert.at),
                        .link: "reveille care ack\(flag)\(name)",
                    ]
                )
            }
        }
    }
}

extension CareDwellerView {
    /// The open alerts that wait for this person and do not ring here; of others only those of which others are told.
    func alerts(waitingBesides ringing: Set<DocumentID>) -> [CareAlertView] {
        alerts.filter { $0.isOpen && !ringing.contains($0.id) && (isSelf || $0.state == .alerting) }
    }

    /// Who looks after somebody because of an alert of the last day, which nobody has said to be over; nil where nobody
    /// does, and of oneself.
    func helper(_ clock: LocalClock) -> String? {
        guard !isSelf, state == nil || state == .acknowledged, let last = lastAlert, last.state == .acknowledged,
            last.waitsForWord, let since = last.endedAt, clock.relayNow - since < CareLimits.settling
        else { return nil }
        let language = clock.language
        return language.text(
            .listenOpenHelped,
            [
                .helper: (last.endedBy?.asForeign ?? language.text(.listenSomebody)).capitalizedAtStart,
                .person: name?.asForeign ?? language.text(.listenSomebodyElse),
                .reason: language.text(last.kind.shown),
                .time: clock.text(since),
            ]
        )
    }
}
