import AlarmCore
import AlarmWire

/// Somebody who lives alone, and those who look after them, by what they asked for.
final class Household {
    /// What a member may know, and when they are told, from some transaction on.
    struct Standing {
        let version: Int
        /// What the dweller lets them do and know; nil once they are no longer in the circle.
        let permissions: Set<Permission>?
        let tier: Int
    }

    /// Somebody who looks after the dweller.
    final class Member {
        let phone: Phone
        /// Where they stood, by transaction, oldest first; never empty.
        var standings: [Standing]
        /// Their own telephone number, once they have left one.
        var number: ContactID?
        /// What became of the number, by transaction: nobody is to write to one that is not confirmed.
        var words: [Watched.Word] = []
        /// Of which kinds of alerts they were told that they hear no more, by which transaction, and by whom.
        var promisedSilence: [CareSignal.Kind: (version: Int, life: Life)] = [:]
        /// The same of their telephone.
        var promisedNoTexts: (version: Int, life: Life)?

        init(phone: Phone, tier: Int) {
            self.phone = phone
            standings = [Standing(version: 0, permissions: Permission.care, tier: tier)]
        }

        /// Where they stood when so many transactions had been committed.
        func standing(at version: Int) -> Standing {
            standings.last { $0.version <= version } ?? standings[0]
        }

        /// Whether they could then be told of an alert.
        func mayKnow(of kind: CareSignal.Kind, at version: Int) -> Bool {
            standing(at: version).permissions?.contains(.alert(kind)) ?? false
        }

        /// Whether their telephone could then be written to.
        func takesTexts(at version: Int) -> Bool {
            words.last { $0.version <= version }?.consent == .confirmed
        }
    }

    let id: CircleID
    let phones: [Phone]
    let members: [Member]
    /// What the dweller set last.
    var settings = CareSettings()
    /// The latest sign of activity.
    var lastActivity: Instant?
    /// Whether the dweller will be asked if nothing is heard: not once a member has taken over.
    var isWatching = false
    /// Whether the dweller has answered the question in the transaction that is being looked at.
    var hasAnswered = false
    /// Whether the dweller's phones had an address all the time.
    var wasReachable = true
    /// Of what kind each alert is.
    var kinds: [AlarmID: CareSignal.Kind] = [:]

    init(id: CircleID, phones: [Phone], members: [Member]) {
        self.id = id
        self.phones = phones
        self.members = members
    }

    /// Who lives alone.
    var dweller: PersonID { phones[0].person }

    /// Takes note of a sign of activity: from there on the dweller is watched again.
    func note(_ sign: Instant) {
        lastActivity = sign
        isWatching = true
    }

    /// The member whose phone, or whose telephone, this is.
    func member(at destination: Destination) -> Member? {
        members.first { member in
            switch destination {
            case .device(let id): member.phone.id == id
            case .contact(let id, _): member.number == id
            }
        }
    }

    /// Those who may know of an alert, and after how many others with a more urgent priority they are told, of those whom
    /// anything reaches.
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

    /// When the dweller is asked whether all is well, by what they did; nil for never.
    func question(in zone: ZoneRules) -> Instant? {
        guard isWatching else { return nil }
        return settings.inactivityDeadline(after: lastActivity, in: zone)
    }

    /// How long the dweller has to call an alert off, or nil where their settings hold it back.
    func countdown(for signal: CareSignal, at now: Instant, in zone: ZoneRules) -> Span? {
        let isPaused = settings.pausedUntil.map { $0 > now } ?? false
        let isQuiet = settings.quietHours?.contains(now, in: zone) ?? false
        let usual: Span
        switch signal {
        case .manual: usual = .seconds(30)
        case .fall where !isPaused: usual = .seconds(30)
        case .inactivity where !isPaused && !isQuiet, .wellness where !isPaused && !isQuiet: usual = .seconds(120)
        case .glucose(let reading) where !isPaused:
            let value = reading.milligramsPerDecilitre
            guard let bounds = settings.glucose, value < bounds.low || value > bounds.high else { return nil }
            usual = .seconds(60)
        default: return nil
        }
        return settings.countdowns.chosen[signal.kind] ?? usual
    }
}
