package import AlarmCore
package import AlarmWire
import Engine
package import Storage

extension EngineScene {
    /// A request by which Ana rings Ben.
    package func request(
        _ couple: Couple,
        at time: AlarmTime,
        id: AlarmID? = nil,
        timeZone: String? = nil,
        repeat rule: String? = nil,
        message: SealedText = .sample()
    ) throws -> AlarmRequest {
        AlarmRequest(
            id: id ?? draw { AlarmID.random(using: &$0) },
            partnerToken: couple.anasToken,
            time: time,
            message: message,
            timeZone: timeZone,
            rule: try rule.map { try RecurrenceRule($0) }
        )
    }

    /// Hands a request in.
    @discardableResult
    package func accept(_ request: AlarmRequest, from device: Device) async throws -> AlarmAccepted {
        try await ask { try $0.accept(request, from: device) }
    }

    /// Ana sets an alarm for Ben.
    package func setAlarm(_ couple: Couple, in span: Span = .minutes(30)) async throws -> AlarmID {
        let request = try request(couple, at: AlarmTime(now + span))
        return try await accept(request, from: couple.ana).id
    }

    /// Ana sets an alarm for Ben that repeats by the clocks of `zone`.
    package func setAlarm(
        _ couple: Couple,
        from local: String,
        in zone: String = "Europe/Berlin",
        repeat rule: String
    ) async throws -> AlarmID {
        let request = try request(couple, at: AlarmTime(local), timeZone: zone, repeat: rule)
        return try await accept(request, from: couple.ana).id
    }

    /// A device reports about an alarm; about its present revision unless told otherwise.
    @discardableResult
    package func report(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        from device: Device,
        revision: Int? = nil,
        until: Instant? = nil,
        reply: SealedText? = nil
    ) async throws -> ReceiptAccepted {
        let current = try await row(id).alarm.revision
        let receipt = Receipt(report: report, revision: revision ?? current, at: now, until: until, reply: reply)
        return try await ask { try $0.take(receipt, of: id, from: device) }
    }

    /// One side takes an alarm back.
    @discardableResult
    package func cancel(_ id: AlarmID, by device: Device) async throws -> ReceiptAccepted {
        try await ask { try $0.cancel(id, by: device) }
    }

    /// An alarm as stored.
    package func row(_ id: AlarmID) async throws -> AlarmRow {
        guard let row = try await engine.read({ try $0.alarm(id) }) else { throw Problem(.notFound) }
        return row
    }

    /// Where an alarm stands.
    package func state(_ id: AlarmID) async throws -> AlarmState {
        try await row(id).alarm.state
    }

    /// What an alarm's record tells, in order.
    package func record(_ id: AlarmID) async throws -> [AlarmEvent.Kind] {
        let key = try await row(id).key
        return try await engine.read { try $0.record(of: key).map(\.event.kind) }
    }

    /// The outbox rows of an alarm, oldest first.
    package func deliveries(_ id: AlarmID) async throws -> [DeliveryRow] {
        let key = try await row(id).key
        return try await engine.read { try $0.deliveries(of: key) }
    }

    /// What `device` is told when it synchronises.
    package func synchronise(_ device: Device, since cursor: SyncCursor? = nil) async throws -> SyncAnswer {
        try await engine.synchronise(device, since: cursor)
    }

    /// An alarm as `device` may see it.
    package func view(_ id: AlarmID, for device: Device) async throws -> AlarmView {
        try await engine.read { try self.engine.view(of: id, for: device, in: $0) }
    }
}
