package import AlarmCore
package import AlarmWire
package import Engine
import Foundation
import Sealing
import StorageSQLite

/// A backup that was made and checked.
package struct BackupReport: Hashable, Sendable, WireEncodable {
    /// The path of the backup.
    package let file: String
    /// The time just before the database was copied.
    package let madeAt: Instant
    /// The size of the backup in bytes.
    package let bytes: Int64
    package let contents: DatabaseContents
    /// The path of the keyring, which the backup does not hold.
    package let keyring: String

    package var json: JSONValue {
        .object(of: [
            "file": .string(file),
            "madeAt": .instant(madeAt),
            "bytes": .integer(bytes),
            "contents": contents.json,
            "keyring": .string(keyring),
        ])
    }
}

/// Backs up the relay's database, which may be in use meanwhile, into a file that is sealed under the keyring.
///
/// The file appears under its name once it was read back and found to hold a whole database, all of whose sealed values
/// the keyring opens. The keyring is not part of it.
///
/// - Parameters:
///   - configuration: names the database and the keyring.
///   - file: the path of the backup.
///   - replacing: whether a file at the path may be replaced.
///   - clock: gives the time of the backup.
///   - random: the source of the backup's identifier.
/// - Returns: what was backed up.
/// - Throws: `RelayError.noDatabase(path:)`, `BackupError`, `StoreError` or `KeyringError`; each says what to do.
package func makeBackup(
    configuration: RelayConfiguration,
    to file: String,
    replacing: Bool = false,
    clock: any RelayClock = SystemClock(),
    random: RandomSource = .system
) async throws -> BackupReport {
    try configuration.requireFile(
        insteadOnServer: "back it up with pg_dump or a base backup there, and keep a copy of the keyring elsewhere"
    )
    try configuration.requireDatabase()
    let keyring = try configuration.loadKeyring()
    let files = FileManager.default
    guard replacing || !files.fileExists(atPath: file) else { throw BackupError.exists(path: file) }
    let draft = try DatabaseDraft(beside: configuration.database)
    let madeAt = clock.now()
    try DatabaseCopy.make(of: configuration.database, at: draft.path)
    let rows = try DatabaseCopy.check(draft.path)
    let partial = file + ".partial"
    do {
        let manifest = BackupManifest(
            madeAt: madeAt,
            version: SoftwareVersion.text,
            size: try fileSize(draft.path),
            rows: rows
        )
        let id = random.draw { generator in (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) } }
        try BackupFile.write(manifest, id: id, keyring: keyring, from: draft.path, to: partial)
        // Opening the copy changes it, which the backup must not show.
        let copy = try CopiedDatabase(path: draft.path)
        let contents: DatabaseContents
        do {
            contents = try await copy.inspect(keyring, at: madeAt)
        } catch {
            await copy.store.close()
            throw error
        }
        await copy.store.close()
        let bytes = try fileSize(partial)
        try publish(partial, as: file)
        _ = consume draft
        return BackupReport(
            file: file,
            madeAt: madeAt,
            bytes: bytes,
            contents: contents,
            keyring: configuration.keyring
        )
    } catch {
        try? files.removeItem(atPath: partial)
        throw error
    }
}

private func fileSize(_ path: String) throws(BackupError) -> Int64 {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    guard let size else { throw .inputOutput(path: path, reason: "its size cannot be read") }
    return size.int64Value
}

/// Renames the finished file, atomically also where another one is replaced.
private func publish(_ partial: String, as file: String) throws(BackupError) {
    guard unsafe rename(partial, file) == 0 else {
        throw .inputOutput(path: file, reason: "the finished backup cannot be given its name")
    }
}

extension RelayConfiguration {
    /// Reads the keyring as it is; none is made.
    func loadKeyring() throws(KeyringError) -> Keyring {
        try Keyring.load(from: keyring, protection: isCredential(keyring) ? .serviceManager : .ownerOnly)
    }
}
