import AlarmWire
import Engine
import Foundation
import Logging
import Storage

/// The address at which devices reach the relay, as the relay wrote it down when it started.
///
/// Commands beside the relay say it: their own configuration may lack the flags that the relay was started with.
enum RecordedOrigin {
    private static let key = "origin"

    /// Writes down the address of a relay that starts; nothing is written where it is as before.
    ///
    /// Relays that share a database are one relay to devices. That one of them has another address may be a change of all,
    /// or a mistake, and is logged.
    static func record(_ origin: Origin, in engine: Engine) async throws {
        let text = Array(origin.text.utf8)
        let known = try await engine.read { try $0.value(key) }
        guard known != text else { return }
        if engine.store.isShared, let known {
            engine.logger.warning(
                "the last relay on this database had another origin: all need the same one",
                metadata: ["last": "\(String(decoding: known, as: UTF8.self))", "own": "\(origin)"]
            )
        }
        try await engine.write { tx in try tx.transaction.setValue(text, for: key) }
    }

    /// The address that the last relay on this database wrote down; nil for one of an earlier version.
    static func read(_ engine: Engine) async throws -> Origin? {
        let text = try await engine.read { try $0.value(key) }
        return text.flatMap { try? Origin(String(decoding: $0, as: UTF8.self)) }
    }
}
