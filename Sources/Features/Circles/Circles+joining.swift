import AlarmCore
import AlarmWire
import Engine
import Storage

extension Circles {
    /// Checks that a device's person may invite to a circle as requested (PA1 section 4).
    ///
    /// - Throws: the problem `not-found` for a circle that the person is not in, `not-allowed`, `malformed`,
    ///   `conflict`.
    func requireInvitation(_ request: CreateInvite, by device: Device) throws {
        guard let kind = request.purpose.circleKind else { return }
        guard let circle = request.circle, let role = request.role else { throw Problem(.malformed) }
        let roster = try engine.roster(of: circle, for: device.person, in: transaction)
        guard roster.circle.kind == kind else { throw Problem(.notFound) }
        do {
            try roster.requireInvitation(by: device.person, as: role)
        } catch {
            throw Problem(error, pointer: "/role")
        }
    }

    /// The circle with the claimer in it, as the invite would make it; nothing is stored.
    ///
    /// - Parameters:
    ///   - person: the claimer; nil for one who is just registering.
    ///   - invite: the claimed invite.
    ///   - inviter: the person who invited.
    /// - Returns: the circle as it is, and as it would be.
    /// - Throws: the problem `not-found` when the circle is gone or the inviter has lost the right; `conflict` when the
    ///   person cannot be in it.
    @discardableResult
    func admitting(
        _ person: PersonID?,
        by invite: Invite,
        of inviter: PersonID
    ) throws -> (former: CircleRoster, roster: CircleRoster) {
        guard let circle = invite.circle, let role = invite.role,
            let former = try engine.roster(of: circle, in: transaction)
        else { throw Problem(.notFound) }
        guard inviter != person else {
            throw Problem(.conflict, detail: "this code was made on another device of yours: it is for somebody else")
        }
        var roster = former
        do {
            try roster.requireInvitation(by: inviter, as: role)
        } catch .full {
            throw Problem(CircleError.full)
        } catch {
            throw Problem(.notFound)
        }
        guard let person else { return (former, roster) }
        let known = try engine.circlesKnown(of: person, in: transaction)
        do {
            try roster.admit(person, as: role, invitedBy: inviter, known: known, at: now)
        } catch {
            throw Problem(error)
        }
        return (former, roster)
    }

    /// Adds the claimer's person to the circle.
    func join(_ device: Device, by invite: Invite) throws {
        let inviter = try tx.pairing.requireJoinable(invite, claimer: device.person)
        let (former, roster) = try admitting(device.person, by: invite, of: inviter.person)
        try save(roster, insteadOf: former)
    }
}
