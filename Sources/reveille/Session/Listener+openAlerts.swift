import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Alerts of care circles that are open and do not ring here, or not yet.
extension Listener {
    /// Says which alerts are open that do not ring here, and who looks after somebody since yesterday or today.
    ///
    /// The relay rings a device that comes back only at the alert's next step.
    ///
    /// Nor does it ring anew whoever is let know of more while an alert is open.
    ///
    /// - Parameter sayHelpers: whether to say who looks after somebody.
    mutating func sayOpenAlerts(withHelpers sayHelpers: Bool) async {
        let overview = await careOverview()
        tellOpenAlerts(of: overview) { [self] in Terminal.say(timed($0)) }
        for dweller in overview?.dwellers ?? [] where sayHelpers {
            guard let line = dweller.helper(clock) else { continue }
            tell(ListenerEvent(.helped, ["circleId": .identifier(dweller.circle)]), line)
        }
    }

    /// Adds to a notice, or to an answer for which nothing rings, which alerts are open and how to answer them.
    ///
    /// With `own`, the person's own alerts are among them also where they ring here: "your alert is over" does not hold
    /// for those.
    mutating func addOpenAlerts(evenRinging own: Bool = false) async {
        tellOpenAlerts(of: await careOverview(), evenRinging: own, showing: add)
    }

    private mutating func tellOpenAlerts(
        of overview: CareOverview?,
        evenRinging own: Bool = false,
        showing show: (String) -> Void
    ) {
        guard let overview else { return }
        let ringing = own ? answerable.subtracting(overview.ownAlerts) : answerable
        let alerts = overview.dwellers.flatMap { $0.alerts(waitingBesides: ringing) }
        let lines = overview.openAlerts(besides: ringing, flag: session.profileFlag, clock)
        for (alert, line) in zip(alerts, lines) { tell(ListenerEvent(.openAlert, alert.facts), line, showing: show) }
        for dweller in overview.dwellers where !dweller.isSelf {
            for alert in dweller.alerts(waitingBesides: ringing) {
                awaited[alert.id] = AwaitedAlert(
                    title: dweller.title(of: alert, in: language),
                    circle: alert.circle,
                    kind: alert.kind
                )
            }
        }
    }

    /// Says what became of alerts of which it was said that they are open and nobody has acknowledged them: the relay
    /// tells only those whom it rang.
    mutating func sayAwaitedAlerts() async {
        awaitedLook = clock.now
        for (id, known) in awaited {
            let isOld = known.followedUntil.map { $0 <= clock.relayNow } ?? false
            guard !isOld, !answerable.contains(id) else {
                awaited[id] = nil
                continue
            }
            let lookup = await alert(id)
            if case .unreachable = lookup { continue }
            guard case .known(let view) = lookup, view.leftAt == nil else {
                await sayGone(id, known)
                continue
            }
            guard !view.isOpen else { continue }
            if !known.isAnswerTold, await wasRung(by: view) {
                awaited[id] = nil
                continue
            }
            let own = await session.ownName(in: view.circle)
            if let line = known.news(of: view, own: own, clock) { tell(over(id, line), line) }
            awaited[id] = known.following(view, at: clock.relayNow)
        }
    }

    /// Says what became of alerts that were said to be open as soon as that can be known, while one of them waits for
    /// an answer.
    mutating func sayAwaitedAlertsSoon() async {
        guard awaited.values.contains(where: { !$0.isAnswerTold }),
            awaitedLook.map({ clock.now - $0 >= Self.awaitedPause }) ?? true
        else { return }
        await sayAwaitedAlerts()
    }

    /// Says what became of an alert that is no more, or that this person may not see any more; nothing where that is not
    /// sure, or the relay tells them itself.
    private mutating func sayGone(_ id: DocumentID, _ known: AwaitedAlert) async {
        guard let end = await end(of: id, known.kind, in: known.circle) else { return }
        awaited[id] = nil
        let line = known.line(on: end, language)
        guard case .again(let next, let dweller) = end else { return tell(over(id, line), line) }
        guard next.isOpen else {
            // What has become of that one in the meantime is said instead, at the next look.
            awaited[next.id] = AwaitedAlert(title: known.title, circle: known.circle, kind: known.kind)
            return
        }
        // Whoever is told of alerts hears by a notice that it begins again.
        guard !answerable.contains(next.id), await hasAlertsOff(in: next.circle) else { return }
        tell(over(id, line), line)
        tellOpenAlerts(of: CareOverview(dwellers: [dweller.showing(next)], notice: "")) { [self] in
            Terminal.say(timed($0))
        }
    }

    private func over(_ id: DocumentID, _ reason: String) -> ListenerEvent {
        ListenerEvent(.over, ["id": .identifier(id), "stage": .word(Stage.alert), "reason": .string(reason)])
    }

    /// Whether the relay has told this person of an alert, and so tells them of its end as well.
    private func wasRung(by alert: CareAlertView) async -> Bool {
        let person = try? await device.circle(alert.circle).members.first(where: \.isSelf)?.person
        guard let own = person else { return false }
        return alert.told.contains { $0.person == own && $0.outcome == .sent }
    }

    /// Looks whether others are told of the alerts about this person that are open.
    mutating func followOwnAlerts() async {
        let isDweller = circles.contains { circle in
            circle.kind == .care && circle.members.contains { $0.isSelf && $0.role == .dweller }
        }
        guard isDweller else { return untold = [] }
        sayUntoldAlerts(await careOverview())
    }

    /// The alerts that can be answered here because they ring.
    private var answerable: Set<DocumentID> { Set(ringing.items.map { DocumentID(of: $0.id) }) }

    /// The care circles of this person; nil where there are none, or the relay does not say.
    private func careOverview() async -> CareOverview? {
        guard circles.contains(where: { $0.kind == .care }) else { return nil }
        return try? await device.careOverview()
    }
}

/// An alert about somebody else of which it was said that it is open.
struct AwaitedAlert: Equatable {
    /// The alert in a few words, as it was named first.
    var title: String
    /// The care circle.
    var circle: CircleID
    /// The kind of signal.
    var kind: CareSignal.Kind
    /// Until when it is followed that somebody looks after it, or that nobody did in time; nil until that was said.
    var followedUntil: Instant?

    /// Whether it was said that somebody looks after it, or that nobody did in time.
    var isAnswerTold: Bool { followedUntil != nil }

    /// What is to be said of it now that it is open no more; nil where that was said.
    ///
    /// - Parameters:
    ///   - alert: the alert.
    ///   - own: the reader's name; nil where it does not tell them from the others.
    ///   - clock: the clock of this machine, for its reader.
    /// - Returns: a sentence.
    func news(of alert: CareAlertView, own: String?, _ clock: LocalClock) -> String? {
        let (language, title) = (clock.language, title.capitalizedAtStart)
        if let resolver = alert.resolvedBy {
            return resolver == own
                ? nil : language.text(.listenOpenResolved, [.title: title, .person: resolver.asForeign])
        }
        guard !isAnswerTold else { return nil }
        return language.text(.listenFarewellBecause, [.title: title, .reason: alert.ending(clock, own: own)])
    }

    /// What has become of it where it is no more, or the reader may not see it any more, in a sentence.
    func line(on end: AlertEnd, _ language: Language) -> String {
        let title = [Placeholder.title: title.capitalizedAtStart]
        switch end {
        case .out, .hidden:
            let reason = [Placeholder.reason: language.text(end.reason)]
            return language.text(.listenFarewellBecause, title.merging(reason) { $1 })
        case .over: return language.text(.listenOpenOver, title)
        case .again: return language.text(.listenOpenAgain, title)
        }
    }

    /// What is to be followed further: an answered alert until somebody has said that it is over, for a day.
    func following(_ alert: CareAlertView, at now: Instant) -> AwaitedAlert? {
        guard alert.waitsForWord, let endedAt = alert.endedAt, now - endedAt < CareLimits.settling else { return nil }
        var followed = self
        followed.followedUntil = endedAt + CareLimits.settling
        return followed
    }
}

extension CircleView {
    /// Whether alerts of this care circle ring the reader that did not, in a former state of it, nil where they were
    /// not in it: alerts are switched on again, or the dweller lets them know of more.
    func ringsMore(than former: CircleView?, at now: Instant) -> Bool {
        guard kind == .care, let own = members.first(where: \.isSelf), own.role == .member,
            own.alerts?.isOn(at: now) != false
        else { return false }
        guard let before = former?.members.first(where: \.isSelf) else { return true }
        let kinds = CareSignal.Kind.allCases.filter { own.permissions?.contains(.alert($0)) ?? false }
        let known = CareSignal.Kind.allCases.filter { before.permissions?.contains(.alert($0)) ?? false }
        return before.alerts?.isOn(at: now) == false || !Set(kinds).isSubset(of: known)
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
    /// The open alerts that wait for this person and do not ring here.
    ///
    /// The relay shows others no countdown but that of an alert that was open to them before.
    func alerts(waitingBesides ringing: Set<DocumentID>) -> [CareAlertView] {
        alerts.filter { $0.isOpen && !ringing.contains($0.id) }
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
