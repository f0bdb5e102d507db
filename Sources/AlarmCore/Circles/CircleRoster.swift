/// A circle with all its members: decides who may do what to whom.
///
/// A family that has anybody in it has a parent, and a care circle has exactly one dweller; a change that would break
/// this is refused.
public struct CircleRoster: Hashable, Sendable {
    /// The effect of a departure on the circle.
    public enum Departure: Hashable, Sendable {
        /// The circle goes on without the person.
        case goesOn
        /// The circle ends for everybody: nobody is left, or its dweller is gone.
        case ends
    }

    /// The circle.
    public var circle: Circle
    /// The members, in the order in which they joined.
    public private(set) var members: [Membership]

    /// Restores a roster.
    public init(circle: Circle, members: [Membership]) {
        self.circle = circle
        self.members = members
    }

    /// Founds a circle, with its founder as the only member.
    ///
    /// - Throws: what ``CircleRules/requireRoom(for:as:)`` throws.
    public init(
        founding circle: Circle,
        by person: PersonID,
        called displayName: String?,
        known: CircleRules.Known
    ) throws(CircleError) {
        let role = Role.founder(of: circle.kind)
        try CircleRules.requireRoom(for: known, as: role)
        self.init(
            circle: circle,
            members: [Membership(person: person, role: role, since: circle.since, displayName: displayName)]
        )
    }

    /// Returns a person's membership.
    public func member(_ person: PersonID) -> Membership? { members.first { $0.person == person } }

    /// The dweller of a care circle.
    public var dweller: Membership? { members.first { $0.role == .dweller } }

    /// The parents of a family.
    public var parents: [Membership] { members.filter { $0.role == .parent } }

    /// Checks that `inviter` may invite somebody as `role`.
    public func requireInvitation(by inviter: PersonID, as role: Role) throws(CircleError) {
        let member = try place(of: inviter)
        guard role.kind == circle.kind, Role.founder(of: circle.kind).mayInvite.contains(role) else {
            throw .wrongRole(role, circle.kind)
        }
        guard member.role.mayInvite.contains(role) else { throw .notAllowed(member.role) }
        guard members.count < Circle.largestSize else { throw .full }
    }

    /// Admits a person whom `inviter` has invited and who has accepted.
    ///
    /// - Parameters:
    ///   - person: the new member.
    ///   - role: their role.
    ///   - inviter: the inviting person, who must still be allowed to invite.
    ///   - known: the circles in which the person is.
    ///   - now: the present.
    /// - Throws: ``CircleError/alreadyMember``, and what ``requireInvitation(by:as:)`` and
    ///   ``CircleRules/requireRoom(for:as:)`` throw.
    public mutating func admit(
        _ person: PersonID,
        as role: Role,
        invitedBy inviter: PersonID,
        known: CircleRules.Known,
        at now: Instant
    ) throws(CircleError) {
        try requireInvitation(by: inviter, as: role)
        guard member(person) == nil else { throw .alreadyMember }
        try CircleRules.requireRoom(for: known, as: role)
        // Times strictly increase, so that every store keeps the order of joining.
        let since = max(now, members.last.map { $0.since + .milliseconds(1) } ?? now)
        members.append(
            Membership(person: person, role: role, since: since, granted: role == .member ? Permission.defaultCare : [])
        )
    }

    /// Removes a person: at their own request, or by a parent or the dweller.
    ///
    /// - Returns: whether the circle goes on. It ends with the last person, and a care circle with its dweller.
    /// - Throws: ``CircleError/lastParent`` when a family would be left without one; ``CircleError/notAllowed(_:)``.
    public mutating func remove(_ person: PersonID, by remover: PersonID) throws(CircleError) -> Departure {
        let leaving = try place(of: person)
        let asking = try place(of: remover)
        guard person == remover || asking.role.governs else { throw .notAllowed(asking.role) }
        if members.count == 1 || leaving.role == .dweller {
            members = []
            return .ends
        }
        if leaving.role == .parent, parents.count == 1 { throw .lastParent }
        members.removeAll { $0.person == person }
        return .goesOn
    }

    /// Changes a person's role: a parent makes a child a parent, or steps down if another parent stays.
    public mutating func setRole(of person: PersonID, to role: Role, by parent: PersonID) throws(CircleError) {
        let asking = try place(of: parent)
        let former = try place(of: person).role
        guard circle.kind == .family, role.kind == .family else { throw .wrongRole(role, circle.kind) }
        guard asking.role == .parent, role == .parent || person == parent else { throw .notAllowed(asking.role) }
        guard former != role else { return }
        if former == .parent, parents.count == 1 { throw .lastParent }
        change(person) { $0.role = role }
    }

    /// Sets what a member of a care circle may do and know.
    public mutating func setPermissions(
        of person: PersonID,
        to permissions: Set<Permission>,
        by dweller: PersonID
    ) throws(CircleError) {
        try requireDweller(dweller, over: person)
        if let foreign = permissions.subtracting(Permission.care).min() { throw .permission(foreign) }
        change(person) { $0.granted = permissions }
    }

    /// Sets the tier in which a member of a care circle is told of an alert.
    public mutating func setTier(of person: PersonID, to tier: Int, by dweller: PersonID) throws(CircleError) {
        try requireDweller(dweller, over: person)
        guard Membership.tiers.contains(tier) else { throw .tier(tier) }
        change(person) { $0.tier = tier }
    }

    /// Switches the alerts of a care circle on or off for a member; only that member may.
    public mutating func setAlerts(of person: PersonID, to alerts: AlertSwitch, by asking: PersonID) throws(CircleError)
    {
        let role = try place(of: asking).role
        guard circle.kind == .care else { throw .notCare }
        guard try place(of: person).role == .member else { throw .notForRole(.dweller) }
        guard person == asking else { throw .notAllowed(role) }
        change(person) { $0.alerts = alerts }
    }

    /// Sets a person's display name in the circle; only that person may.
    public mutating func setDisplayName(of person: PersonID, to name: String, by asking: PersonID) throws(CircleError) {
        let role = try place(of: asking).role
        _ = try place(of: person)
        guard person == asking else { throw .notAllowed(role) }
        change(person) { $0.displayName = name }
    }

    /// Checks that a person may change the circle itself.
    public func requireGovernor(_ person: PersonID) throws(CircleError) {
        let role = try place(of: person).role
        guard role.governs else { throw .notAllowed(role) }
    }

    private func requireDweller(_ dweller: PersonID, over person: PersonID) throws(CircleError) {
        let asking = try place(of: dweller)
        let concerned = try place(of: person)
        guard circle.kind == .care else { throw .notCare }
        guard asking.role == .dweller else { throw .notAllowed(asking.role) }
        guard concerned.role == .member else { throw .notForRole(concerned.role) }
    }

    private func place(of person: PersonID) throws(CircleError) -> Membership {
        guard let member = member(person) else { throw .notAMember }
        return member
    }

    private mutating func change(_ person: PersonID, _ change: (inout Membership) -> Void) {
        guard let index = members.firstIndex(where: { $0.person == person }) else { return }
        change(&members[index])
    }
}
