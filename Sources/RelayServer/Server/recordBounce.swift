package import Delivery
package import Engine
import Foundation

/// Takes what a mail system reports of a letter, beside a relay that may be running on the same database.
///
/// - Throws: `RelayError.noDatabase(path:)`, `StoreError` or `KeyringError`; all of them say what to do.
package func takeReport(
    _ report: DeliveryReport,
    configuration: RelayConfiguration,
    clock: any RelayClock = SystemClock()
) async throws -> ReportEffect {
    // Opening would make one.
    guard FileManager.default.fileExists(atPath: configuration.database) else {
        throw RelayError.noDatabase(path: configuration.database)
    }
    return try await visitStore(configuration, clock: clock) { engine in try await engine.take(report) }
}
