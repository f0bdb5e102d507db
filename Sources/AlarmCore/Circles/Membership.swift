/// One person's membership of a circle.
public struct Membership: Hashable, Sendable {
    /// The order in which members of a care circle are told of an alert: 1 first, 9 last; equal numbers together.
    public static let tiers = 1...9

    /// The person.
    public let person: PersonID
    /// The time at which the person joined.
    public let since: Instant
    /// The person's role.
    public internal(set) var role: Role
    /// The permissions that the dweller granted a member of a care circle; empty in every other role, which implies its
    /// own.
    public internal(set) var granted: Set<Permission>
    /// The tier in which the member is told of an alert; within ``tiers``.
    public internal(set) var tier: Int
    /// The person's display name in this circle; nil until they set one.
    public var displayName: String?
    /// The member's own switch for the alerts of a care circle; only they set it.
    public internal(set) var alerts: AlertSwitch

    /// Makes or restores a membership; a tier outside ``tiers`` becomes the nearest within.
    public init(
        person: PersonID,
        role: Role,
        since: Instant,
        granted: Set<Permission> = [],
        tier: Int = 1,
        displayName: String? = nil,
        alerts: AlertSwitch = .on
    ) {
        self.person = person
        self.role = role
        self.since = since
        self.granted = role == .member ? granted.intersection(Permission.care) : []
        self.tier = min(max(tier, Self.tiers.lowerBound), Self.tiers.upperBound)
        self.displayName = displayName
        self.alerts = alerts
    }

    /// All permissions of the member.
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
