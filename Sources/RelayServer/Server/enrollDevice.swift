package import AlarmCore
import AlarmWire
package import Engine
import Sealing

/// A one-time code with which one device may register.
package struct EnrolmentCode: Hashable, Sendable {
    /// The code as its user types it; the relay keeps only a keyed hash.
    package let text: String
    /// From when on it is worthless.
    package let expiresAt: Instant
}

/// Makes an enrolment code, beside a relay that may be running on the same database.
///
/// 100 bits in four groups of Crockford's base 32.
///
/// - Throws: `RelayError`, `StoreError` or `KeyringError`; all of them say what to do.
package func enrollDevice(
    configuration: RelayConfiguration,
    clock: any RelayClock = SystemClock(),
    random: Chance = .system
) async throws -> EnrolmentCode {
    let text = random.draw { generator in
        (0..<4).map { _ in PairingCode.randomLocator(using: &generator) }.joined(separator: "-")
    }
    return try await visitStore(configuration, clock: clock, random: random) { engine in
        EnrolmentCode(text: text, expiresAt: try await engine.write { work in try work.enroll(text) })
    }
}
