package import AlarmCore
package import AlarmWire
package import Engine
import Sealing
import Storage
import StorageSQLite

/// A backup that was restored, or found fit to be.
package struct RestoreReport: Hashable, Sendable, WireEncodable {
    /// The time just before the database was copied.
    package let madeAt: Instant
    /// The version of the program that made the backup.
    package let version: String
    package let contents: DatabaseContents
    /// The path of the restored database; nil where the backup was only checked.
    package let database: String?
    /// The new path of the database that was in its place; nil where there was none with people's data.
    package let formerDatabase: String?
    /// Whether the backup holds the relay's last state.
    package let isLastState: Bool

    package var json: JSONValue {
        .object(of: [
            "madeAt": .instant(madeAt),
            "version": .string(version),
            "contents": contents.json,
            "restored": .bool(database != nil),
            "database": database.map(JSONValue.string),
            "formerDatabase": formerDatabase.map(JSONValue.string),
            "lastState": .bool(isLastState),
        ])
    }
}

/// Puts the database of a backup in the place of the relay's, which must not run meanwhile.
///
/// What was stored after the backup was made is lost. Unless the backup holds the relay's last state, the database is
/// marked: the time since counts as an absence of the relay; whatever was good for one use, such as stored answers,
/// enrolment codes and open invites, is void; and requests from before the restoration are refused.
///
/// - Parameters:
///   - configuration: names the database and the keyring.
///   - file: the path of the backup.
///   - replacing: whether a database with people's data may be replaced; it is kept under another name.
///   - isLastState: whether no relay has run on this data since the backup was made.
///   - clock: gives the time of the restoration.
/// - Returns: what was restored.
/// - Throws: `BackupError`; `StoreError.locked(path:)` while a relay runs; `KeyringError`; each says what to do.
package func restoreBackup(
    configuration: RelayConfiguration,
    from file: String,
    replacing: Bool = false,
    isLastState: Bool = false,
    clock: any RelayClock = SystemClock()
) async throws -> RestoreReport {
    try configuration.requireFile(
        insteadOnServer: "restore the backup to a file with --database, and copy that with reveille migrate"
    )
    let keyring = try configuration.loadKeyring()
    try OpenedStorage.makeDirectories(of: configuration)
    let slot = try DatabaseSlot(path: configuration.database)
    guard replacing || slot.isFree else { throw BackupError.databaseInTheWay(path: configuration.database) }
    let draft = try DatabaseDraft(beside: configuration.database)
    let manifest = try unpack(file, keyring: keyring, to: draft.path)
    let now = clock.now()
    let contents = try await withCopy(at: draft.path) { copy in
        let contents = try await copy.inspect(keyring, at: now)
        guard !isLastState || contents.isStopped else { throw BackupError.notStopped(path: file) }
        if !isLastState { try await copy.mark(madeAt: manifest.madeAt, at: now) }
        return contents
    }
    let ending = ".before-\(now.iso8601.filter { $0.isNumber || $0 == "T" })"
    let former = try slot.put(draft.path, keepingFormerAs: ending)
    _ = consume draft
    _ = consume slot
    return RestoreReport(
        madeAt: manifest.madeAt,
        version: manifest.version,
        contents: contents,
        database: configuration.database,
        formerDatabase: former,
        isLastState: isLastState
    )
}

/// Checks that a backup can be restored with the keyring at hand, and changes nothing; a relay may run meanwhile.
///
/// - Throws: `BackupError`, `StoreError` or `KeyringError`; each says what to do.
package func checkBackup(
    configuration: RelayConfiguration,
    file: String,
    clock: any RelayClock = SystemClock()
) async throws -> RestoreReport {
    try configuration.requireFile(insteadOnServer: "name a file with --database, beside which there is room for a copy")
    let keyring = try configuration.loadKeyring()
    try OpenedStorage.makeDirectories(of: configuration)
    let draft = try DatabaseDraft(beside: configuration.database)
    let manifest = try unpack(file, keyring: keyring, to: draft.path)
    let now = clock.now()
    let contents = try await withCopy(at: draft.path) { try await $0.inspect(keyring, at: now) }
    _ = consume draft
    return RestoreReport(
        madeAt: manifest.madeAt,
        version: manifest.version,
        contents: contents,
        database: nil,
        formerDatabase: nil,
        isLastState: false
    )
}

/// Writes the database of a backup into the empty file `path`, and checks that it is whole.
private func unpack(_ file: String, keyring: Keyring, to path: String) throws -> BackupManifest {
    let output = try FileStream(writing: path)
    let manifest = try BackupFile.read(file, keyring: keyring) { try output.write($0) }
    try output.close(syncing: true)
    let rows = try DatabaseCopy.check(path)
    guard rows == manifest.rows else {
        throw BackupError.damaged(path: file, detail: "its tables have other numbers of rows than it says")
    }
    return manifest
}

private func withCopy<Result>(
    at path: String,
    _ body: (CopiedDatabase) async throws -> Result
) async throws -> Result {
    let copy = try CopiedDatabase(path: path)
    do {
        let result = try await body(copy)
        await copy.store.close()
        return result
    } catch {
        await copy.store.close()
        throw error
    }
}
