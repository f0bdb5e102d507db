import AlarmCore
import Engine
import Foundation
import Logging
import Storage
import StoragePostgres
import StorageSQLite

extension RelayConfiguration {
    /// Reads where the database is, if it is on a server.
    static func databaseServer(_ reader: inout ConfigurationReader, _ database: String?) -> PostgresAddress? {
        let passwordFile = reader.text(.databasePasswordFile, defaultValue: nil)
        guard let database, database.contains("://") else {
            if passwordFile != nil {
                reader.add(.badUse(.databasePasswordFile, reason: "only a database at postgres://… takes a password"))
            }
            return nil
        }
        reader.check(secretFile: passwordFile, of: .databasePasswordFile)
        do throws(StoreError) {
            return try PostgresAddress(database, passwordFile: passwordFile)
        } catch {
            // Its text names neither the value nor a password in it.
            reader.add(.badUse(.database, reason: error.detail))
            return nil
        }
    }

    /// Opens the database.
    ///
    /// A relay waits for a server that is away, and logs that; commands do not. A file is made if it is missing, a server's
    /// tables by a relay alone.
    ///
    /// - Throws: `StoreError`, or `RelayError.relaysRun(_:nodes:)` where the database is needed alone; each says what to do.
    func openDatabase(as role: OpenedStorage.Role, logger: Logger? = nil) async throws -> any Store {
        guard let databaseServer else {
            let store = try SQLiteStore.open(path: database, role: role == .visitor ? .visitor : .relay)
            if simulatedClock != nil { store.stopPacing() }
            return store
        }
        switch role {
        case .relay:
            let logged = PostgresStore.Configuration { notice in
                switch notice {
                case .isAway: logger?.error("\(notice)")
                case .isBack: logger?.notice("\(notice)")
                }
            }
            return try await PostgresStore.open(databaseServer, as: .relay, logged)
        case .visitor:
            return try await PostgresStore.open(databaseServer, as: .visitor)
        case .sole:
            let store = try await PostgresStore.open(databaseServer, as: .visitor)
            do {
                try await requireNoNodes(in: store)
                return store
            } catch {
                await store.close()
                throw error
            }
        }
    }

    /// Checks that no relay runs on a shared store.
    ///
    /// - Throws: `RelayError.relaysRun(_:nodes:)`.
    func requireNoNodes(in store: any Store) async throws {
        guard store.isShared else { return }
        let now = SystemClock().now()
        let nodes = try await store.read { try $0.livingNodes(within: NodeTiming().silence, at: now) }
        guard nodes.isEmpty else { throw RelayError.relaysRun(database, nodes: nodes.map(\.name).sorted()) }
    }

    /// Checks that a relay has run with this configuration: opening a file would create one that no relay uses.
    ///
    /// - Throws: `RelayError.noDatabase(path:)`.
    func requireDatabase() throws(RelayError) {
        guard databaseServer != nil || FileManager.default.fileExists(atPath: database) else {
            throw .noDatabase(path: database)
        }
    }

    /// Checks that the database is a file, for a command that copies it.
    ///
    /// - Throws: `RelayError.databaseOnServer(_:instead:)`, which names what does the same on a server.
    func requireFile(insteadOnServer instead: String) throws(RelayError) {
        if let databaseServer { throw .databaseOnServer("\(databaseServer)", instead: instead) }
    }
}

extension StoreError {
    /// The reason, for a sentence that has named the database already.
    fileprivate var detail: String {
        switch self {
        case .cannotOpen(_, let detail), .unavailable(_, let detail): detail
        default: description
        }
    }
}
