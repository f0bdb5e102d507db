package import AlarmCore
package import AlarmWire
import Storage

extension Work {
    /// Keeps a circle and everybody in it; who is in `former` and no longer in `roster` is forgotten.
    ///
    /// The circle goes with whoever heads it: its record is the eldest parent's, or the dweller's.
    func keep(_ roster: CircleRoster, insteadOf former: CircleRoster? = nil) throws {
        let circle = roster.circle
        guard let head = roster.members.first(where: \.role.governs) ?? roster.members.first else {
            return try dissolve(circle.id)
        }
        try put(
            SealedRecord(
                id: DocumentID(of: circle.id),
                owner: head.person,
                circle: circle.id,
                position: circle.since.milliseconds,
                body: CircleBody(circle)
            )
        )
        for member in roster.members where former?.member(member.person) != member {
            try put(
                SealedRecord(
                    id: MembershipBody.id(of: member.person, in: circle.id),
                    owner: member.person,
                    circle: circle.id,
                    position: member.since.milliseconds,
                    body: MembershipBody(member)
                )
            )
        }
        for before in former?.members ?? [] {
            try withhold(from: before, now: roster.member(before.person), in: circle.id)
        }
        for gone in former?.members ?? [] where roster.member(gone.person) == nil {
            try delete(MembershipBody.self, MembershipBody.id(of: gone.person, in: circle.id))
        }
        ripple.persons.formUnion(roster.members.map(\.person))
        ripple.persons.formUnion(former?.members.map(\.person) ?? [])
    }

    /// Ends a circle: its alarms, and every document that concerns it, go.
    private func dissolve(_ circle: CircleID) throws {
        for var row in try transaction.liveAlarms(of: circle, limit: .max) { try revoke(&row) }
        try transaction.blankContents(of: circle)
        ripple.ended.insert(circle)
        for kind in Document.Kind.allCases {
            for document in try transaction.documents(kind, in: circle, after: nil, limit: .max) {
                try transaction.deleteDocument(kind, id: document.id)
            }
        }
    }

    /// Cancels every pending alarm of a circle that a person set or that would ring for them, and lets nothing of the
    /// others' reach them any more.
    ///
    /// What the person has armed they are told to let go.
    package func cancelAlarms(of circle: CircleID, concerning person: PersonID) throws {
        let devices = Set(try transaction.devices(of: person).map(\.id))
        for var row in try transaction.liveAlarms(of: circle, limit: .max) {
            if row.sender == person || row.receiver == person {
                try revoke(&row)
                continue
            }
            for var delivery in try transaction.deliveries(of: row.key)
            where delivery.order.destination.device.map(devices.contains) ?? false && !delivery.state.isFinal {
                delivery.endLease(as: .superseded)
                try transaction.update(delivery)
            }
        }
    }

    /// Keeps from starting what a person was to be told and is not any more: all of the circle's if they have left it, else
    /// the alerts of which the dweller lets them know no longer.
    private func withhold(from before: Membership, now after: Membership?, in circle: CircleID) throws {
        let lost = before.permissions.subtracting(after?.permissions ?? [])
        guard after == nil || !lost.isEmpty else { return }
        var destinations = Set(try transaction.devices(of: before.person).map { Destination.device($0.id) })
        destinations.insert(.contact(ContactID(Contact.ownPhone(of: before.person)), .sms))
        guard after != nil else {
            return ripple.withheld.append(Withheld(circle: circle, destinations: destinations))
        }
        for row in try transaction.liveAlarms(of: circle, limit: .max) where row.isCare {
            let kind = try record(CareAlertRecord.self, row.alert)?.body.kind ?? .inactivity
            guard lost.contains(.alert(kind)) else { continue }
            ripple.withheld.append(Withheld(circle: circle, alarm: row.key, destinations: destinations))
        }
    }

    private func revoke(_ row: inout AlarmRow) throws {
        try bidFarewell(row)
        try run(.revoke, on: &row)
        try transaction.supersedeAllDeliveries(of: row.key)
    }
}

extension Problem {
    /// What a circle's refusal is to who asked.
    package init(_ error: CircleError, pointer: String? = nil) {
        let kind: ProblemKind =
            switch error {
            case .notAMember: .notFound
            case .notAllowed: .notAllowed
            case .wrongRole, .notCare, .notForRole, .tier, .permission: .malformed
            case .alreadyMember, .alreadyInFamily, .alreadyDweller, .full, .tooManyCircles, .lastParent: .conflict
            }
        self.init(kind, detail: error.description, pointer: kind == .malformed ? pointer : nil)
    }
}
