import Engine
import Foundation
import Sealing
import Storage
import StoragePostgres
import StorageSQLite

extension Doctor {
    /// The free space below which a relay is about to refuse alarms: 64 MiB.
    private static let leastSpace: Int64 = 64 << 20
    /// The free space below which somebody should look: 512 MiB.
    private static let smallSpace: Int64 = 512 << 20

    /// Whether there is one, or a server that may have one.
    private var hasDatabase: Bool {
        configuration.databaseServer != nil || FileManager.default.fileExists(atPath: configuration.database)
    }

    /// Whether the keyring can be read, and is the database's.
    func examineKeyring() async -> Diagnosis {
        let path = configuration.keyring
        let keyring: Keyring
        do {
            keyring = try configuration.loadKeyring()
        } catch KeyringError.missingFile where !hasDatabase {
            return Diagnosis(.keyring, .skipped, "there is none at \(path) yet: the first start makes one")
        } catch {
            let remedy = "mend it, or restore the keyring's copy to \(path)"
            return Diagnosis(.keyring, .failure, "\(error)", remedy: remedy)
        }
        guard hasDatabase else { return Diagnosis(.keyring, .ok, "\(path) can be read") }
        do {
            let store = try await configuration.openDatabase(as: .visitor)
            let memory: KeyringCheck.Memory
            do {
                memory = try await KeyringCheck.memory(in: store)
            } catch {
                await store.close()
                throw error
            }
            await store.close()
            for (id, check) in memory.keys { try keyring.verify(checkValue: check, for: id) }
            if let lookup = memory.lookup { try keyring.verify(lookupCheckValue: lookup) }
        } catch let error as KeyringError {
            return Diagnosis(.keyring, .failure, "\(path) is not the database's: \(error)")
        } catch {
            return Diagnosis(.keyring, .skipped, "\(path) can be read, but the database cannot: \(error)")
        }
        let remedy = "keep a copy on another machine than the backups: neither is of use without the other"
        return Diagnosis(.keyring, .ok, "\(path) opens the database", remedy: remedy)
    }

    /// Whether others than the relay's user can reach its files.
    func examinePermissions() -> Diagnosis {
        let files = FileManager.default
        guard let folder = try? files.attributesOfItem(atPath: configuration.data) else {
            return Diagnosis(.permissions, .skipped, "there is no folder \(configuration.data) yet")
        }
        let mode = (folder[.posixPermissions] as? NSNumber)?.uint32Value ?? 0
        guard mode & 0o027 == 0 else {
            return Diagnosis(
                .permissions,
                .warning,
                "others than its owner can look into \(configuration.data)",
                remedy: "run: chmod 700 '\(configuration.data)'"
            )
        }
        guard files.isWritableFile(atPath: configuration.data) else {
            return Diagnosis(
                .permissions,
                .failure,
                "this user cannot write \(configuration.data)",
                remedy: "run this command as the relay's user, or give the folder to this one"
            )
        }
        do throws(StoreError) {
            if configuration.databaseServer == nil {
                try DatabaseCopy.checkProtection(of: configuration.database)
            }
        } catch {
            return Diagnosis(.permissions, .failure, "\(error)")
        }
        return Diagnosis(.permissions, .ok, "only its owner reaches \(configuration.data)")
    }

    /// Whether the database is whole, or its server answers.
    func examineDatabase() async -> Diagnosis {
        if let server = configuration.databaseServer { return await examine(server) }
        guard hasDatabase else {
            let finding = "there is none at \(configuration.database) yet: the first start makes one"
            return Diagnosis(.database, .skipped, finding)
        }
        do throws(StoreError) {
            let rows = try DatabaseCopy.check(configuration.database)
            let count = rows.values.reduce(0, +)
            return Diagnosis(.database, .ok, "\(configuration.database) is whole, with \(count) rows")
        } catch {
            let remedy = "stop the relay and restore a backup: reveille restore FILE --replace"
            if case .corrupt = error { return Diagnosis(.database, .failure, "\(error)", remedy: remedy) }
            return Diagnosis(.database, .failure, "\(error)")
        }
    }

    /// Whether a server takes this user, holds a relay's tables, and which relays run on them.
    private func examine(_ server: PostgresAddress) async -> Diagnosis {
        do {
            let store = try await configuration.openDatabase(as: .visitor)
            let now = clock.now()
            do {
                let (nodes, counts) = try await store.read { snapshot in
                    (
                        try snapshot.livingNodes(within: NodeTiming().silence, at: now),
                        try snapshot.counts(at: now, silentAfter: configuration.limits.silentAfter)
                    )
                }
                await store.close()
                let names =
                    nodes.isEmpty
                    ? "no relay runs on it"
                    : "relays on it: \(nodes.map { "\($0.id.shortName) on \($0.name)" }.joined(separator: ", "))"
                return Diagnosis(.database, .ok, "\(server) answers, with \(counts.devices) devices; \(names)")
            } catch {
                await store.close()
                throw error
            }
        } catch {
            let remedy = "ask it the same way: psql '\(configuration.database)'"
            return Diagnosis(.database, .failure, "\(error)", remedy: remedy)
        }
    }

    /// Whether there is room on the disk.
    func examineDisk() -> Diagnosis {
        var path = configuration.data
        while path.count > 1, !FileManager.default.fileExists(atPath: path) {
            path = URL(fileURLWithPath: path).deletingLastPathComponent().path
        }
        guard let disk = try? FileManager.default.attributesOfFileSystem(forPath: path),
            let free = (disk[.systemFreeSize] as? NSNumber)?.int64Value
        else { return Diagnosis(.disk, .skipped, "the system does not say how full the disk of \(path) is") }
        return Self.diagnosis(ofDiskWith: path, free: free)
    }

    /// Whether `free` bytes are enough on the disk on which `path` lies.
    static func diagnosis(ofDiskWith path: String, free: Int64) -> Diagnosis {
        let finding = "\(free >> 20) MiB are free on the disk of \(path)"
        if free < leastSpace {
            return Diagnosis(.disk, .failure, finding, remedy: "free some space: a full disk takes no new alarms")
        }
        if free < smallSpace { return Diagnosis(.disk, .warning, finding, remedy: "free some space soon") }
        return Diagnosis(.disk, .ok, finding)
    }
}
