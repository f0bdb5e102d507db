import AlarmCore
package import AlarmWire
import Engine
import Sealing
import Storage
import StorageSQLite

/// What a copy of a database holds: numbers, and nobody's name.
package struct DatabaseContents: Hashable, Sendable, WireEncodable {
    package let people: Int
    package let devices: Int
    package let pairs: Int
    /// The alarms and deadlines that are still to come.
    package let pendingAlarms: Int
    package let contacts: Int
    /// The sealed values, each of which the keyring opens.
    package let sealedValues: Int
    /// Whether the relay had been told to stop when the copy was made.
    package let isStopped: Bool

    package var json: JSONValue {
        .object(of: [
            "people": .integer(people),
            "devices": .integer(devices),
            "pairs": .integer(pairs),
            "pendingAlarms": .integer(pendingAlarms),
            "contacts": .integer(contacts),
            "sealedValues": .integer(sealedValues),
            "stopped": .bool(isStopped),
        ])
    }
}

/// A copy of a database that is no relay's.
struct CopiedDatabase: Sendable {
    /// The number of values that are read at once.
    private static let page = 256

    let store: SQLiteStore

    /// Opens a copy, and brings its schema up to date.
    init(path: String) throws(StoreError) {
        store = try SQLiteStore.open(path: path, role: .visitor)
    }

    /// Checks that a keyring opens every value that is sealed in the copy, and counts what there is.
    ///
    /// - Throws: `KeyringError` for another database's keyring; `BackupError.unopenable(_:reason:)`; `StoreError`.
    func inspect(_ keyring: Keyring, at now: Instant) async throws -> DatabaseContents {
        try await KeyringCheck.verify(keyring, against: KeyringCheck.memory(in: store), in: store)
        let vault = Vault(keyring: keyring)
        var sealedValues = 0
        for column in Vault.sealedColumns {
            var last: SealedValue.Place?
            repeat {
                let after = last
                let values = try await store.read { try $0.sealedValues(column, after: after, limit: Self.page) }
                for value in values { try Self.check(value, vault) }
                (last, sealedValues) = (values.last?.place, sealedValues + values.count)
            } while last != nil
        }
        let (counts, heartbeat) = try await store.read { snapshot in
            (try snapshot.counts(at: now, silentAfter: .max), try StoredHeartbeat.last(in: snapshot))
        }
        return DatabaseContents(
            people: counts.people,
            devices: counts.devices,
            pairs: counts.pairs,
            pendingAlarms: counts.wakes,
            contacts: counts.documents[.contact] ?? 0,
            sealedValues: sealedValues,
            isStopped: heartbeat?.isLast ?? true
        )
    }

    /// Marks the copy as restored, so that a relay that starts on it neither rings the past nor handles a request twice.
    func mark(madeAt: Instant, at now: Instant) async throws {
        try await store.forgetOneTimeUses(before: madeAt)
        try await store.write { try Restoration(madeAt: madeAt, at: now).mark($0) }
    }

    private static func check(_ value: SealedValue, _ vault: Vault) throws {
        do throws(KeyringError) {
            try vault.check(value)
        } catch {
            // A provider token that cannot be opened counts as missing: the next push creates another.
            if case .value = value.place { return }
            throw BackupError.unopenable(value.place.words, reason: error.description)
        }
    }
}
