package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Circles {
    /// How long an introduction is kept for its reader after its author has left: somebody who does not use the circle in
    /// the meantime still learns from it who the others are.
    ///
    /// 30 days.
    static let introductionRetention = Span.days(30)

    /// Stores an introduction sealed by the caller for a member of a circle, until that member leaves it.
    ///
    /// Whoever may invite may introduce; everyone may leave an introduction for their own devices. The caller's
    /// previous introduction for the person is replaced.
    ///
    /// - Throws: the problem `not-found` outside the circle, `not-allowed`.
    package func introduce(
        _ introduction: Introduction,
        to person: PersonID,
        in circle: CircleID,
        by device: Device
    ) throws -> EngineResponse {
        let roster = try engine.roster(of: circle, for: device.person, in: transaction)
        guard let member = roster.member(device.person), roster.member(person) != nil else { throw Problem(.notFound) }
        guard person == device.person || !member.role.mayInvite.isEmpty else {
            throw Problem(CircleError.notAllowed(member.role))
        }
        try forgetIntroductions(in: circle)
        let id = IntroductionBody.id(from: device.person, to: person, in: circle)
        let former = try tx.record(IntroductionBody.self, id)
        try tx.put(
            SealedRecord(
                id: id,
                owner: person,
                circle: circle,
                position: former?.position ?? now.milliseconds,
                body: IntroductionBody(from: device.person, box: introduction.box)
            )
        )
        // A device that listens takes the keys at once, and seals for whoever has come.
        tx.commitEffects.persons.insert(person)
        return EngineResponse(status: 204, body: [])
    }

    /// Notes on the introductions by a person who leaves a circle that they end.
    ///
    /// They stay for a while, since those who have not fetched them yet know nobody else's key.
    func endIntroductions(by person: PersonID, in circle: CircleID) throws {
        for var record in try tx.records(IntroductionBody.self, concerning: circle) where record.body.from == person {
            record.body.left = record.body.left ?? now
            try tx.put(record)
        }
    }

    /// Deletes the introductions of a circle whose authors left it long ago.
    func forgetIntroductions(in circle: CircleID) throws {
        for record in try tx.records(IntroductionBody.self, concerning: circle) where record.body.isOver(at: now) {
            try tx.delete(IntroductionBody.self, record.id)
        }
    }
}

extension IntroductionBody {
    /// Whether its author left so long ago that nobody is given it any more.
    func isOver(at now: Instant) -> Bool {
        left.map { $0 + Circles.introductionRetention < now } ?? false
    }
}
