/// One person's place in a circle.
public struct Membership: Hashable, Sendable {
    /// When a member of a care circle is told of an alert: 1 first, 9 last; those with the same number together.
    public static let tiers = 1...9

    /// Who.
    public let person: PersonID
    /// Since when.
    public let since: Instant
    /// What they are.
    public internal(set) var role: Role
    /// What the dweller lets a member of a care circle do and know; empty for everybody else, whose role says it.
    public internal(set) var granted: Set<Permission>
    /// When they are told of an alert; within ``tiers``.
    public internal(set) var tier: Int
    /// What they want to be called in this circle; nil until they have said.
    public var displayName: String?

    /// Makes or restores a membership; a tier outside ``tiers`` becomes the nearest within.
    public init(
        person: PersonID,
        role: Role,
        since: Instant,
        granted: Set<Permission> = [],
        tier: Int = 1,
        displayName: String? = nil
    ) {
        self.person = person
        self.role = role
        self.since = since
        self.granted = role == .member ? granted.intersection(Permission.care) : []
        self.tier = min(max(tier, Self.tiers.lowerBound), Self.tiers.upperBound)
        self.displayName = displayName
    }

    /// All that they may do and know.
    public var permissions: Set<Permission> {
        switch role {
        case .parent: [.setForChildren, .setForSelf]
        case .child: [.setForSelf]
        case .dweller: Permission.care
        case .member: granted
        case .partner: []
        }
    }
}
