package import AlarmCore
package import AlarmWire
package import Engine
import Features
import Sealing

/// A one-time code with which one device may register.
package struct EnrolmentCode: Hashable, Sendable {
    /// The code as its user types it; the relay keeps only a keyed hash.
    package let text: String
    /// The time at which the code expires.
    package let expiresAt: Instant
    /// The address at which devices reach the relay, as it wrote it down; nil where it did not.
    package let origin: Origin?
}

/// Creates an enrolment code, beside a relay that may be running on the same database.
///
/// 100 bits in four groups of Crockford's base 32.
///
/// - Throws: `RelayError`, such as `noDatabase(path:)` where no relay has run, `StoreError` or `KeyringError`; each says
///   what to do.
package func enrollDevice(
    configuration: RelayConfiguration,
    clock: any RelayClock = SystemClock(),
    random: RandomSource = .system
) async throws -> EnrolmentCode {
    let text = random.draw { generator in
        (0..<4).map { _ in PairingCode.randomLocator(using: &generator) }.joined(separator: "-")
    }
    try configuration.requireDatabase()
    return try await withOfflineEngine(configuration, clock: clock, random: random) { engine in
        let expiresAt = try await engine.write { tx in try tx.devices.enroll(text) }
        return EnrolmentCode(text: text, expiresAt: expiresAt, origin: try await RecordedOrigin.read(engine))
    }
}
