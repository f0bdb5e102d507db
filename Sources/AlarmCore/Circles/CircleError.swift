/// Why a change to a circle is refused.
public enum CircleError: Error, Hashable, Sendable {
    /// The person is not in the circle.
    case notAMember
    /// The asking person's role does not allow it.
    case notAllowed(Role)
    /// Circles of this kind have no such role, or nobody can be invited to it.
    case wrongRole(Role, Circle.Kind)
    /// The person is in the circle already.
    case alreadyMember
    /// The person is in a family already, this one or another.
    case alreadyInFamily
    /// The person is the dweller of a care circle already.
    case alreadyDweller
    /// The circle has reached its largest size.
    case full
    /// The person is in the most circles allowed.
    case tooManyCircles
    /// The family would be left without a parent.
    case lastParent
    /// Only a care circle has permissions and priorities.
    case notCare
    /// Only members of a care circle have permissions that can be given and taken, and a priority.
    case notForRole(Role)
    /// The priority is outside ``Membership/tiers``.
    case tier(Int)
    /// The permission is not one that a dweller can grant.
    case permission(Permission)
}

extension CircleError: CustomStringConvertible {
    /// The problem, and the remedy.
    public var description: String {
        switch self {
        case .notAMember: "this person is not in the circle: ask for the circle anew"
        case .notAllowed(.child): "children cannot do this: ask a parent of the family"
        case .notAllowed(.member): "only the dweller can do this: ask them"
        case .notAllowed(let role): "a \(role.rawValue) cannot do this in this circle"
        case .wrongRole(let role, let kind): "nobody is invited to a \(kind.rawValue) circle as \(role.rawValue)"
        case .alreadyMember: "this person is in the circle already: change their role instead"
        case .alreadyInFamily: "one can be in one family at a time: leave the other one first"
        case .alreadyDweller: "one has one care circle of one's own: leave it first, or invite people into it"
        case .full: "the circle has \(Circle.largestSize) people already: somebody has to leave first"
        case .tooManyCircles: "one can be in \(Circle.mostPerPerson) circles at once: leave one first"
        case .lastParent: "the family needs a parent: make somebody else a parent first, or remove the others"
        case .notCare: "only a care circle has permissions, priorities and alerts"
        case .notForRole(let role): "a \(role.rawValue) has no permissions to change, no priority and no alerts"
        case .tier(let tier):
            "a priority of \(tier) is none: use \(Membership.tiers.lowerBound) to \(Membership.tiers.upperBound)"
        case .permission(let permission): "\(permission.rawValue) is not the dweller's to give"
        }
    }
}
