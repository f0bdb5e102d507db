import AlarmCore
package import AlarmWire
package import Engine
import Sealing
import Storage

/// The code that opens the operator's page: one at a time, of which the relay keeps a keyed hash.
///
/// 100 bits in four groups of Crockford's base 32, typed as an enrolment code is.
package enum OperatorCode {
    private static let key = "operator code"
    /// How long a pass opens the page.
    ///
    /// 1 min.
    static let passLife = Span.minutes(1)

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

    /// Makes a code beside the other one that opens the page for ``passLife``, for a command on the relay's machine.
    static func makePass(in engine: Engine) async throws -> String {
        let text = engine.random.draw { generator in
            (0..<4).map { _ in PairingCode.randomLocator(using: &generator) }.joined(separator: "-")
        }
        try await engine.write { tx in
            let end = tx.now + passLife
            let name = try passName(of: text, engine)
            try tx.transaction.setValue(Array("\(end.milliseconds)".utf8), for: name, until: end)
        }
        return text
    }

    /// Whether `text` is the code, or a pass that has not expired.
    static func isRight(_ text: Substring, of engine: Engine) async throws -> Bool {
        if try await isPass(text, of: engine) { return true }
        let given = try engine.vault.operatorCode(String(text))
        guard let known = try await engine.read({ try $0.value(Self.key) }) else { return false }
        return ConstantTime.equal(given, known)
    }

    /// Whether `text` is a pass that has not expired.
    static func isPass(_ text: Substring, of engine: Engine) async throws -> Bool {
        let name = try passName(of: String(text), engine)
        guard let bytes = try await engine.read({ try $0.value(name) }),
            let end = Int64(String(decoding: bytes, as: UTF8.self))
        else { return false }
        return engine.clock.now() < Instant(milliseconds: end)
    }

    /// The name under which a pass is kept: by its keyed hash, so that several commands may ask at once.
    private static func passName(of text: String, _ engine: Engine) throws -> String {
        "\(key) pass \(Base64URL.encode(try engine.vault.operatorCode(text)))"
    }
}
