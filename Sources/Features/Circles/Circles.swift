package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Makes a family or a care circle with the caller alone in it.
    ///
    /// - Throws: the problem `conflict` for a second family, or a second care circle of one's own.
    package func createCircle(_ request: CreateCircle, by device: Device) throws -> Answer {
        let circle = Circle(
            id: engine.random.draw { CircleID.random(using: &$0) },
            kind: request.kind,
            since: now,
            name: request.name,
            relayMayReadTitles: request.relayMayReadTitles,
            snoozeLimit: request.snoozeLimit
        )
        let known = try engine.circlesKnown(of: device.person, in: transaction)
        let roster: CircleRoster
        do {
            roster = try CircleRoster(founding: circle, by: device.person, called: request.displayName, known: known)
        } catch {
            throw Problem(error)
        }
        try keep(roster)
        return Answer(201, CircleView(roster, for: device.person))
    }

    /// Changes a circle's name and settings; for a parent, or the dweller.
    ///
    /// Where the relay may no longer read titles, those that it has go in the same transaction.
    ///
    /// - Throws: the problem `conflict` where they cannot, because nobody sealed the words.
    package func changeCircle(_ id: CircleID, _ change: CircleChange, by device: Device) throws -> Answer {
        let answer = try self.change(id, by: device) { (roster: inout CircleRoster) throws(CircleError) in
            try roster.requireGovernor(device.person)
            roster.circle.name = change.name ?? roster.circle.name
            roster.circle.relayMayReadTitles = change.relayMayReadTitles ?? roster.circle.relayMayReadTitles
            roster.circle.snoozeLimit = change.snoozeLimit ?? roster.circle.snoozeLimit
        }
        if change.relayMayReadTitles == false { try takeBackWords(of: id) }
        return answer
    }

    /// Changes somebody's place in a circle, all that is asked or nothing.
    package func changeMember(
        _ person: PersonID,
        of id: CircleID,
        _ change: MemberChange,
        by device: Device
    ) throws -> Answer {
        try self.change(id, by: device) { (roster: inout CircleRoster) throws(CircleError) in
            if let name = change.displayName {
                try roster.setDisplayName(of: person, to: name, by: device.person)
            }
            if let role = change.role { try roster.setRole(of: person, to: role, by: device.person) }
            if let permissions = change.permissions {
                try roster.setPermissions(of: person, to: permissions, by: device.person)
            }
            if let tier = change.priority { try roster.setTier(of: person, to: tier, by: device.person) }
        }
    }

    /// Takes a person out of a circle: the caller who leaves, or somebody whom a parent or the dweller removes.
    ///
    /// Every pending alarm of the circle from or to them is cancelled in this transaction, what they gave in it goes, and
    /// what they were to be reminded of. A circle ends with its last person, and a care circle with its dweller.
    ///
    /// - Throws: the problem `not-found` for who is not in it, `not-allowed`, and `conflict` for a family's last parent
    ///   while it has others.
    package func removeMember(_ person: PersonID, of id: CircleID, by device: Device) throws -> Answer {
        let former = try engine.roster(of: id, for: device.person, in: transaction)
        var roster = former
        do {
            _ = try roster.remove(person, by: device.person)
        } catch {
            throw Problem(error)
        }
        try cancelAlarms(of: id, concerning: person)
        for document in try transaction.documents(of: person)
        where document.circle == id && document.kind != .circle && document.kind != .membership {
            try transaction.deleteDocument(document.kind, id: document.id)
        }
        try forgetReminders(of: person, in: id)
        try forgetIntroductions(by: person, in: id)
        try keep(roster, insteadOf: former)
        for gone in former.members where roster.member(gone.person) == nil {
            ripple.persons.insert(gone.person)
            try forgetUnusedTokens(of: gone.person)
        }
        return Answer(status: 204, body: [])
    }

    /// Takes a person out of every circle they are in, for one who deletes all they gave.
    ///
    /// A family whose last parent they are goes to its eldest member, who becomes its parent.
    package func leaveAllCircles(as device: Device) throws {
        for var roster in try engine.rosters(of: device.person, in: transaction) {
            let leavesOrphans = roster.parents.count == 1 && roster.member(device.person)?.role == .parent
            if leavesOrphans, let heir = roster.members.first(where: { $0.person != device.person }) {
                do {
                    try roster.setRole(of: heir.person, to: .parent, by: device.person)
                } catch {
                    throw Problem(error)
                }
                try keep(roster)
            }
            _ = try removeMember(device.person, of: roster.circle.id, by: device)
        }
    }

    private func change(
        _ id: CircleID,
        by device: Device,
        _ change: (inout CircleRoster) throws(CircleError) -> Void
    ) throws -> Answer {
        let former = try engine.roster(of: id, for: device.person, in: transaction)
        var roster = former
        do {
            try change(&roster)
        } catch {
            throw Problem(error)
        }
        if roster != former { try keep(roster, insteadOf: former) }
        return Answer(200, CircleView(roster, for: device.person))
    }
}
