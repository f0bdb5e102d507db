package import AlarmCore
package import AlarmWire
package import Engine
import Storage

/// Families and care circles, their members, roles and introductions.
package struct Circles: Feature {
    package let tx: RelayTransaction

    /// Creates a family or a care circle with the caller as its only member.
    ///
    /// - Throws: the problem `conflict` for a second family, or a second care circle of one's own, for a care circle
    ///   whose dweller has no name, and for a device whose invite is not confirmed.
    package func create(_ request: CreateCircle, by device: Device) throws -> EngineResponse {
        try tx.requireConfirmed(device.person)
        if request.kind == .care {
            let name = try request.displayName ?? engine.kinds.naming(device.person, engine, transaction)
            try Care.requireShown(name, orSay: "give yourself a name in the circle, as 'displayName'")
        }
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
        try save(roster)
        return EngineResponse(201, CircleView(roster, for: device.person))
    }

    /// Changes a circle's name and settings; for a parent, or the dweller.
    ///
    /// Where the relay may no longer read titles, stored titles are deleted in the same transaction.
    ///
    /// - Throws: the problem `conflict` where they cannot be deleted, because nobody sealed the text.
    package func change(_ id: CircleID, _ change: CircleChange, by device: Device) throws -> EngineResponse {
        let answer = try self.edit(id, by: device) { (roster: inout CircleRoster) throws(CircleError) in
            try roster.requireGovernor(device.person)
            roster.circle.name = change.name ?? roster.circle.name
            roster.circle.relayMayReadTitles = change.relayMayReadTitles ?? roster.circle.relayMayReadTitles
            roster.circle.snoozeLimit = change.snoozeLimit ?? roster.circle.snoozeLimit
        }
        if change.relayMayReadTitles == false { try tx.reminders.withdrawText(of: id) }
        return answer
    }

    /// Changes a membership in a circle, either all that is asked or nothing.
    package func changeMember(
        _ person: PersonID,
        of id: CircleID,
        _ change: MemberChange,
        by device: Device
    ) throws -> EngineResponse {
        if case .off(let end?) = change.alerts, end <= now || end > now + AlertSwitch.longest {
            throw Problem(
                .malformed,
                detail: "alerts are off until a time that is ahead, 366 days at most",
                pointer: "/alerts/until"
            )
        }
        return try self.edit(id, by: device) { (roster: inout CircleRoster) throws(CircleError) in
            if let alerts = change.alerts { try roster.setAlerts(of: person, to: alerts, by: device.person) }
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

    /// Removes a person from a circle: the caller who leaves, or somebody whom a parent or the dweller removes.
    ///
    /// In this transaction every pending alarm of the circle from or to the person is cancelled, and their documents in
    /// the circle and the reminders for them are deleted; the reminders that they set for others are deleted too, unless
    /// a parent takes them over. What they completed just before is still told to the parents. A circle ends with its
    /// last member, and a care circle with its dweller.
    ///
    /// The parents of a family read what became of the reminders, and with `isNamed` who it was.
    ///
    /// - Throws: the problem `not-found` for a person outside the circle, `not-allowed`, `malformed` for an heir who is
    ///   no other parent of the family, and `conflict` for a family's last parent while it has other members.
    package func removeMember(
        _ person: PersonID,
        of id: CircleID,
        handingOverTo heir: PersonID? = nil,
        isNamed: Bool = true,
        by device: Device
    ) throws -> EngineResponse {
        let former = try engine.roster(of: id, for: device.person, in: transaction)
        var roster = former
        do {
            _ = try roster.remove(person, by: device.person)
        } catch {
            throw Problem(error)
        }
        let departure = try self.departure(of: person, handingOverTo: heir, from: former, isNamed: isNamed)
        if let heir {
            guard heir != person, roster.member(heir)?.role == .parent else {
                throw Problem(.malformed, detail: "'heir' has to be a parent of the family who stays in it")
            }
            try tx.reminders.handOver(from: person, to: heir, in: id)
        }
        try cancelAlarms(of: id, concerning: person)
        for document in try transaction.documents(of: person)
        where document.circle == id && document.kind != .circle && document.kind != .membership {
            try transaction.deleteDocument(document.kind, id: document.id)
        }
        try tx.reminders.forgetReminders(of: person, in: id)
        try endIntroductions(by: person, in: id)
        try forgetIntroductions(in: id)
        try save(roster, insteadOf: former, news: [departure])
        try tx.care.resumeAlerts(leftBy: person, of: id, by: device)
        for gone in former.members where roster.member(gone.person) == nil {
            tx.commitEffects.persons.insert(gone.person)
            try tx.pairing.forgetUnusedTokens(of: gone.person)
        }
        return EngineResponse(status: 204, body: [])
    }

    /// Removes a person who deletes all their data from every circle.
    ///
    /// A family ends with its last parent, as a care circle with its dweller: nobody is made a parent unasked.
    package func leaveAll(as device: Device) throws {
        for roster in try engine.rosters(of: device.person, in: transaction) {
            let isLastParent = roster.parents.count == 1 && roster.member(device.person)?.role == .parent
            if isLastParent {
                try end(roster)
            } else {
                _ = try removeMember(device.person, of: roster.circle.id, isNamed: false, by: device)
            }
        }
    }

    /// Ends a family for everybody in it.
    private func end(_ former: CircleRoster) throws {
        try save(CircleRoster(circle: former.circle, members: []), insteadOf: former)
        for gone in former.members {
            tx.commitEffects.persons.insert(gone.person)
            try tx.pairing.forgetUnusedTokens(of: gone.person)
        }
    }

    /// All reachable devices of a family's parents, except those of one person; by default of all parents, including
    /// the one who caused the notice.
    package func parents(of circle: CircleID, except person: PersonID? = nil) throws -> [AlarmContext.Addressee] {
        try tx.records(MembershipBody.self, concerning: circle).map(\.body.membership)
            .filter { $0.role == .parent && $0.person != person }
            .flatMap { try tx.recipients(of: $0.person) }
            .map { AlarmContext.Addressee($0) }
    }

    private func edit(
        _ id: CircleID,
        by device: Device,
        _ change: (inout CircleRoster) throws(CircleError) -> Void
    ) throws -> EngineResponse {
        let former = try engine.roster(of: id, for: device.person, in: transaction)
        var roster = former
        do {
            try change(&roster)
        } catch {
            throw Problem(error)
        }
        if roster != former { try save(roster, insteadOf: former) }
        return EngineResponse(200, CircleView(roster, for: device.person))
    }
}
