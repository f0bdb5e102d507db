import AlarmCore
import AlarmWire
import Storage

extension Model {
    /// Returns the person whom a delivery is about.
    func person(of delivery: DeliveryID) -> SimulatedCheckIns? {
        alarms.ordering(delivery).flatMap { person(in: $0.row.circle) }
    }

    /// Returns the person who checks in, if this is the circle of their own devices.
    func person(in circle: CircleID) -> SimulatedCheckIns? {
        world.watched.first { CircleID(own: $0.phone.person) == circle }
    }

    /// Returns the care circle member, if this is the circle of their own devices.
    func member(in circle: CircleID) -> SimulatedCareCircle.Member? {
        world.households.lazy.flatMap(\.members).first { CircleID(own: $0.phone.person) == circle }
    }

    /// Checks a letter at the moment at which it is handed to the mail server.
    func checkLetter(_ flight: SendAttempt) {
        guard let committed = alarms.ordering(flight.id),
            let row = committed.deliveries[flight.id], case .contact(let contact, let medium) = row.order.destination
        else { return fail("a letter was sent that was never ordered") }
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(committed.row.alarm.id))"
        guard let look = flight.life.looks[flight.id] else { return fail("\(what) was sent without a last look") }
        check(look.reading < row.order.deadline, "\(what) was sent after its deadline")
        checkDuplicates(of: flight, row, of: committed.row.alarm.id, look)
        if household(in: committed.row.circle) != nil { return checkCareStart(of: flight, row, committed, look) }
        if let member = member(in: committed.row.circle) {
            let consent = member.words.last { $0.version <= look.version }?.consent
            return check(member.isAsked(at: look.version), "\(what) asks for what is \(consent?.rawValue ?? "gone")")
        }
        guard let person = person(in: committed.row.circle) else { return fail("\(what) is about nobody") }
        let consent = person.consent(of: contact, at: look.version)
        check(
            row.order.stage == .confirmation
                ? person.isAsked(contact, by: medium, at: look.version)
                : person.isTold(contact, by: medium, at: look.version),
            "\(what) was sent by \(medium.rawValue) to a contact who is \(consent?.rawValue ?? "gone")"
        )
        if medium == .sms, row.order.stage == .alert { count(.contactTexted) }
        if let silence = person.promisedSilence[contact] {
            check(
                flight.life.node != silence.life.node && look.version < silence.version,
                "\(what) was sent to a contact who was told to hear no more"
            )
        }
        guard row.order.stage == .alert else { return }
        checkStands(row, committed, flight, look, what)
        if world.profile.hasTrueClocks, row.order.epoch == committed.row.alarm.epoch {
            check(deadline(of: person).map { world.now >= $0 } ?? false, "\(what) was sent before the deadline")
        }
    }

    /// Returns the earliest time at which a person's contacts are told, including the credit for the relay's absences.
    func deadline(of person: SimulatedCheckIns) -> Instant? {
        person.cycle.contactsDue(with: world.profile.hasKnownAbsences ? .checkIn(absences) : .none)
    }

    /// Checks the letters and the warnings that this commit ordered, and that none is missing.
    func checkLetters(
        _ fresh: [DeliveryRow],
        _ committed: inout CommittedAlarm,
        _ commit: Commit,
        _ events: [AlarmEvent]
    ) {
        guard let person = person(in: commit.row.circle) else { return }
        let name = named(commit.row.alarm.id)
        for row in fresh {
            guard case .contact(let contact, let medium) = row.order.destination else { continue }
            switch row.order.stage {
            case .alert:
                check(
                    person.isTold(contact, by: medium, at: version) || commit.request.agrees(contact, by: medium),
                    "\(name) is to be told to a contact who has not agreed"
                )
                checkAlert(row, committed, commit, person)
            case .allClear, .putOff:
                check(
                    committed.alertsTo.removeValue(forKey: row.order.destination) != nil,
                    "\(name): an all-clear goes to somebody who was not alerted"
                )
                // Contacts who were alerted for several deadlines get one all-clear.
                for other in inOrder where other.row.circle == commit.row.circle && other.row.key != commit.row.key {
                    alarms[other.row.key]?.alertsTo[row.order.destination] = nil
                }
            default: break
            }
        }
        // The credit for the relay's absences also applies to later requests.
        if !commit.row.alarm.state.isFinal, let kind = EscalationPolicy.checkInKind(of: commit.row.alarm.preset) {
            let telling = commit.row.alarm.base + kind.wait
            if commit.request == nil {
                person.cycle = person.cycle.moved(to: telling)
            } else if events.contains(where: { $0.kind == .credited || $0.kind == .late }) {
                // What the request asks for counts first.
                person.credited = telling
            }
        }
        checkRehearsal(fresh, committed, commit)
        let known = committed.row.alarm.revision == commit.row.alarm.revision ? alertsTaken(by: committed.row.alarm) : 0
        let taken = alertsTaken(by: commit.row.alarm)
        guard taken > (alarms[commit.row.key] == nil ? 0 : known), !commit.row.alarm.state.isFinal else { return }
        for contact in person.contacts {
            for medium in person.media[contact] ?? [] where person.isTold(contact, by: medium, at: version) {
                if medium == .webhook, person.endedWebhooks.contains(contact) { continue }
                check(
                    fresh.contains { $0.order.stage == .alert && $0.order.destination == .contact(contact, medium) },
                    "\(name) is overdue, and a contact is not told by \(medium.rawValue)"
                )
            }
        }
        if taken == 2 { count(.contactsToldAgain) }
        if commit.row.alarm.preset == EscalationPolicy.gentleCheckIn.name { count(.gentlyTold) }
    }

    /// How many times the contacts were to be told of a deadline: when it has passed, and once more a day later, or a day
    /// after the reminder of a gentle check-in.
    func alertsTaken(by alarm: Alarm) -> Int {
        guard let kind = EscalationPolicy.checkInKind(of: alarm.preset) else { return 0 }
        let offsets: [Span] = kind == .gentle ? [.hours(24)] : [.zero, .hours(24)]
        return offsets.count { alarm.base + $0 <= alarm.processedUntil }
    }

    /// Counts which came first, the check-in or the deadline.
    func countCheckIn(_ old: CommittedAlarm?, _ committed: CommittedAlarm, _ commit: Commit) {
        guard let old, old.row.alarm.epoch < commit.row.alarm.epoch, let person = person(in: commit.row.circle),
            commit.request?.phone === person.phone, commit.row.alarm.preset == EscalationPolicy.checkIn.name
        else { return }
        let rows = committed.deliveries.values.filter { $0.order.epoch == old.row.alarm.epoch }
        let alerts = rows.filter { $0.order.stage == .alert }
        if alerts.isEmpty {
            let isWarned = rows.contains { $0.order.offset == -CheckInLimits.shortestNotice }
            return isWarned ? count(.checkInWon) : ()
        }
        count(.checkInLost)
        let names = Set(alerts.map(\.order.id))
        if world.sendAttempts.contains(where: { $0.isUnderWay && names.contains($0.id) }) { count(.checkInUnderWay) }
    }

    private func checkAlert(
        _ row: DeliveryRow,
        _ committed: CommittedAlarm,
        _ commit: Commit,
        _ person: SimulatedCheckIns
    ) {
        let name = named(commit.row.alarm.id)
        guard let deadline = deadline(of: person) else { return fail("\(name) alerts, and nobody is to check in") }
        if commit.record.contains(where: { $0.event.kind == .credited }) { count(.deadlineCredited) }
        // What has passed by a clock stays passed when that is set back, for whoever agrees only then.
        let hasPassed = latestReading >= deadline && alarms[commit.row.key]?.row.alarm.state == .ringing
        check(
            commit.decidedAt >= deadline || hasPassed,
            "\(name) alerts \((deadline - commit.decidedAt).milliseconds) ms before the deadline"
        )
        guard person.wasReachable else { return }
        if commit.row.alarm.preset == EscalationPolicy.gentleCheckIn.name {
            // The reminder may be late, since only the time until the contacts are told is credited.
            return check(
                committed.deliveries.values.contains {
                    $0.order.stage == .checkInReminder
                        && $0.createdAt <= commit.decidedAt - CheckInLimits.shortestNotice
                },
                "\(name) alerts, and its person was not reminded"
            )
        }
        // The contacts are told of the deadline, and once more a day after it.
        let told = commit.decidedAt - (row.order.offset ?? .zero)
        let latest = (hasPassed ? max(told, deadline) : told) - CheckInLimits.shortestNotice + .seconds(10)
        // A person who puts the deadline off by minutes after a warning, even twice, counts as warned.
        let earliest = min(told, deadline) - CheckInLimits.shortestNotice * 3
        check(
            committed.deliveries.values.contains { warning in
                warning.order.stage == .checkInDue && warning.order.offset == -CheckInLimits.shortestNotice
                    && warning.createdAt <= latest
                    && (warning.order.epoch == row.order.epoch || warning.createdAt >= earliest)
            },
            "\(name) alerts, and its person was not warned 15 min before"
        )
    }

    /// Records that a contact's server has told some node that it wants no more, upon which the relay forgets it.
    func noteEndedWebhook(_ flight: SendAttempt) {
        guard flight.medium == .webhook, case .addressDead = flight.verdict,
            let row = alarms.ordering(flight.id)?.deliveries[flight.id], let person = person(of: flight.id),
            case .contact(let contact, _) = row.order.destination,
            person.endedWebhooks.insert(contact).inserted
        else { return }
        count(.webhookGone)
    }

    /// Checks that no letter ended without a reason.
    func checkEnd(of row: DeliveryRow, _ committed: CommittedAlarm, _ commit: Commit) {
        guard row.order.stage == .alert || row.order.stage.resolvesAlert, let person = person(in: commit.row.circle),
            case .contact(let contact, let medium) = row.order.destination
        else { return }
        let what = "\(row.order.stage.rawValue) \(row.order.id) of \(named(commit.row.alarm.id))"
        let consent = person.consent(of: contact, at: version)
        switch row.state {
        case .refused:
            // A webhook that has ended takes nothing any more.
            let hasEnded = medium == .webhook && person.endedWebhooks.contains(contact)
            check(wasRefused(row) || consent == nil || hasEnded, "\(what) was given up, and no server refused it")
        case .expired:
            check(commit.decidedAt >= row.order.deadline - .minutes(30), "\(what) was given up before its time")
        case .superseded:
            let isOver = row.order.stage == .alert && row.order.epoch < commit.row.alarm.epoch
            let isTold = person.isTold(contact, by: medium, at: version)
            check(isOver || !isTold, "\(what) to \(contact) was dropped, and nothing had ended it")
        case .pending, .leased, .accepted: break
        }
    }

    /// Checks that no letter is still pending some time after all faults are over.
    func checkWaiting(_ row: DeliveryRow) {
        guard let healedAt, row.order.destination.device == nil, !world.profile.hasClockSteps else { return }
        // A letter that came back is sent again an hour later.
        let hasReturned = world.sendAttempts.contains { $0.id == row.order.id && $0.returned != nil }
        let since = max(healedAt, row.createdAt)
        check(
            world.now - (hasReturned ? max(since, row.notBefore) : since) < .minutes(20),
            "\(row.order.stage.rawValue) \(row.order.id) still waits, and the mail server has been well for 20 min"
        )
    }
}

extension DeviceRequest? {
    /// Whether it is a contact's consent for this address, which counts with its commit.
    fileprivate func agrees(_ contact: ContactID, by medium: Destination.Medium) -> Bool {
        guard case .decide(contact, .confirmed, let agreed)? = self?.kind else { return false }
        return agreed == medium
    }
}
