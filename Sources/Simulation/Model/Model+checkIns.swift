import AlarmCore
import AlarmWire
import Storage

extension Model {
    /// Updates the model of a person who checks in from a request and the transaction that served it.
    func follow(_ request: DeviceRequest, _ snapshot: any Snapshot) throws {
        guard let person = world.watched.first(where: { $0.phone === request.phone }) else {
            try followCare(request, snapshot)
            try followLink(request, snapshot)
            return followFamily(request)
        }
        let (now, what) = (request.decidedAt, "?\(request.number), \(world.describe(request))")
        defer {
            if let credited = person.credited { person.cycle = person.cycle.moved(to: credited) }
            person.credited = nil
        }
        var cycle = try person.cycle(at: now)
        switch request.kind {
        case .plan(let settings):
            person.settings = settings
            cycle.change(to: try SimulatedCheckIns.plan(settings, at: now), at: now)
        case .checkIn:
            cycle.checkIn(at: now)
            checkRehearsalsOver(for: person, what)
        case .snoozeCheckIn: try cycle.snooze(at: now)
        case .nameContact(let named): return try takeContact(named, of: person, snapshot)
        case .rehearse: return checkRehearsed(by: person, what)
        case .decide(let contact, let consent, let medium):
            person.take(consent, of: contact, by: medium, at: version)
            if consent == .confirmed { checkTold(contact, by: medium, of: person, what) }
            return
        case .dropContact(let contact):
            person.words[contact]?.append(SimulatedCheckIns.Word(version: version, consent: nil))
            return
        default: return
        }
        let isMoved = cycle.deadline != person.cycle.deadline
        person.cycle = cycle
        checkCycle(of: person, at: now, what)
        if isMoved, let deadline = cycle.deadline { world.planAround(deadline, of: person) }
    }

    /// Checks that a contact who agrees after a deadline is told of it.
    private func checkTold(
        _ contact: ContactID,
        by medium: Destination.Medium,
        of person: SimulatedCheckIns,
        _ what: String
    ) {
        guard person.isTold(contact, by: medium, at: version) else { return }
        for committed in inOrder where committed.row.circle == CircleID(own: person.phone.person) {
            let alarm = committed.row.alarm
            guard !alarm.state.isFinal, alertsTaken(by: alarm) > 0 else { continue }
            count(.contactToldLate)
            check(
                committed.deliveries.values.contains { row in
                    row.order.stage == .alert && row.order.epoch == alarm.epoch
                        && row.order.destination.contact == contact && row.state != .superseded
                },
                "\(what): a contact agreed after the deadline, and is not told of it"
            )
        }
    }

    /// Checks that the stored deadline is the one that was asked for.
    private func checkCycle(of person: SimulatedCheckIns, at now: Instant, _ what: String) {
        let presets = [EscalationPolicy.checkIn.name, EscalationPolicy.gentleCheckIn.name]
        let live = inOrder.map(\.row).filter { row in
            row.circle == CircleID(own: person.phone.person) && presets.contains(row.alarm.preset)
                && !row.alarm.state.isFinal
        }
        guard let deadline = person.cycle.deadline else {
            return check(live.isEmpty, "\(what): nobody is to check in, and \(live.count) deadlines run")
        }
        guard deadline > now else { return }
        check(
            live.count == 1 && live.first.map { $0.alarm.due == deadline || $0.alarm.base == deadline } ?? false,
            "\(what): the check-in is due \(deadline.iso8601), and \(live.map(\.alarm.due.iso8601)) is watched"
        )
    }

    private func takeContact(
        _ named: ContactRequest,
        of person: SimulatedCheckIns,
        _ snapshot: any Snapshot
    ) throws {
        for document in try snapshot.documents(.contact, of: person.phone.person, after: nil, limit: .max) {
            let id = ContactID(document.id)
            guard person.words[id] == nil else { continue }
            person.words[id] = [SimulatedCheckIns.Word(version: version, consent: .pending)]
            person.contacts.append(id)
            person.media[id] = named.media
            person.names[id] = named.name
            for medium in named.media.subtracting([.webhook]).sorted(by: { $0.rawValue < $1.rawValue }) {
                world.planAnswer(of: id, by: medium, to: person)
            }
        }
    }

    /// Records what a contact was promised.
    func promise(_ request: DeviceRequest) {
        guard let commit = request.commit else { return }
        promiseCare(request, commit)
        promiseLink(request)
        promiseFamily(request, commit)
        guard let person = world.watched.first(where: { $0.phone === request.phone }) else { return }
        switch request.kind {
        case .decide(let contact, .unsubscribed, _), .dropContact(let contact):
            // The contact may have changed their mind before the answer reached them.
            guard person.consent(of: contact, at: version) != .confirmed else { return }
            person.promisedSilence[contact] = person.promisedSilence[contact] ?? (commit.version, commit.life)
        default: break
        }
    }
}

extension ContactRequest {
    /// The kinds of addresses that a contact has.
    var media: Set<Destination.Medium> {
        var media: Set<Destination.Medium> = []
        if email != nil { media.insert(.email) }
        if phone != nil { media.insert(.sms) }
        if webhook != nil { media.insert(.webhook) }
        return media
    }
}
