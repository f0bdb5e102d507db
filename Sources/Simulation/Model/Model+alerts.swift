import AlarmCore
import AlarmWire
import Engine
import Features
import Storage

extension Model {
    /// Offsets of the alert steps that tell members, from the first of them, and how many priorities each tells.
    private static let alertSteps: [(after: Span, ranks: Int)] = [
        (.zero, 1), (.minutes(5), 2), (.minutes(10), .max), (.minutes(15), .max), (.minutes(20), .max),
    ]

    /// How long a dweller has to answer the question whether all is well.
    private static let questionTime = Span.minutes(15)

    /// Checks what an alarm of a care circle ordered in this commit: who must not be told, and who must.
    func checkCare(
        _ fresh: [DeliveryRow],
        _ old: CommittedAlarm?,
        _ committed: inout CommittedAlarm,
        _ commit: Commit,
        _ events: [AlarmEvent]
    ) {
        guard let household = household(in: commit.row.circle) else { return }
        let alarm = commit.row.alarm
        // The relay's look at a dweller's days is for nobody's eyes.
        guard alarm.preset != EscalationPolicy.wellness.name else {
            return check(fresh.isEmpty, "\(named(alarm.id)) looks at days, and somebody is told")
        }
        if old == nil, commit.request == nil, alarm.preset == EscalationPolicy.careAlert.name {
            checkOwnAlert(commit.row, commit, household)
        }
        let isResumed = old == nil && checkResumed(commit, household)
        for row in fresh where row.order.stage == .alert { checkAlert(row, committed, commit, household) }
        if alarm.preset == EscalationPolicy.inactivity.name, alarm.state == .scheduled {
            // A question that was asked ends by an answer, and the next one is another alarm.
            check(
                [nil, .scheduled].contains(old?.row.alarm.state),
                "\(named(alarm.id)) was asked, and is put off without an answer"
            )
        }
        if !alarm.state.isFinal { checkStep(fresh, old, committed, commit, household) }
        let isRaised = old == nil && alarm.preset == EscalationPolicy.careAlert.name && !isResumed
        let isAsked = events.contains { $0.kind == .due || $0.kind == .late } && alarm.state == .ringing
        if isRaised { requireDweller(.countdown, fresh, commit, household) }
        if isAsked, alarm.preset == EscalationPolicy.inactivity.name {
            requireDweller(.areYouWell, fresh, commit, household)
        }
        let before = old.flatMap { $0.row.alarm.revision == alarm.revision ? $0.row.alarm : nil }
        if hasTakenAllSteps(alarm), !(before.map(hasTakenAllSteps) ?? false), !alarm.state.isFinal {
            requireDweller(.noAnswer, fresh, commit, household)
        }
        let told = fresh.filter { $0.order.stage == .alertEnded }.map(\.order.destination)
        guard alarm.state.isFinal, !(old?.row.alarm.state.isFinal ?? false) else {
            return check(
                told.isEmpty || hasHelperLeft(old, commit),
                "\(named(alarm.id)) goes on, and somebody is told that it is over"
            )
        }
        checkEnd(told, &committed, commit, events, household)
    }

    private func requireDweller(
        _ stage: Stage,
        _ fresh: [DeliveryRow],
        _ commit: Commit,
        _ household: SimulatedCareCircle
    ) {
        for phone in household.phones where (try? commit.snapshot.device(phone.id))??.isReachable ?? false {
            check(
                fresh.contains { $0.order.stage == stage && $0.order.destination == .device(phone.id) },
                "\(named(commit.row.alarm.id)): no \(stage.rawValue) was ordered for the dweller"
            )
        }
    }

    /// Whether every step has been taken without an answer, which the dweller is told.
    private func hasTakenAllSteps(_ alarm: Alarm) -> Bool {
        alarm.base + start(of: alarm) + .minutes(25) <= alarm.processedUntil
    }

    private func start(of alarm: Alarm) -> Span {
        alarm.preset == EscalationPolicy.inactivity.name ? Self.questionTime : .zero
    }

    /// Checks an ordered alert: after the countdown, to an entitled member, and only in that member's turn.
    private func checkAlert(
        _ row: DeliveryRow,
        _ committed: CommittedAlarm,
        _ commit: Commit,
        _ household: SimulatedCareCircle
    ) {
        let alarm = commit.row.alarm
        let name = named(alarm.id)
        guard let member = household.member(at: row.order.destination),
            let kind = kind(of: commit.row, in: household)
        else { return fail("\(name) alerts somebody who is not in the circle, or of nothing") }
        let notBefore = committed.notBefore + start(of: alarm)
        check(
            commit.decidedAt >= notBefore,
            "\(name) alerts \((notBefore - commit.decidedAt).milliseconds) ms before its countdown is over"
        )
        let reached = household.ranks(for: kind, at: version) { !ways(to: $0, commit).isEmpty }
        guard let rank = reached.first(where: { $0.member === member })?.rank else {
            return fail("\(name) alerts \(member.phone.name), who may not know of it")
        }
        let after = (row.order.offset ?? .zero) + -start(of: alarm)
        let ranks = Self.alertSteps.first { $0.after == after }?.ranks ?? 0
        check(rank < ranks, "\(name) alerts \(member.phone.name), whose turn has not come")
        if row.order.destination.device == nil {
            check(member.takesTexts(at: version), "\(name) is to be told to a telephone that was not confirmed")
        }
        if row.order.destination.medium == .call {
            check(member.takesCalls(at: version), "\(name) is to call a member who does not want that")
            let calls = committed.deliveries.values.filter { delivery in
                delivery.order.destination == row.order.destination && delivery.order.epoch == row.order.epoch
            }
            check(calls.count == 1, "\(name) is to call a member \(calls.count) times")
        }
        guard alarm.preset == EscalationPolicy.inactivity.name, household.wasReachable else { return }
        let asked = committed.deliveries.values.filter { delivery in
            delivery.order.stage == .areYouWell && delivery.order.epoch == row.order.epoch
        }
        let latest = commit.decidedAt - Self.questionTime + .seconds(10)
        check(
            asked.contains { $0.createdAt <= latest },
            "\(name) alerts, and its dweller was not asked 15 min before"
        )
    }

    /// Checks an alert step: every member whose turn it is has to be told, on every channel that reaches them.
    private func checkStep(
        _ fresh: [DeliveryRow],
        _ old: CommittedAlarm?,
        _ committed: CommittedAlarm,
        _ commit: Commit,
        _ household: SimulatedCareCircle
    ) {
        let alarm = commit.row.alarm
        let known = old.flatMap { $0.row.alarm.revision == alarm.revision ? $0.row.alarm : nil }
        let taken = stepsTaken(by: alarm)
        guard taken > known.map(stepsTaken) ?? 0, let kind = kind(of: commit.row, in: household) else { return }
        if taken == 1, alarm.preset == EscalationPolicy.inactivity.name { count(.questionUnanswered) }
        let ranks = household.ranks(for: kind, at: version) { !ways(to: $0, commit).isEmpty }
        for (member, rank) in ranks where rank < Self.alertSteps[taken - 1].ranks {
            for way in ways(to: member, commit) {
                check(
                    fresh.contains { $0.order.stage == .alert && $0.order.destination == way },
                    "\(named(alarm.id)) has come to step \(taken), and \(member.phone.name) is not told at \(way)"
                )
            }
            // Whoever is called, is called once, after the first step that tells them.
            if let number = member.number, member.takesCalls(at: version) {
                check(
                    committed.deliveries.values.contains { delivery in
                        delivery.order.stage == .alert && delivery.order.destination == .contact(number, .call)
                            && delivery.order.epoch == alarm.epoch
                    },
                    "\(named(alarm.id)) has come to step \(taken), and \(member.phone.name) is not to be called"
                )
            }
        }
    }

    /// Returns the destinations that reach a member at the time of a commit.
    private func ways(to member: SimulatedCareCircle.Member, _ commit: Commit) -> [Destination] {
        var ways: [Destination] = []
        if (try? commit.snapshot.device(member.phone.id))??.isReachable ?? false {
            ways.append(.device(member.phone.id))
        }
        if let number = member.number, member.takesTexts(at: version) { ways.append(.contact(number, .sms)) }
        return ways
    }

    private func stepsTaken(by alarm: Alarm) -> Int {
        Self.alertSteps.count { alarm.base + start(of: alarm) + $0.after <= alarm.processedUntil }
    }

    /// Checks the end of an alert: everybody who may have been alerted is told once, except the person who ended it.
    ///
    /// Whoever has yet to hear of an alert that began again as this one may be told of this end instead, and whoever has
    /// heard that it began again hears of its end, too.
    private func checkEnd(
        _ told: [Destination],
        _ committed: inout CommittedAlarm,
        _ commit: Commit,
        _ events: [AlarmEvent],
        _ household: SimulatedCareCircle
    ) {
        let name = named(commit.row.alarm.id)
        let alerted = committed.alerted
        committed.alertsTo = [:]
        countEnd(committed, commit, events, household)
        guard commit.row.alarm.state != .missed else {
            return check(told.isEmpty, "\(name): nobody came, and somebody is told that it is over")
        }
        let device = events.first { [.acknowledged, .cancelled, .declined].contains($0.kind) }?.device
        let answering = device.flatMap { household.member(at: .device($0)) }
        if isAcknowledged(events, in: household) {
            household.noteCare(of: commit.row.alarm.id, at: commit.decidedAt)
            household.helpers[commit.row.alarm.id] = answering.map { ($0.phone.person, commit.decidedAt) }
        }
        let expected = alerted.filter { destination in
            household.member(at: destination).map { member in
                member !== answering && (destination.device != nil || member.takesTexts(at: version))
            } ?? false
        }
        check(
            Set(told).isSuperset(of: expected) && Set(told).count == told.count
                && alerted.union(concerned(before: commit.row, in: household)).isSuperset(of: told),
            "\(name) is over, \(expected.count) were alerted, and \(told.count) are told so"
        )
        if commit.row.alarm.preset == EscalationPolicy.inactivity.name {
            household.isWatching = answering == nil && commit.request != nil
            if household.isWatching { household.note(commit.decidedAt) }
            household.hasAnswered = household.isWatching
        }
    }

    /// Checks an alert that begins because a member is removed: they had acknowledged one of its kind.
    ///
    /// - Returns: whether it is one; it counts down no more, since the dweller could call off the first one.
    private func checkResumed(_ commit: Commit, _ household: SimulatedCareCircle) -> Bool {
        let id = commit.row.alarm.id
        guard case .care(.remove(let person))? = commit.request?.kind,
            commit.row.alarm.preset == EscalationPolicy.careAlert.name,
            let alert = try? commit.life.engine?.record(CareAlertRecord.self, DocumentID(of: id), in: commit.snapshot)
        else { return false }
        let kind = alert.body.kind
        let former = alert.body.continues.map(AlarmID.init)
        let row = former.flatMap { self.alarm($0)?.row }
        check(
            former.map { household.helpers[$0]?.person == person } ?? false
                && row.flatMap { self.kind(of: $0, in: household) } == kind,
            "\(named(id)) begins again, and whoever is removed had acknowledged none of its kind"
        )
        household.kinds[id] = kind
        household.readings[id] = former.flatMap { household.readings[$0] }
        if kind == .glucose { household.glucoseCare = nil }
        return true
    }

    /// Checks that no alert stays without anybody when the member leaves who had acknowledged it.
    ///
    /// Activity may have ended what raised a question, and an old alert rings nobody again.
    func checkHelped(without person: PersonID, _ request: DeviceRequest, _ household: SimulatedCareCircle) {
        for id in household.helpers.keys.sorted() {
            guard let helper = household.helpers[id], helper.person == person else { continue }
            household.helpers[id] = nil
            guard let row = alarm(id)?.row, let kind = kind(of: row, in: household), kind != .inactivity,
                request.decidedAt - helper.at < .hours(23)
            else { continue }
            check(
                isOpen(kind, in: household),
                "?\(request.number) removed who looked after the dweller because of \(named(id)), and nobody is told"
            )
        }
    }

    /// Whether a member who may have acknowledged the alert is removed: the others are told that nobody is on it.
    private func hasHelperLeft(_ old: CommittedAlarm?, _ commit: Commit) -> Bool {
        guard case .care(.remove)? = commit.request?.kind else { return false }
        return old?.row.alarm.state == .acknowledged
    }

    /// Whether a member acknowledged the alert.
    private func isAcknowledged(_ events: [AlarmEvent], in household: SimulatedCareCircle) -> Bool {
        events.contains { event in
            event.kind == .acknowledged && event.device.map { household.member(at: .device($0)) != nil } ?? false
        }
    }

    /// Whether a request acknowledges an alert of which members had been told before it began, by one who may know of it.
    ///
    /// It stays open to them while it counts down again.
    func mayAcknowledge(_ request: DeviceRequest) -> Bool {
        guard case .care(.acknowledge(let id)) = request.kind, let began = request.beganAfter,
            let committed = alarm(id), !committed.row.alarm.state.isFinal,
            let household = household(in: committed.row.circle),
            let member = household.members.first(where: { $0.phone === request.phone }),
            let standing = member.standings.last, standing.version <= began,
            let kind = kind(of: committed.row, in: household)
        else { return false }
        let hasAlerted = committed.deliveries.values.contains { delivery in
            delivery.order.stage == .alert && committed.versions[delivery.order.id].map { $0 <= began } ?? false
        }
        return hasAlerted && standing.permissions?.contains(.alert(kind)) ?? false
    }

    private func countEnd(
        _ committed: CommittedAlarm,
        _ commit: Commit,
        _ events: [AlarmEvent],
        _ household: SimulatedCareCircle
    ) {
        let alerts = committed.deliveries.values.filter { $0.order.stage == .alert }
        let isInactivity = commit.row.alarm.preset == EscalationPolicy.inactivity.name
        if commit.row.alarm.state == .missed { return count(.nobodyCame) }
        guard !isAcknowledged(events, in: household) else {
            let kind = kind(of: commit.row, in: household) ?? .inactivity
            let spared = household.ranks(for: kind, at: version).filter { rank in
                !alerts.contains { $0.order.destination == .device(rank.member.phone.id) }
            }
            return spared.isEmpty ? () : count(.membersSpared)
        }
        if isInactivity {
            if alerts.isEmpty, commit.row.alarm.processedUntil >= commit.row.alarm.base { count(.questionAnswered) }
            return
        }
        count(alerts.isEmpty ? .callOffWon : .callOffLost)
        let names = Set(alerts.map(\.order.id))
        if world.sendAttempts.contains(where: { $0.isUnderWay && names.contains($0.id) }) { count(.callOffUnderWay) }
    }
}
