package import AlarmCore
package import AlarmWire
package import Engine
import Features
package import Storage

extension EngineFixture {
    /// A request by which Ana sets an alarm for Ben.
    package func request(
        _ couple: PairedDevices,
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

    /// Sends a request to the engine.
    @discardableResult
    package func accept(_ request: AlarmRequest, from device: Device) async throws -> AlarmAccepted {
        try await ask { try $0.alarms.accept(request, from: device) }
    }

    /// Sets an alarm of Ana's for Ben.
    package func setAlarm(_ couple: PairedDevices, in span: Span = .minutes(30)) async throws -> AlarmID {
        let request = try request(couple, at: AlarmTime(now + span))
        return try await accept(request, from: couple.ana).id
    }

    /// Sets an alarm of Ana's for Ben that repeats by the clocks of `zone`.
    package func setAlarm(
        _ couple: PairedDevices,
        from local: String,
        in zone: String = "Europe/Berlin",
        repeat rule: String
    ) async throws -> AlarmID {
        let request = try request(couple, at: AlarmTime(local), timeZone: zone, repeat: rule)
        return try await accept(request, from: couple.ana).id
    }

    /// Reports an event of an alarm from a device; about its present revision by default.
    @discardableResult
    package func report(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        from device: Device,
        revision: Int? = nil,
        at time: Instant? = nil,
        until: Instant? = nil,
        reply: SealedText? = nil
    ) async throws -> ReceiptAccepted {
        let current = try await row(id).alarm.revision
        let receipt = Receipt(
            report: report,
            revision: revision ?? current,
            at: time ?? now,
            until: until,
            reply: reply
        )
        return try await ask { tx in try tx.alarms.take(receipt, of: id, from: tx.present(device)) }
    }

    /// Cancels an alarm from one side.
    @discardableResult
    package func cancel(_ id: AlarmID, by device: Device) async throws -> ReceiptAccepted {
        try await ask { try $0.alarms.cancel(id, by: device) }
    }

    /// Returns an alarm as stored.
    package func row(_ id: AlarmID) async throws -> AlarmRow {
        guard let row = try await engine.read({ try $0.alarm(id) }) else { throw Problem(.notFound) }
        return row
    }

    /// Returns the state of an alarm.
    package func state(_ id: AlarmID) async throws -> AlarmState {
        try await row(id).alarm.state
    }

    /// Returns the events in an alarm's record, in order.
    package func record(_ id: AlarmID) async throws -> [AlarmEvent.Kind] {
        let key = try await row(id).key
        return try await engine.read { try $0.record(of: key).map(\.event.kind) }
    }

    /// Returns the outbox rows of an alarm, oldest first.
    package func deliveries(_ id: AlarmID) async throws -> [DeliveryRow] {
        let key = try await row(id).key
        return try await engine.read { try $0.deliveries(of: key) }
    }

    /// Returns the answer to a sync request of `device`.
    package func synchronise(_ device: Device, since cursor: SyncCursor? = nil) async throws -> SyncAnswer {
        try await engine.synchronise(device, since: cursor)
    }

    /// Returns the view of an alarm that `device` gets.
    package func view(_ id: AlarmID, for device: Device) async throws -> AlarmView {
        try await engine.read { try self.engine.view(of: id, for: device, in: $0) }
    }
}

extension RelayTransaction {
    /// Returns a device as this transaction has it, which is how ``once(_:_:)`` passes it on; as given if it is gone.
    package func present(_ device: Device) throws -> Device {
        try transaction.device(device.id) ?? device
    }
}
