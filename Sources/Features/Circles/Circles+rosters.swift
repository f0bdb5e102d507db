package import AlarmCore
package import AlarmWire
import Engine
import Storage

extension Circles {
    /// Stores a circle and its members; a member in `former` who is no longer in `roster` is deleted.
    ///
    /// The circle's record belongs to its head, the eldest parent or the dweller, and is deleted with that person.
    func save(
        _ roster: CircleRoster,
        insteadOf former: CircleRoster? = nil,
        news: [FamilyNews] = []
    ) throws {
        let circle = roster.circle
        guard let head = roster.members.first(where: \.role.governs) ?? roster.members.first else {
            return try deleteCircle(circle.id)
        }
        try tx.put(
            SealedRecord(
                id: DocumentID(of: circle.id),
                owner: head.person,
                circle: circle.id,
                position: circle.since.milliseconds,
                body: CircleBody(circle, news: try self.news(of: roster, insteadOf: former, adding: news))
            )
        )
        for member in roster.members where former?.member(member.person) != member {
            try tx.put(
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
            try tx.delete(MembershipBody.self, MembershipBody.id(of: gone.person, in: circle.id))
        }
        tx.commitEffects.persons.formUnion(roster.members.map(\.person))
        tx.commitEffects.persons.formUnion(former?.members.map(\.person) ?? [])
    }

    /// Ends a circle, with its alarms and every document that concerns it.
    private func deleteCircle(_ circle: CircleID) throws {
        for var row in try transaction.liveAlarms(of: circle, limit: .max) { try tx.revoke(&row) }
        try transaction.blankContents(of: circle)
        tx.commitEffects.ended.insert(circle)
        for kind in Document.Kind.allCases {
            for document in try transaction.documents(kind, in: circle, after: nil, limit: .max) {
                try transaction.deleteDocument(kind, id: document.id)
            }
        }
    }

    /// Cancels every pending alarm of a circle from or for a person, but those that outlive their membership, and keeps
    /// the other alarms from reaching them.
    ///
    /// The person's devices are told to disarm what they have armed.
    package func cancelAlarms(of circle: CircleID, concerning person: PersonID) throws {
        let devices = Set(try transaction.devices(of: person).map(\.id))
        for var row in try transaction.liveAlarms(of: circle, limit: .max) {
            let isOver = !tx.kinds[row.alarm.preset].outlivesMembership
            if isOver, row.sender == person || row.receiver == person {
                try tx.revoke(&row)
                continue
            }
            for var delivery in try transaction.deliveries(of: row.key)
            where delivery.order.destination.device.map(devices.contains) ?? false && !delivery.state.isFinal {
                delivery.endLease(as: .superseded)
                try transaction.update(delivery)
            }
        }
    }

    /// Withholds deliveries that a person is no longer to get.
    ///
    /// These are all of the circle's if they have left it, otherwise the alerts of which the dweller no longer lets
    /// them know. An alert that another node has just ended may still be under way here, and is withheld, too.
    private func withhold(from before: Membership, now after: Membership?, in circle: CircleID) throws {
        let lost = before.permissions.subtracting(after?.permissions ?? [])
        guard after == nil || !lost.isEmpty else { return }
        var destinations = Set(try transaction.devices(of: before.person).map { Destination.device($0.id) })
        let number = ContactID(Contact.ownPhone(of: before.person))
        destinations.formUnion([.contact(number, .sms), .contact(number, .call)])
        guard after != nil else {
            return tx.commitEffects.withheld.append(Withholding(circle: circle, destinations: destinations))
        }
        let live = try transaction.liveAlarms(of: circle, limit: .max)
        let ended = try engine.alarmsUnderWay(of: circle, in: transaction).filter(\.alarm.state.isFinal)
        for row in live + ended
        where try tx.kinds[row.alarm.preset].isWithheld(row, afterLosing: lost, in: tx) {
            tx.commitEffects.withheld.append(Withholding(circle: circle, alarm: row.key, destinations: destinations))
        }
    }
}

extension Problem {
    /// The problem that reports a circle's refusal to the caller.
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
