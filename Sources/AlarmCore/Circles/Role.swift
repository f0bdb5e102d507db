/// What a person is in a circle.
public enum Role: String, CaseIterable, Hashable, Sendable {
    /// One of two equals.
    case partner
    /// Of a family: sets reminders for anybody in it, invites and removes.
    case parent
    /// Of a family: sets reminders for themselves.
    case child
    /// Of a care circle: whom the others look after, and who decides what they may know.
    case dweller
    /// Of a care circle: looks after its dweller.
    case member

    /// The kind of circle in which there is this role; nil for a pair.
    public var kind: Circle.Kind? {
        switch self {
        case .partner: nil
        case .parent, .child: .family
        case .dweller, .member: .care
        }
    }

    /// What who makes a circle of this kind is in it.
    public static func founder(of kind: Circle.Kind) -> Role {
        switch kind {
        case .family: .parent
        case .care: .dweller
        }
    }

    /// Whether the role allows to invite, to remove others, and to change the circle itself.
    public var governs: Bool { self == .parent || self == .dweller }

    /// What one who has this role may invite others as.
    public var mayInvite: Set<Role> {
        switch self {
        case .parent: [.parent, .child]
        case .dweller: [.member]
        case .partner, .child, .member: []
        }
    }
}
