package import AlarmCore
package import AlarmWire
package import Storage

extension Work {
    /// Keeps for somebody in a circle, until they or the caller leave it, what the caller has sealed about who is who.
    ///
    /// Who may invite may introduce; everybody may leave something for their own devices. What was kept from the caller for
    /// the person before goes.
    ///
    /// - Throws: the problem `not-found` outside the circle, `not-allowed`.
    package func introduce(
        _ introduction: Introduction,
        to person: PersonID,
        in circle: CircleID,
        by device: Device
    ) throws -> Answer {
        let roster = try engine.roster(of: circle, for: device.person, in: transaction)
        guard let member = roster.member(device.person), roster.member(person) != nil else { throw Problem(.notFound) }
        guard person == device.person || !member.role.mayInvite.isEmpty else {
            throw Problem(CircleError.notAllowed(member.role))
        }
        let id = IntroductionBody.id(from: device.person, to: person, in: circle)
        let former = try record(IntroductionBody.self, id)
        try put(
            SealedRecord(
                id: id,
                owner: person,
                circle: circle,
                position: former?.position ?? now.milliseconds,
                body: IntroductionBody(from: device.person, box: introduction.box)
            )
        )
        return Answer(status: 204, body: [])
    }

    /// Forgets what a person who has left a circle had sealed for the others in it.
    func forgetIntroductions(by person: PersonID, in circle: CircleID) throws {
        for record in try records(IntroductionBody.self, concerning: circle) where record.body.from == person {
            try delete(IntroductionBody.self, record.id)
        }
    }
}

extension Engine {
    /// What was sealed for a device's person about who is who in a circle, by its people and by their own devices.
    ///
    /// - Throws: the problem `not-found` for who is not in it.
    package func introductions(
        in circle: CircleID,
        for device: Device,
        in snapshot: any Snapshot
    ) throws -> IntroductionList {
        _ = try roster(of: circle, for: device.person, in: snapshot)
        let records = try records(IntroductionBody.self, of: device.person, in: snapshot)
        return IntroductionList(
            introductions: records.filter { $0.circle == circle }.map { record in
                IntroductionList.Entry(from: record.body.from, box: record.body.box)
            }
        )
    }
}
