package import AlarmCore
package import Storage

/// Waiting for the deliveries under way, after a transaction that ended their reason and before its answer.
///
/// After the answer nothing of them starts; what had started has ended, or had ``Limits/drain`` to do so. Where several
/// nodes share the store, nothing starts on any of them, and what had started on this one has ended.
extension Engine {
    /// Waits until nothing of an alarm is under way.
    package func awaitSends(alarm: AlarmID) async throws {
        guard let key = try await read({ try $0.alarm(alarm)?.key }) else { return }
        async let others: Void = awaitChecks(of: key)
        await inFlight.drain(alarm: key, for: limits.drain, by: clock)
        try await others
    }

    /// Waits until nothing of those alarms of a circle that `isConcerned` accepts is under way.
    package func awaitSends(
        circle: CircleID,
        alarms isConcerned: @escaping @Sendable (AlarmRow) -> Bool
    ) async throws {
        let alarms = try await read { snapshot in
            try self.inFlight.alarms(of: circle).filter { try snapshot.alarm(key: $0).map(isConcerned) ?? false }
        }
        async let others: Void = awaitChecks()
        await inFlight.drain(alarms: alarms, for: limits.drain, by: clock)
        try await others
    }

    /// Waits until nothing of a pair or another circle is under way, and removes what deleted rows left on the disk.
    package func awaitSends(circle: CircleID) async throws {
        async let others: Void = awaitChecks()
        await inFlight.drain(circle: circle, for: limits.drain, by: clock)
        try await others
        try await store.scrub()
    }

    /// Waits until nothing is under way to a device, and removes what the deleted row left on the disk.
    package func awaitSends(device: DeviceID) async throws {
        async let others: Void = awaitChecks()
        await inFlight.drain(device: device, for: limits.drain, by: clock)
        try await others
        try await store.scrub()
    }

    /// Waits until nothing is under way of these circles, or to these devices, and removes what deleted rows left on
    /// the disk.
    package func awaitSends(circles: Set<CircleID>, devices: Set<DeviceID>) async throws {
        async let others: Void = awaitChecks()
        await inFlight.drain(circles: circles, devices: devices, for: limits.drain, by: clock)
        try await others
        try await store.scrub()
    }
}
