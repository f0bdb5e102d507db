import AlarmCore
import AlarmWire

/// Model of a care circle, a dweller and its members, built from their requests alone.
final class SimulatedCareCircle {
    /// What a member may know, and with which priority they are told, from a given transaction on.
    struct Standing {
        let version: Int
        /// Permissions that the dweller gave the member; nil once the member has left the circle.
        let permissions: Set<Permission>?
        let tier: Int
    }

    /// A member of the care circle.
    final class Member {
        let phone: Phone
        /// Every standing of the member, by transaction, oldest first; never empty.
        var standings: [Standing]
        /// Contact of the member's own telephone number, once registered.
        var number: ContactID?
        /// Consent history of the number, by transaction: an unconfirmed number must not be written to.
        var words: [SimulatedCheckIns.Word] = []
        /// Whether the member asked to be called, and whether the owner of the number agreed by a link, by transaction.
        var wishes: [(version: Int, calls: Bool, isAgreed: Bool)] = []
        /// Kinds of alerts that an answer told the member they no longer receive, with its transaction and process.
        var promisedSilence: [CareSignal.Kind: (version: Int, life: NodeProcess)] = [:]
        /// Time at which the member was told that their telephone receives no more text messages.
        var promisedNoTexts: (version: Int, life: NodeProcess)?
        /// Time at which the member was told that they are not called any more.
        var promisedNoCalls: (version: Int, life: NodeProcess)?

        init(phone: Phone, tier: Int, permissions: Set<Permission> = Permission.care) {
            self.phone = phone
            standings = [Standing(version: 0, permissions: permissions, tier: tier)]
        }

        /// Returns the member's standing after `version` committed transactions.
        func standing(at version: Int) -> Standing {
            standings.last { $0.version <= version } ?? standings[0]
        }

        /// Whether the member could be told of an alert of this kind after `version` transactions.
        func mayKnow(of kind: CareSignal.Kind, at version: Int) -> Bool {
            standing(at: version).permissions?.contains(.alert(kind)) ?? false
        }

        /// Whether the member's telephone could be written to after `version` transactions.
        func takesTexts(at version: Int) -> Bool {
            words.last { $0.version <= version }?.consent == .confirmed
        }

        /// Whether the member could be called after `version` transactions.
        func takesCalls(at version: Int) -> Bool {
            takesTexts(at: version) && wishes.last { $0.version <= version }?.isAgreed ?? false
        }

        /// Whether a text message could ask for the member's consent after `version` transactions.
        func isAsked(at version: Int) -> Bool {
            guard let consent = words.last(where: { $0.version <= version })?.consent, consent != .unsubscribed else {
                return false
            }
            let wish = wishes.last { $0.version <= version }
            return consent == .pending || wish.map { $0.calls && !$0.isAgreed } ?? false
        }

        /// Follows the member's request to be called, or not; whoever has agreed stays agreed until they take it back.
        func wish(calls: Bool, at version: Int) {
            wishes.append((version, calls, calls && wishes.last?.isAgreed ?? false))
        }

        /// Follows the answer to a text message about the number, which asked for calls where those are wanted.
        func answer(_ consent: ContactView.ConsentState, at version: Int) {
            words.append(SimulatedCheckIns.Word(version: version, consent: consent))
            let calls = wishes.last?.calls ?? false
            wishes.append((version, calls, calls && consent == .confirmed))
            if consent == .confirmed {
                promisedNoTexts = nil
                if calls { promisedNoCalls = nil }
            }
        }
    }

    let id: CircleID
    let phones: [Phone]
    let members: [Member]
    /// Settings as the dweller last set them.
    var settings = CareSettings()
    /// The latest sign of activity.
    var lastActivity: Instant?
    /// Whether the dweller will be asked if nothing is heard; false once a member has taken over.
    var isWatching = false
    /// Whether the dweller answered the question in the transaction under inspection.
    var hasAnswered = false
    /// Whether the dweller's phones had an address throughout.
    var wasReachable = true
    /// Kind of each alert.
    var kinds: [AlarmID: CareSignal.Kind] = [:]
    /// The alerts that somebody has answered without a connection, and that nobody else answers or calls off.
    var leftAlone: Set<AlarmID> = []
    /// The time at which each alert was last signalled again.
    var restarts: [AlarmID: Instant] = [:]
    /// Who acknowledged each alert, and when, while they are in the circle.
    var helpers: [AlarmID: (person: PersonID, at: Instant)] = [:]
    /// Reading that raised each glucose alert.
    var readings: [AlarmID: GlucoseReading] = [:]
    /// The dweller's days, as their phones have recorded them.
    var history = WellnessHistory()
    /// Whether the relay may have watched a whole day, and so have a record of its own.
    var isWatchedByRelay = false
    /// Signals that wait for the end of quiet hours.
    var waiting: Set<CareSignal.Kind> = []
    /// Side on which a member knows the readings to lie, and since when; nil once a reading lay elsewhere.
    var glucoseCare: (side: GlucoseThresholds.Side, since: Instant)?

    init(id: CircleID, phones: [Phone], members: [Member]) {
        self.id = id
        self.phones = phones
        self.members = members
    }

    /// The person who lives alone.
    var dweller: PersonID { phones[0].person }

    /// Records a sign of activity, from which the dweller is watched again.
    func note(_ sign: Instant) {
        lastActivity = sign
        isWatching = true
        waiting.remove(.inactivity)
    }

    /// Returns the member who owns this phone or telephone number.
    func member(at destination: Destination) -> Member? {
        members.first { member in
            switch destination {
            case .device(let id): member.phone.id == id
            case .contact(let id, _): member.number == id
            }
        }
    }

    /// Returns the members who may know of an alert, each with the number of reachable priorities before theirs.
    func ranks(
        for kind: CareSignal.Kind,
        at version: Int,
        whom isReached: (Member) -> Bool = { _ in true }
    ) -> [(member: Member, rank: Int)] {
        let entitled = members.filter { $0.mayKnow(of: kind, at: version) && isReached($0) }
        let tiers = Set(entitled.map { $0.standing(at: version).tier })
        return entitled.map { member in
            (member, tiers.count { $0 < member.standing(at: version).tier })
        }
    }

    /// Whether what a member said at a time holds for an alert that was signalled again since.
    func mayAnswer(_ alert: AlarmID, given: Instant) -> Bool {
        restarts[alert].map { $0 - given <= .minutes(15) } ?? false
    }

    /// Returns the time at which the dweller is asked whether all is well; nil for never.
    func question(in zone: ZoneRules) -> Instant? {
        guard isWatching else { return nil }
        return settings.inactivityDeadline(after: lastActivity, in: zone)
    }

    /// Records that a member answers for the reading that raised an alert: while the next ones lie on its side, none of
    /// them alerts for an hour.
    func noteCare(of alert: AlarmID, at now: Instant) {
        guard let reading = readings[alert] else { return }
        glucoseCare = side(of: reading).map { ($0, now) }
    }

    /// Ends a member's care for readings on one side with a reading that lies elsewhere.
    func note(_ reading: GlucoseReading) {
        if side(of: reading) != glucoseCare?.side { glucoseCare = nil }
    }

    /// Takes what a phone has recorded of whole days; returns whether the newest one completes the dweller's pattern.
    func take(_ days: [WellnessDay], at now: Instant, in zone: ZoneRules) -> Bool {
        let today = zone.localDateTime(at: now).date
        guard settings.pausedUntil.map({ $0 <= now }) ?? true else { return false }
        let alertedOn = history.alertedOn
        let over = days.filter { $0.date < today }.sorted { $0.date < $1.date }
        history = WellnessHistory(days: history.days + over, alertedOn: alertedOn)
        let isQuiet = settings.quietHours?.contains(now, in: zone) ?? false
        guard let pattern = settings.wellness, !isQuiet, let newest = history.days.last,
            newest.date >= today.adding(days: -2)
        else { return false }
        return history.record(newest, completing: pattern)
    }

    private func side(of reading: GlucoseReading) -> GlucoseThresholds.Side? {
        guard let bounds = settings.glucose else { return nil }
        let value = reading.milligramsPerDecilitre
        return value < bounds.low ? .low : value > bounds.high ? .high : nil
    }

    /// Returns how long the dweller has to cancel an alert; nil if their settings hold it back.
    func countdown(for signal: CareSignal, at now: Instant, in zone: ZoneRules) -> Span? {
        let isPaused = settings.pausedUntil.map { $0 > now } ?? false
        let isQuiet = settings.quietHours?.contains(now, in: zone) ?? false
        let normal: Span
        switch signal {
        case .manual: normal = .seconds(30)
        case .fall where !isPaused: normal = .seconds(30)
        case .inactivity where !isPaused && !isQuiet, .wellness where !isPaused && !isQuiet: normal = .seconds(120)
        case .glucose(let reading) where !isPaused:
            guard let side = side(of: reading) else { return nil }
            if let care = glucoseCare, care.side == side, care.since <= now, now < care.since + .hours(1) { return nil }
            normal = .seconds(60)
        default: return nil
        }
        return settings.countdowns.chosen[signal.kind] ?? normal
    }
}
