import AlarmCore
import Sealing
import Storage

/// What keeps the relays on one shared database from going apart by their keyrings.
///
/// The operator copies the keyring of the first relay to the others. The database records the keys that seal it
/// (``KeyringCheck``), and by which key push services of browsers know its relays: a browser that subscribed with one
/// relay's key is not reached with another's.
enum SharedKeyring {
    /// The value that holds the public key for Web Push.
    private static let webPushName = "keyring.web push"

    /// Refuses a keyring that is not the database's, and records one where there is none.
    ///
    /// - Throws: `RelayError.otherKeyring`, or what the store threw.
    static func verify(
        _ keyring: Keyring,
        against memory: KeyringCheck.Memory,
        _ configuration: RelayConfiguration,
        in store: any Store
    ) async throws {
        do {
            try await KeyringCheck.verify(keyring, against: memory, in: store)
        } catch let error as KeyringError {
            guard store.isShared, let fault = error.fault else { throw error }
            throw RelayError.otherKeyring(
                path: configuration.keyring,
                database: configuration.database,
                reason: fault
            )
        }
    }

    /// Returns the keyring with the key for Web Push by which all relays on the database push.
    ///
    /// The first of them makes it where the keyring has none. The database is asked first and the file is written then,
    /// so that of two that make one at the same time only one keeps it.
    ///
    /// - Throws: `RelayError.otherWebPushKey`, `KeyringError`, or what the store threw.
    static func addWebPushKey(
        to keyring: Keyring,
        _ configuration: RelayConfiguration,
        in store: any Store,
        now: Instant
    ) async throws -> Keyring {
        var complete = keyring
        let path = configuration.keyring
        let isNew = keyring.webPush == nil
        if isNew {
            // The file is not the relay's to change; whoever asked for the key says so.
            if configuration.isCredential(path) { return keyring }
            try complete.addWebPushKey(at: now)
        }
        guard let own = complete.webPush?.publicKey else { return keyring }
        let recorded = try await store.write { transaction in
            if let known = try transaction.value(webPushName) { return known }
            try transaction.setValue(own, for: webPushName)
            return own
        }
        guard recorded == own else {
            throw RelayError.otherWebPushKey(path: path, database: configuration.database, isMissing: isNew)
        }
        if isNew { try complete.replace(at: path) }
        return complete
    }

    /// Records the keyring's key for Web Push in place of a former one; for a rotation, which has the database alone.
    static func recordWebPushKey(of keyring: Keyring, in store: any Store) async throws {
        guard store.isShared, let own = keyring.webPush?.publicKey else { return }
        try await store.write { try $0.setValue(own, for: webPushName) }
    }
}

extension KeyringError {
    /// How a keyring differs from the one that a database was sealed with; nil for another error.
    fileprivate var fault: String? {
        switch self {
        case .missingKey(let id): "the database needs key \(id), which it lacks"
        case .wrongKey(let id): "its key \(id) is another one"
        case .wrongLookupKey: "its lookup key is another one"
        default: nil
        }
    }
}
