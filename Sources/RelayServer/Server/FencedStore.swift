import AlarmCore
import Sealing
import Storage

/// The store of a command beside the relay; its writes are fenced off once the keyring's active key has changed.
///
/// Without this, a command that read the keyring just before a rotation could seal a value under a key that the
/// rotation then removes. The file is read inside each write transaction: a rotation changes it before it reseals
/// anything, so it still finds what was written before the change.
struct FencedStore: Store {
    let base: any Store
    /// The key under which the command seals.
    let activeID: KeyID
    /// Reads the active key from the keyring's file.
    let currentID: @Sendable () throws -> KeyID

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws -> Result
    ) async throws -> Result {
        try await base.write { transaction in
            guard try currentID() == activeID else { throw RelayError.keyringChanged }
            return try body(transaction)
        }
    }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await base.read(body)
    }

    func device(_ id: DeviceID) async throws -> Device? { try await base.device(id) }

    var isShared: Bool { base.isShared }
    var isShortOfSpace: Bool { base.isShortOfSpace }

    func scrub() async throws { try await base.scrub() }

    func close() async { await base.close() }
}
