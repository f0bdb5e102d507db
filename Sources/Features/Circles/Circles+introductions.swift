package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Circles {
    /// Stores an introduction sealed by the caller for a member of a circle, until either of them leaves it.
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

    /// Deletes the introductions by a person who has left a circle.
    func forgetIntroductions(by person: PersonID, in circle: CircleID) throws {
        for record in try tx.records(IntroductionBody.self, concerning: circle) where record.body.from == person {
            try tx.delete(IntroductionBody.self, record.id)
        }
    }
}
