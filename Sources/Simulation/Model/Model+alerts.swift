import AlarmCore
import AlarmWire
import Storage

extension Model {
    /// When the rungs of an alert come that tell members, after the first of them, and how many priorities each tells.
    private static let rungs: [(after: Span, ranks: Int)] = [
        (.zero, 1), (.minutes(5), 2), (.minutes(10), .max), (.minutes(15), .max), (.minutes(20), .max),
    ]

    /// How long a dweller has to answer whether all is well.
    private static let questionTime = Span.minutes(15)

    /// Checks what an alarm of a care circle ordered now: who must not be told, and who must.
    func checkCare(
        _ fresh: [DeliveryRow],
        _ old: Mirror?,
        _ mirror: inout Mirror,
        _ commit: Commit,
        _ events: [AlarmEvent]
    ) {
        guard let household = household(in: commit.row.circle) else { return }
        let alarm = commit.row.alarm
        for row in fresh where row.order.stage == .alert { checkAlert(row, mirror, commit, household) }
        if !alarm.state.isFinal { checkRung(fresh, old, commit, household) }
        let isRaised = old == nil && alarm.preset == EscalationPolicy.careAlert.name
        let isAsked = events.contains { $0.kind == .due || $0.kind == .late } && alarm.state == .ringing
        if isRaised { requireDweller(.countdown, fresh, commit, household) }
        if isAsked, alarm.preset == EscalationPolicy.inactivity.name {
            requireDweller(.areYouWell, fresh, commit, household)
        }
        let before = old.flatMap { $0.row.alarm.revision == alarm.revision ? $0.row.alarm : nil }
        if isClimbed(alarm), !(before.map(isClimbed) ?? false), !alarm.state.isFinal {
            requireDweller(.noAnswer, fresh, commit, household)
        }
        let told = fresh.filter { $0.order.stage == .alertEnded }.map(\.order.destination)
        guard alarm.state.isFinal, !(old?.row.alarm.state.isFinal ?? false) else {
            return check(told.isEmpty, "\(named(alarm.id)) goes on, and somebody is told that it is over")
        }
        checkEnd(told, &mirror, commit, events, household)
    }

    private func requireDweller(_ stage: Stage, _ fresh: [DeliveryRow], _ commit: Commit, _ household: Household) {
        for phone in household.phones where (try? commit.snapshot.device(phone.id))??.isReachable ?? false {
            check(
                fresh.contains { $0.order.stage == stage && $0.order.destination == .device(phone.id) },
                "\(named(commit.row.alarm.id)): no \(stage.rawValue) was ordered for the dweller"
            )
        }
    }

    /// Whether everybody was told in vain, which the dweller is to hear.
    private func isClimbed(_ alarm: Alarm) -> Bool {
        alarm.base + start(of: alarm) + .minutes(25) <= alarm.climbed
    }

    private func start(of alarm: Alarm) -> Span {
        alarm.preset == EscalationPolicy.inactivity.name ? Self.questionTime : .zero
    }

    /// An alert is ordered: after the countdown, for somebody who may know, and not before those who come first.
    private func checkAlert(_ row: DeliveryRow, _ mirror: Mirror, _ commit: Commit, _ household: Household) {
        let alarm = commit.row.alarm
        let name = named(alarm.id)
        guard let member = household.member(at: row.order.destination),
            let kind = kind(of: commit.row, in: household)
        else { return fail("\(name) alerts somebody who is not in the circle, or of nothing") }
        let notBefore = mirror.notBefore + start(of: alarm)
        check(
            commit.decidedAt >= notBefore,
            "\(name) alerts \((notBefore - commit.decidedAt).milliseconds) ms before its countdown is over"
        )
        let reached = household.ranks(for: kind, at: version) { !ways(to: $0, commit).isEmpty }
        guard let rank = reached.first(where: { $0.member === member })?.rank else {
            return fail("\(name) alerts \(member.phone.name), who may not know of it")
        }
        let after = (row.order.offset ?? .zero) + -start(of: alarm)
        let ranks = Self.rungs.first { $0.after == after }?.ranks ?? 0
        check(rank < ranks, "\(name) alerts \(member.phone.name), whose turn has not come")
        if row.order.destination.device == nil {
            check(member.takesTexts(at: version), "\(name) is to be told to a telephone that was not confirmed")
        }
        guard alarm.preset == EscalationPolicy.inactivity.name, household.wasReachable else { return }
        let asked = mirror.deliveries.values.filter { delivery in
            delivery.order.stage == .areYouWell && delivery.order.epoch == row.order.epoch
        }
        let latest = commit.decidedAt - Self.questionTime + .seconds(10)
        check(
            asked.contains { $0.createdAt <= latest },
            "\(name) alerts, and its dweller was not asked 15 min before"
        )
    }

    /// A rung was taken: everybody whose turn it is has to be told, on every way that reaches them.
    private func checkRung(_ fresh: [DeliveryRow], _ old: Mirror?, _ commit: Commit, _ household: Household) {
        let alarm = commit.row.alarm
        let known = old.flatMap { $0.row.alarm.revision == alarm.revision ? $0.row.alarm : nil }
        let taken = rungsTaken(by: alarm)
        guard taken > known.map(rungsTaken) ?? 0, let kind = kind(of: commit.row, in: household) else { return }
        if taken == 1, alarm.preset == EscalationPolicy.inactivity.name { count(.questionUnanswered) }
        let ranks = household.ranks(for: kind, at: version) { !ways(to: $0, commit).isEmpty }
        for (member, rank) in ranks where rank < Self.rungs[taken - 1].ranks {
            for way in ways(to: member, commit) {
                check(
                    fresh.contains { $0.order.stage == .alert && $0.order.destination == way },
                    "\(named(alarm.id)) has come to rung \(taken), and \(member.phone.name) is not told at \(way)"
                )
            }
        }
    }

    /// Where a member is reached at the time of a commit.
    private func ways(to member: Household.Member, _ commit: Commit) -> [Destination] {
        var ways: [Destination] = []
        if (try? commit.snapshot.device(member.phone.id))??.isReachable ?? false {
            ways.append(.device(member.phone.id))
        }
        if let number = member.number, member.takesTexts(at: version) { ways.append(.contact(number, .sms)) }
        return ways
    }

    private func rungsTaken(by alarm: Alarm) -> Int {
        Self.rungs.count { alarm.base + start(of: alarm) + $0.after <= alarm.climbed }
    }

    /// It is over: whoever may have been alerted hears that, once, but for whoever ended it.
    private func checkEnd(
        _ told: [Destination],
        _ mirror: inout Mirror,
        _ commit: Commit,
        _ events: [AlarmEvent],
        _ household: Household
    ) {
        let name = named(commit.row.alarm.id)
        let alerted = mirror.alerted
        mirror.alerted = []
        countEnd(mirror, commit, events, household)
        guard commit.row.alarm.state != .missed else {
            return check(told.isEmpty, "\(name): nobody came, and somebody is told that it is over")
        }
        let device = events.first { [.acknowledged, .cancelled, .declined].contains($0.kind) }?.device
        let answering = device.flatMap { household.member(at: .device($0)) }
        let expected = alerted.filter { destination in
            household.member(at: destination).map { member in
                member !== answering && (destination.device != nil || member.takesTexts(at: version))
            } ?? false
        }
        check(
            Set(told).isSuperset(of: expected) && alerted.isSuperset(of: told) && Set(told).count == told.count,
            "\(name) is over, \(expected.count) were alerted, and \(told.count) are told so"
        )
        if commit.row.alarm.preset == EscalationPolicy.inactivity.name {
            household.isWatching = answering == nil && commit.request != nil
            if household.isWatching { household.note(commit.decidedAt) }
            household.hasAnswered = household.isWatching
        }
    }

    private func countEnd(_ mirror: Mirror, _ commit: Commit, _ events: [AlarmEvent], _ household: Household) {
        let alerts = mirror.deliveries.values.filter { $0.order.stage == .alert }
        let isInactivity = commit.row.alarm.preset == EscalationPolicy.inactivity.name
        if commit.row.alarm.state == .missed { return count(.nobodyCame) }
        let isByMember = events.contains { event in
            event.kind == .acknowledged && event.device.map { household.member(at: .device($0)) != nil } ?? false
        }
        guard !isByMember else {
            let kind = kind(of: commit.row, in: household) ?? .inactivity
            let spared = household.ranks(for: kind, at: version).filter { rank in
                !alerts.contains { $0.order.destination == .device(rank.member.phone.id) }
            }
            return spared.isEmpty ? () : count(.membersSpared)
        }
        if isInactivity {
            if alerts.isEmpty, commit.row.alarm.climbed >= commit.row.alarm.base { count(.questionAnswered) }
            return
        }
        count(alerts.isEmpty ? .callOffWon : .callOffLost)
        let names = Set(alerts.map(\.order.id))
        if world.flights.contains(where: { $0.isUnderWay && names.contains($0.id) }) { count(.callOffUnderWay) }
    }
}
