import AlarmCore
import Engine
import Foundation
import Logging
import Sealing
import Storage

/// The open database and the keyring that matches it.
struct OpenedStorage: Sendable {
    let store: any Store
    let keyring: Keyring
    /// Whether the keyring was just created.
    let hasNewKeyring: Bool
    /// The reason why a keyring without a key for Web Push could not be given one; nil where it has one, or needs none.
    let webPushFault: String?

    /// Who opens the storage.
    enum Role {
        /// A relay; the only process with the database where that is a file.
        case relay
        /// A command that needs the database alone.
        case sole
        /// A command beside a relay that may be running.
        case visitor
    }

    /// Opens both, and creates what is missing; a given store replaces the database.
    ///
    /// - Throws: `RelayError`, `StoreError`, `KeyringError`, each with what to do.
    static func open(
        _ configuration: RelayConfiguration,
        as role: Role,
        store given: (any Store)? = nil,
        now: Instant,
        logger: Logger? = nil
    ) async throws -> OpenedStorage {
        try makeDirectories(of: configuration)
        let store = try await open(given, configuration, as: role, logger)
        do {
            try await store.read { try $0.refuseCopied() }
            let memory = try await KeyringCheck.memory(in: store)
            var (keyring, isNew) = try keyring(configuration, fits: memory, isShared: store.isShared, now: now)
            try await SharedKeyring.verify(keyring, against: memory, configuration, in: store)
            var fault: String?
            if role == .relay, configuration.webPush != nil, store.isShared {
                keyring = try await SharedKeyring.addWebPushKey(to: keyring, configuration, in: store, now: now)
            }
            // Only one relay at a time has the database, so that no other process changes the file meanwhile.
            let mayAdd = role == .relay || role == .sole && !store.isShared
            if mayAdd, configuration.webPush != nil, keyring.webPush == nil {
                do {
                    keyring = try addWebPushKey(configuration: configuration, now: now).keyring
                } catch {
                    fault = "\(error)"
                }
            }
            return OpenedStorage(store: store, keyring: keyring, hasNewKeyring: isNew, webPushFault: fault)
        } catch {
            await store.close()
            throw error
        }
    }

    private static func open(
        _ given: (any Store)?,
        _ configuration: RelayConfiguration,
        as role: Role,
        _ logger: Logger?
    ) async throws -> any Store {
        if let given { return given }
        return try await configuration.openDatabase(as: role, logger: logger)
    }

    private static func keyring(
        _ configuration: RelayConfiguration,
        fits memory: KeyringCheck.Memory,
        isShared: Bool,
        now: Instant
    ) throws -> (Keyring, isNew: Bool) {
        let path = configuration.keyring
        if configuration.isCredential(path) {
            return (try Keyring.load(from: path, protection: .serviceManager), false)
        }
        guard memory.isEmpty else {
            // A new keyring could not open anything in the database.
            do {
                return (try Keyring.load(from: path), false)
            } catch KeyringError.missingFile {
                throw RelayError.keyringLost(path: path, database: configuration.database, isShared: isShared)
            }
        }
        return try Keyring.loadOrCreate(at: path, now: now)
    }

    /// Makes the folder of the data, if the database or the keyring lies in it.
    static func makeDirectories(of configuration: RelayConfiguration) throws(RelayError) {
        if configuration.files.contains(where: { $0.hasPrefix(configuration.data + "/") }) {
            try makeDirectory(configuration.data)
        }
    }

    private static func makeDirectory(_ path: String) throws(RelayError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .noDirectory(path: path, reason: error.localizedDescription)
        }
    }
}
