package import Delivery
package import Engine

/// Records a mail system's report on a letter, beside a relay that may be running on the same database.
///
/// - Throws: `RelayError.noDatabase(path:)`, `StoreError` or `KeyringError`; each says what to do.
package func recordBounce(
    _ report: DeliveryReport,
    configuration: RelayConfiguration,
    clock: any RelayClock = SystemClock()
) async throws -> BounceEffect {
    try configuration.requireDatabase()
    return try await withOfflineEngine(configuration, clock: clock) { engine in try await engine.take(report) }
}
