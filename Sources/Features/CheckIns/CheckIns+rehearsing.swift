package import AlarmCore
import AlarmWire
package import Engine
import Storage
import Wording

extension CheckIns {
    /// Rehearses the person's check-in policy, and shows them what their contacts would be sent.
    ///
    /// A rehearsal that is under way is restarted. A check-in ends it, as it would end the policy.
    ///
    /// - Throws: the problem `rate-limited`; `conflict` where there is no plan to rehearse.
    package func rehearse(by device: Device) throws -> EngineResponse {
        try count(of: device.person)
        guard var watch = try watch(of: device.person) else {
            throw Problem(.conflict, detail: "there is no check-in plan yet: set one first")
        }
        try endRehearsal(of: &watch)
        let row = try play(RehearsalKind(watch.settings.kind), for: device.person)
        watch.rehearsal = row.alarm.id
        try save(watch, of: device.person)
        let begun = RehearsalBegun(
            id: row.alarm.id,
            state: row.alarm.state,
            letters: try engine.lettersRehearsed(of: device.person, watch, at: now, in: transaction),
            unreached: try engine.addressesUnreached(of: device.person, in: transaction)
        )
        return EngineResponse(202, begun)
    }

    /// Sends a test notification to all of a person's devices.
    ///
    /// - Throws: the problem `rate-limited`.
    package func testNotification(by device: Device) throws -> EngineResponse {
        try count(of: device.person)
        let row = try play(TestPushKind(), for: device.person)
        return EngineResponse(
            202,
            ReceiptAccepted(id: row.alarm.id, state: row.alarm.state, revision: row.alarm.revision)
        )
    }

    /// Ends a rehearsal, so that it sends nothing more.
    func endRehearsal(of watch: inout CheckInRecord) throws {
        if var row = try watch.rehearsal.flatMap({ try transaction.alarm($0) }), !row.alarm.state.isFinal {
            try tx.run(.cancel(by: .sender), on: &row)
        }
        watch.rehearsal = nil
    }

    private func play(_ kind: any AlarmKind, for person: PersonID) throws -> AlarmRow {
        try tx.begin(
            PresetAlarm(
                kind: kind,
                sender: person,
                receiver: person,
                circle: CircleID(own: person),
                due: now,
                subject: DocumentID(of: person)
            )
        )
    }
}
