/// A person's role in a circle.
public enum Role: String, CaseIterable, Hashable, Sendable {
    /// One of two equals.
    case partner
    /// A parent in a family: sets reminders for anybody in it, invites and removes.
    case parent
    /// A child in a family: sets reminders for themselves.
    case child
    /// The person whom a care circle looks after, and who decides what the others may know.
    case dweller
    /// A member of a care circle: looks after its dweller.
    case member

    /// The kind of circle that has this role; nil for a pair.
    public var kind: Circle.Kind? {
        switch self {
        case .partner: nil
        case .parent, .child: .family
        case .dweller, .member: .care
        }
    }

    /// Returns the role of the founder of a circle of this kind.
    public static func founder(of kind: Circle.Kind) -> Role {
        switch kind {
        case .family: .parent
        case .care: .dweller
        }
    }

    /// Whether the role allows inviting, removing others, and changing the circle itself.
    public var governs: Bool { self == .parent || self == .dweller }

    /// The roles to which this role may invite others.
    public var mayInvite: Set<Role> {
        switch self {
        case .parent: [.parent, .child]
        case .dweller: [.member]
        case .partner, .child, .member: []
        }
    }
}
