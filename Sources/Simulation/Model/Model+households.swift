import AlarmCore
import AlarmWire
import Engine
import Features
import Storage

extension Model {
    /// Returns the care circle with this identifier, if it is one.
    func household(in circle: CircleID) -> SimulatedCareCircle? {
        world.households.first { $0.id == circle }
    }

    /// Returns the alert that a delivery to somebody in a care circle tells of, with its destination.
    func careAlert(_ delivery: DeliveryID) -> (AlarmID, SimulatedCareCircle, Destination)? {
        guard !world.households.isEmpty,
            let committed = alarms.ordering(delivery), let row = committed.deliveries[delivery],
            row.order.stage == .alert, let household = household(in: committed.row.circle)
        else { return nil }
        return (committed.row.alarm.id, household, row.order.destination)
    }

    /// Updates the model of a care circle from a request and the transaction that served it.
    func followCare(_ request: DeviceRequest, _ snapshot: any Snapshot) throws {
        guard let household = world.household(of: request.phone) else { return }
        let (now, what) = (request.decidedAt, "?\(request.number), \(world.describe(request))")
        let member = household.members.first { $0.phone === request.phone }
        switch request.kind {
        case .decide(_, let consent, _):
            // A withdrawn number cannot be confirmed any more.
            guard let member, member.words.last?.consent != nil else { return }
            member.answer(consent, at: version)
        case .report(let id, let receipt): checkReport(receipt, of: id, by: member, in: household, what)
        case .care(let act): try follow(act, request, in: household, member, at: now, snapshot)
        default: return
        }
        var hasMoved = household.hasAnswered
        if case .care(let act) = request.kind, act.isActivity {
            household.note(now)
            hasMoved = true
        }
        household.hasAnswered = false
        if hasMoved { checkQuestion(household, request, what) }
    }

    /// Records who may know what from this transaction on, before its effects are checked.
    func anticipate(_ request: DeviceRequest) {
        if case .family(.leave) = request.kind { world.family(of: request.phone)?.hasLeft = version }
        guard case .care(let act) = request.kind, let household = world.household(of: request.phone) else { return }
        switch act {
        case .change(let person, let change):
            stand(person, in: household) { standing in
                SimulatedCareCircle.Standing(
                    version: version,
                    permissions: change.permissions ?? standing.permissions,
                    tier: change.priority ?? standing.tier
                )
            }
        case .remove(let person):
            stand(person, in: household) { standing in
                SimulatedCareCircle.Standing(version: version, permissions: nil, tier: standing.tier)
            }
        default: break
        }
    }

    private func follow(
        _ act: CareAction,
        _ request: DeviceRequest,
        in household: SimulatedCareCircle,
        _ member: SimulatedCareCircle.Member?,
        at now: Instant,
        _ snapshot: any Snapshot
    ) throws {
        let what = "?\(request.number), \(world.describe(request))"
        switch act {
        case .signal(let signal): checkSignal(signal, request, household, what)
        case .cancel(let id), .acknowledge(let id):
            check(alarm(id)?.row.alarm.state.isFinal ?? true, "\(what) was answered, and the alert goes on")
        case .activity(let days): checkDays(days, request, household, what)
        case .settings(let settings): household.settings = settings
        case .pause(let end): household.settings.pausedUntil = end
        case .resume: household.settings.pausedUntil = nil
        case .change: break
        case .remove(let person): checkHelped(without: person, request, household)
        case .leaveNumber(let calls):
            guard let member else { return }
            member.wish(calls: calls, at: version)
            let person = member.phone.person
            member.number = try snapshot.documents(.contact, of: person, after: nil, limit: 1).first.map {
                ContactID($0.id)
            }
            guard let number = member.number else { return }
            if member.words.last?.consent != .confirmed {
                member.words.append(SimulatedCheckIns.Word(version: version, consent: .pending))
            } else if !member.isAsked(at: version) {
                return
            }
            world.planAnswer(ofNumber: number, member)
        case .removeNumber:
            member?.words.append(SimulatedCheckIns.Word(version: version, consent: nil))
            member?.wish(calls: false, at: version)
        }
    }

    private func stand(
        _ person: PersonID,
        in household: SimulatedCareCircle,
        _ change: (SimulatedCareCircle.Standing) -> SimulatedCareCircle.Standing
    ) {
        guard let member = household.members.first(where: { $0.phone.person == person }),
            let former = member.standings.last, former.permissions != nil
        else { return }
        member.standings.append(change(former))
        for kind in CareSignal.Kind.allCases {
            if member.mayKnow(of: kind, at: version) {
                member.promisedSilence[kind] = nil
            } else if former.permissions?.contains(.alert(kind)) ?? false, isOpen(kind, in: household) {
                count(.permissionLost)
            }
        }
    }

    func isOpen(_ kind: CareSignal.Kind, in household: SimulatedCareCircle) -> Bool {
        inOrder.contains { committed in
            !committed.row.alarm.state.isFinal && self.kind(of: committed.row, in: household) == kind
        }
    }

    /// Returns the kind of signal that an alarm of a care circle tells of.
    func kind(of row: AlarmRow, in household: SimulatedCareCircle) -> CareSignal.Kind? {
        guard row.circle == household.id else { return nil }
        if row.alarm.preset == EscalationPolicy.inactivity.name {
            return row.alarm.state == .scheduled ? nil : .inactivity
        }
        return household.kinds[row.alarm.id]
    }

    private func checkReport(
        _ receipt: Receipt,
        of id: AlarmID,
        by member: SimulatedCareCircle.Member?,
        in household: SimulatedCareCircle,
        _ what: String
    ) {
        guard let alarm = alarm(id)?.row.alarm else { return }
        let ends = receipt.report == .acknowledged || member == nil && receipt.report == .dismissed
        // What a member says holds for the alert, also where the dweller has signalled it again since, unless it was said
        // long before.
        let holds = member != nil && household.mayAnswer(id, given: receipt.at)
        let isAboutAnother = receipt.revision != alarm.revision && !holds
        if isAboutAnother, member != nil, ends, !alarm.state.isFinal { count(.answerOutdated) }
        check(
            !ends || alarm.state.isFinal || isAboutAnother,
            "\(what) was answered, and the alert goes on"
        )
    }

    /// Checks that a pattern of still days becomes an alert, as a signal would, and nothing else does.
    private func checkDays(
        _ days: [WellnessDay],
        _ request: DeviceRequest,
        _ household: SimulatedCareCircle,
        _ what: String
    ) {
        guard world.profile.hasStillDays, let life = request.commit?.life,
            let zone = life.engine?.zones.rules(for: SimulatedZones.name)
        else { return }
        // Of a day watched from its beginning to its end, which few runs have, the relay has a record of its own: whether
        // that completes a pattern is not checked, but what it raises is an alert like any other.
        if request.decidedAt >= Simulation.epoch + .hours(24) { household.isWatchedByRelay = true }
        guard !household.isWatchedByRelay else {
            if hasRaised(request, household) { checkSignal(.wellness, request, household, what) }
            return
        }
        guard household.take(days, at: request.decidedAt, in: zone) else {
            return check(!hasRaised(request, household), "\(what) raised an alert, and completes no pattern")
        }
        count(.patternCompleted)
        checkSignal(.wellness, request, household, what)
    }

    /// Whether a request raised an alert of which the model does not know yet.
    private func hasRaised(_ request: DeviceRequest, _ household: SimulatedCareCircle) -> Bool {
        request.commit?.epochs.keys.contains { id in
            alarm(id)?.row.alarm.preset == EscalationPolicy.careAlert.name && household.kinds[id] == nil
        } ?? false
    }

    /// Checks that a signal became an alert with its countdown, or was held back, as the dweller's settings demand.
    private func checkSignal(
        _ signal: CareSignal,
        _ request: DeviceRequest,
        _ household: SimulatedCareCircle,
        _ what: String
    ) {
        guard let commit = request.commit, let zone = commit.life.engine?.zones.rules(for: SimulatedZones.name) else {
            return
        }
        let raised = commit.epochs.keys.compactMap { alarm($0)?.row }.filter { row in
            row.circle == household.id && row.alarm.preset == EscalationPolicy.careAlert.name
                && household.kinds[row.alarm.id] == nil
        }
        if case .glucose(let reading) = signal { household.note(reading) }
        let isKnown = isOpen(signal.kind, in: household)
        guard !isKnown, let countdown = household.countdown(for: signal, at: request.decidedAt, in: zone) else {
            if !isKnown {
                count(.signalHeld)
                noteWaiting(signal.kind, request.decidedAt, household, zone)
            }
            return check(raised.isEmpty, "\(what) raised an alert, and was to be held back")
        }
        guard let row = raised.first, raised.count == 1 else {
            return fail("\(what) was answered, and raised no alert")
        }
        household.kinds[row.alarm.id] = signal.kind
        if case .glucose(let reading) = signal { household.readings[row.alarm.id] = reading }
        check(
            row.alarm.due == request.decidedAt + countdown,
            "\(what) is told at \(row.alarm.due.iso8601), \(countdown.milliseconds) ms after \(request.decidedAt.iso8601)"
        )
        world.planAround(alert: row.alarm.id, due: row.alarm.due, in: household)
    }

    /// Records a signal that the relay raises when the quiet hours end.
    private func noteWaiting(
        _ kind: CareSignal.Kind,
        _ now: Instant,
        _ household: SimulatedCareCircle,
        _ zone: ZoneRules
    ) {
        let isPaused = household.settings.pausedUntil.map { $0 > now } ?? false
        guard !isPaused, kind == .wellness || kind == .inactivity,
            household.settings.quietHours?.contains(now, in: zone) ?? false
        else { return }
        household.waiting.insert(kind)
    }

    /// Checks an alert that the relay raised by itself: a pattern of days, or a signal that waited for the end of quiet
    /// hours.
    func checkOwnAlert(_ row: AlarmRow, _ commit: Commit, _ household: SimulatedCareCircle) {
        guard household.kinds[row.alarm.id] == nil, let engine = commit.life.engine,
            let zone = engine.zones.rules(for: SimulatedZones.name),
            let alert = try? engine.record(
                CareAlertRecord.self,
                DocumentID(of: row.alarm.id),
                in: commit.snapshot
            )
        else { return }
        let name = named(row.alarm.id)
        let kind = alert.body.kind
        household.kinds[row.alarm.id] = kind
        let waited = household.waiting.remove(kind) != nil
        let isPattern =
            kind == .wellness
            && (household.take([], at: commit.decidedAt, in: zone) || commit.decidedAt >= Simulation.epoch + .hours(24))
        check(waited || isPattern, "\(name) was raised by the relay, and nothing waited for it")
        let isQuiet = household.settings.quietHours?.contains(commit.decidedAt, in: zone) ?? false
        check(!isQuiet, "\(name) was raised by the relay in quiet hours")
        count(.ownAlert)
        world.planAround(alert: row.alarm.id, due: row.alarm.due, in: household)
    }

    /// Whether the relay raises an alert again that nobody has answered: its signal had waited for the end of quiet
    /// hours, or the days complete the pattern once more.
    func raisesAgain(_ commit: Commit) -> Bool {
        guard let household = household(in: commit.row.circle), let kind = household.kinds[commit.row.alarm.id],
            let zone = commit.life.engine?.zones.rules(for: SimulatedZones.name)
        else { return false }
        let isQuiet = household.settings.quietHours?.contains(commit.decidedAt, in: zone) ?? false
        let waited = household.waiting.remove(kind) != nil
        let hasPattern =
            kind == .wellness
            && (household.take([], at: commit.decidedAt, in: zone) || commit.decidedAt >= Simulation.epoch + .hours(24))
        guard !isQuiet, waited || hasPattern else { return false }
        world.planAround(alert: commit.row.alarm.id, due: commit.row.alarm.due, in: household)
        return true
    }

    /// Checks that the dweller will be asked at the time that follows from their settings, and only then.
    private func checkQuestion(_ household: SimulatedCareCircle, _ request: DeviceRequest, _ what: String) {
        guard let zone = request.commit?.life.engine?.zones.rules(for: SimulatedZones.name) else { return }
        let live = inOrder.map(\.row).filter { row in
            row.circle == household.id && row.alarm.preset == EscalationPolicy.inactivity.name
                && !row.alarm.state.isFinal
        }
        guard let question = household.question(in: zone) else {
            return check(live.isEmpty, "\(what): nobody is to be asked, and \(live.count) questions wait")
        }
        guard question > request.decidedAt else { return }
        check(
            live.count == 1 && live.first?.alarm.due == question,
            "\(what): the dweller is to be asked at \(question.iso8601), and is at \(live.map(\.alarm.due.iso8601))"
        )
        world.planAround(question: question, in: household)
    }

    /// Records what a member of a care circle, or the dweller, was promised.
    func promiseCare(
        _ request: DeviceRequest,
        _ commit: (version: Int, at: Instant, life: NodeProcess, epochs: [AlarmID: Int])
    ) {
        guard let household = world.household(of: request.phone) else { return }
        switch request.kind {
        case .care(.change(let person, _)), .care(.remove(let person)):
            guard let member = household.members.first(where: { $0.phone.person == person }) else { return }
            for kind in CareSignal.Kind.allCases
            where !member.mayKnow(of: kind, at: version) && !member.mayKnow(of: kind, at: commit.version) {
                member.promisedSilence[kind] = member.promisedSilence[kind] ?? (commit.version, commit.life)
            }
        case .care(.removeNumber), .decide(_, .unsubscribed, _):
            guard let member = household.members.first(where: { $0.phone === request.phone }),
                !member.takesTexts(at: version)
            else { return }
            member.promisedNoTexts = member.promisedNoTexts ?? (commit.version, commit.life)
        case .care(.leaveNumber(calls: false)):
            guard let member = household.members.first(where: { $0.phone === request.phone }),
                !member.takesCalls(at: version)
            else { return }
            member.promisedNoCalls = member.promisedNoCalls ?? (commit.version, commit.life)
        case .care(.signal):
            for id in commit.epochs.keys.sorted() where household.kinds[id] != nil && !promised.contains(id) {
                promised.append(id)
            }
        default: break
        }
    }
}

extension CareAction {
    /// Whether the request shows that the dweller is active.
    fileprivate var isActivity: Bool {
        switch self {
        case .activity, .settings, .pause, .resume: true
        case .signal, .cancel, .acknowledge, .change, .remove, .leaveNumber, .removeNumber: false
        }
    }
}
