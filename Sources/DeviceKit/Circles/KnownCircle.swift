public import AlarmCore
import AlarmWire
import Sealing

/// A family or care circle as a device keeps it: its person's member key, and those of the others (PA1 section 4).
public struct KnownCircle: Sendable {
    /// How far ahead of this device's clock the time of a key may be before the key is rejected: 5 min.
    private static let clockLead = Span.minutes(5)

    /// Identifier.
    public let id: CircleID
    /// The identifier of this device's person.
    public let person: PersonID
    /// The time at which the person's key was made.
    public let since: Instant
    /// The other members whose keys are known.
    public internal(set) var members: [KnownMember]
    /// The keys of people who have left, and former keys of members: they open what was sealed with them, in a family
    /// until it is sealed again.
    var former: [KnownMember]
    /// The keys of people who have left, the newest last.
    ///
    /// Introductions from before still name them, and are not believed: whoever joins again has another key.
    var departed: [KnownMember]
    /// The state of the family for which this device has sealed all words that it can; nil before it has.
    var sealedFor: String?
    /// Whether reminder titles may be sent to the relay in clear: as the family's people say, which the relay cannot
    /// forge.
    public internal(set) var letsTitlesBeRead: Bool

    let key: X25519.PrivateKey

    init(
        id: CircleID,
        person: PersonID,
        key: X25519.PrivateKey,
        since: Instant,
        members: [KnownMember] = [],
        former: [KnownMember] = [],
        departed: [KnownMember] = [],
        sealedFor: String? = nil,
        letsTitlesBeRead: Bool = false
    ) {
        self.id = id
        self.person = person
        self.key = key
        self.since = since
        self.members = members
        self.former = former
        self.departed = departed
        self.sealedFor = sealedFor
        self.letsTitlesBeRead = letsTitlesBeRead
    }

    /// Whether texts can be sealed for a person, and theirs opened; true for the device's own person.
    public func knows(_ person: PersonID) -> Bool {
        person == self.person || members.contains { $0.person == person }
    }

    /// The member keys that may be told to others, the own key first.
    var introduction: IntroducedKeys {
        let own = MemberKey(person: person, publicKey: key.publicKey.bytes, since: since)
        let others = members.map { MemberKey(person: $0.person, publicKey: $0.key.bytes, since: $0.since) }
        return IntroducedKeys(members: [own] + others, letsTitlesBeRead: letsTitlesBeRead)
    }

    /// The display name of a person who is in the circle or has left it; nil where it is not known.
    func name(of person: PersonID) -> String? {
        (members.first { $0.person == person } ?? former.last { $0.person == person })?.name
    }

    /// The agreement between this device's person and another; nil where the other's key is not known.
    func agreement(with person: PersonID, at relay: Origin) throws(SealingError) -> MemberAgreement? {
        guard let other = publicKey(of: person) else { return nil }
        return try agreement(with: person, whoseKeyIs: other, at: relay)
    }

    /// The agreement between this device's person and one who has or had a key.
    func agreement(
        with person: PersonID,
        whoseKeyIs other: X25519.PublicKey,
        at relay: Origin
    ) throws(SealingError) -> MemberAgreement {
        try MemberAgreement(
            origin: relay.text,
            circle: id,
            person: self.person,
            ownKey: key,
            with: MemberAgreement.Member(person: person, key: other)
        )
    }

    /// The present public key of a person in the circle; nil where it is not known.
    func publicKey(of person: PersonID) -> X25519.PublicKey? {
        person == self.person ? key.publicKey : members.first { $0.person == person }?.key
    }

    /// Adopts a trusted introduction to a circle.
    ///
    /// - Returns: whether any of it was new.
    mutating func take(_ introduced: IntroducedKeys, at relay: Origin, now: Instant) -> Bool {
        let isNews = introduced.letsTitlesBeRead && !letsTitlesBeRead
        letsTitlesBeRead = letsTitlesBeRead || introduced.letsTitlesBeRead
        let hasKeys = take(introduced.members, at: relay, now: now)
        return hasKeys || isNews
    }

    /// Adopts member keys from a trusted source; of two keys of a person the later one holds.
    ///
    /// A key that yields no secret, one from the future, one with which its person has left the circle, and one for this
    /// device's own person are ignored.
    ///
    /// - Returns: whether any of them was new.
    mutating func take(_ keys: [MemberKey], at relay: Origin, now: Instant) -> Bool {
        var isNew = false
        for told in keys where told.person != person && told.since <= now + Self.clockLead {
            let index = members.firstIndex { $0.person == told.person }
            let known = index.map { members[$0] }
            guard let key = try? X25519.PublicKey(bytes: told.publicKey), key != known?.key, !hasDeparted(with: key),
                known.map({ told.since > $0.since }) ?? true
            else { continue }
            var changed = self
            if let index { changed.members.remove(at: index) }
            changed.members.append(
                KnownMember(person: told.person, key: key, since: told.since, name: known?.name)
            )
            guard (try? changed.agreement(with: told.person, at: relay)) != nil else { continue }
            if let known { changed.remember([known]) }
            self = changed
            isNew = true
        }
        return isNew
    }

    /// Drops the keys of people who are no longer in the circle, and updates the names of the others.
    ///
    /// What they have sealed can still be opened: in a family until somebody has sealed it again, in a care circle as
    /// long as it is shown.
    ///
    /// - Parameters:
    ///   - view: the circle, not older than any introduction that was taken.
    ///   - recent: people whose keys may be newer than the view, who are kept although it does not name them.
    mutating func keep(_ view: CircleView, sparing recent: Set<PersonID> = []) {
        var gone: [KnownMember] = []
        members = members.compactMap { known in
            guard let place = view.members.first(where: { $0.person == known.person }) else {
                if recent.contains(known.person) { return known }
                gone.append(known)
                return nil
            }
            var known = known
            known.name = place.displayName ?? known.name
            return known
        }
        remember(gone)
        departed += gone.map { KnownMember(person: $0.person, key: $0.key, since: $0.since) }
        departed = departed.suffix(Circle.largestSize)
    }

    /// Whether somebody left the circle who had this key.
    private func hasDeparted(with key: X25519.PublicKey) -> Bool { departed.contains { $0.key == key } }

    /// Keeps keys that seal no more, the newest of them.
    mutating func remember(_ gone: [KnownMember]) {
        for known in gone where !former.contains(where: { $0.key == known.key }) { former.append(known) }
        former = former.suffix(Circle.largestSize)
    }
}

/// A member of a circle as a device knows them.
public struct KnownMember: Hashable, Sendable {
    /// The person.
    public let person: PersonID
    /// The time of the key, as first recorded.
    public let since: Instant
    /// The display name, as told by the member or by the relay.
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
    /// Identifier and number of keys, no secrets.
    public var description: String { "circle \(id), \(members.count) keys of others" }

    /// Identifier and number of keys, no secrets.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "members": members.count]) }
}
