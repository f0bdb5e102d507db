public import AlarmCore
import AlarmWire
import Sealing

/// What a device keeps of a family or care circle: its person's member key, and those of the others (PA1 section 4).
public struct KnownCircle: Sendable {
    /// How far ahead of this device's clock the time of a key may be before it is taken for made up: 5 min.
    private static let clockLead = Span.minutes(5)

    /// Its name at the relay.
    public let id: CircleID
    /// What this device's person is called by the relay.
    public let person: PersonID
    /// Since when the person has the key.
    public let since: Instant
    /// The others whose keys are known.
    public internal(set) var members: [KnownMember]
    /// Whether titles of reminders may go to the relay in clear: by the family's own word, which the relay cannot forge.
    public internal(set) var letsTitlesBeRead: Bool

    let key: X25519.PrivateKey

    init(
        id: CircleID,
        person: PersonID,
        key: X25519.PrivateKey,
        since: Instant,
        members: [KnownMember] = [],
        letsTitlesBeRead: Bool = false
    ) {
        self.id = id
        self.person = person
        self.key = key
        self.since = since
        self.members = members
        self.letsTitlesBeRead = letsTitlesBeRead
    }

    /// Whether words can be sealed for somebody, and theirs opened; true for the device's own person.
    public func knows(_ person: PersonID) -> Bool {
        person == self.person || members.contains { $0.person == person }
    }

    /// Everything that may be told to others about who is who, the own key first.
    var introduction: IntroducedKeys {
        let own = MemberKey(person: person, publicKey: key.publicKey.bytes, since: since)
        let others = members.map { MemberKey(person: $0.person, publicKey: $0.key.bytes, since: $0.since) }
        return IntroducedKeys(members: [own] + others, letsTitlesBeRead: letsTitlesBeRead)
    }

    /// The keys between this device's person and somebody; nil where the other's key is not known.
    func agreement(with person: PersonID, at relay: Origin) throws(SealingError) -> MemberAgreement? {
        let other = person == self.person ? key.publicKey : members.first { $0.person == person }?.key
        guard let other else { return nil }
        return try MemberAgreement(
            origin: relay.text,
            circle: id,
            person: self.person,
            ownKey: key,
            with: MemberAgreement.Member(person: person, key: other)
        )
    }

    /// Takes over what somebody trustworthy tells of a circle.
    ///
    /// - Returns: whether anything of it was new.
    mutating func take(_ introduced: IntroducedKeys, at relay: Origin, now: Instant) -> Bool {
        let isNews = introduced.letsTitlesBeRead && !letsTitlesBeRead
        letsTitlesBeRead = letsTitlesBeRead || introduced.letsTitlesBeRead
        let hasKeys = take(introduced.members, at: relay, now: now)
        return hasKeys || isNews
    }

    /// Takes over keys that somebody trustworthy tells of; of two keys of a person the later one holds.
    ///
    /// A key that yields no secret, one from the future, and what is said of this device's own person, count for nothing.
    ///
    /// - Returns: whether anything of it was new.
    mutating func take(_ keys: [MemberKey], at relay: Origin, now: Instant) -> Bool {
        var isNew = false
        for told in keys where told.person != person && told.since <= now + Self.clockLead {
            let index = members.firstIndex { $0.person == told.person }
            let known = index.map { members[$0] }
            guard let key = try? X25519.PublicKey(bytes: told.publicKey), key != known?.key,
                known.map({ told.since > $0.since }) ?? true
            else { continue }
            var changed = self
            if let index { changed.members.remove(at: index) }
            changed.members.append(
                KnownMember(person: told.person, key: key, since: told.since, name: known?.name)
            )
            guard (try? changed.agreement(with: told.person, at: relay)) != nil else { continue }
            self = changed
            isNew = true
        }
        return isNew
    }

    /// Forgets the keys of who is not in the circle any more, and what the others are called.
    mutating func keep(_ view: CircleView) {
        members = members.compactMap { known in
            guard let place = view.members.first(where: { $0.person == known.person }) else { return nil }
            var known = known
            known.name = place.displayName ?? known.name
            return known
        }
    }
}

/// What a device knows of somebody in a circle with its person.
public struct KnownMember: Hashable, Sendable {
    /// Who.
    public let person: PersonID
    /// Since when they have the key, by whoever heard of it first hand.
    public let since: Instant
    /// What they are called, by their own word or by the relay's.
    public internal(set) var name: String?

    let key: X25519.PublicKey

    init(person: PersonID, key: X25519.PublicKey, since: Instant, name: String? = nil) {
        self.person = person
        self.key = key
        self.since = since
        self.name = name
    }
}

extension KnownCircle: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Which one, no secrets.
    public var description: String { "circle \(id), \(members.count) keys of others" }

    /// Which one, no secrets.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "members": members.count]) }
}
