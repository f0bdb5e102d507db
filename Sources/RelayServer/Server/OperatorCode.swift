package import AlarmWire
package import Engine
import Sealing
import Storage

/// The code that opens the operator's page: one at a time, of which the relay keeps a keyed hash.
///
/// 100 bits in four groups of Crockford's base 32, typed as an enrolment code is.
package enum OperatorCode {
    private static let key = "operator code"

    /// Makes a new code, beside a relay that may be running on the same database; the former one is void.
    ///
    /// - Returns: the code, and the relay's address, if it wrote one down.
    /// - Throws: `RelayError`, `StoreError` or `KeyringError`; each says what to do.
    package static func make(
        configuration: RelayConfiguration,
        clock: any RelayClock = SystemClock(),
        random: RandomSource = .system
    ) async throws -> (text: String, origin: Origin?) {
        try configuration.requireDatabase()
        let text = random.draw { generator in
            (0..<4).map { _ in PairingCode.randomLocator(using: &generator) }.joined(separator: "-")
        }
        let origin = try await withOfflineEngine(configuration, clock: clock, random: random) { engine in
            try await engine.write { tx in
                try tx.transaction.setValue(engine.vault.operatorCode(text), for: Self.key)
            }
            return try await RecordedOrigin.read(engine)
        }
        return (text, origin)
    }

    /// Whether `text` is the code.
    static func isRight(_ text: Substring, of engine: Engine) async throws -> Bool {
        let given = try engine.vault.operatorCode(String(text))
        guard let known = try await engine.read({ try $0.value(Self.key) }) else { return false }
        return ConstantTime.equal(given, known)
    }
}
