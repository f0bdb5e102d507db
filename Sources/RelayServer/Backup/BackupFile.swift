import AlarmCore
import AlarmWire
import Foundation
import Sealing

/// The format of a backup: a database, sealed under the relay's keyring.
///
///     "reveille backup\n" ‖ id (16 bytes) ‖ part 0 ‖ part 1 ‖ …
///     part = length (4 bytes, big-endian) ‖ sealed bytes
///
/// Part 0 holds the ``BackupManifest``, the others 1 MiB of the database each, the last one the rest. A part is sealed
/// for its backup and number (`Keyring.seal`), and the manifest says how long the whole is, so that parts can be neither
/// exchanged nor left out. The file holds no key: whoever has it without the keyring learns its size.
enum BackupFile {
    /// The bytes of the database in one part: 1 MiB.
    static let partBytes = 1 << 20
    private static let mark = Array("reveille backup\n".utf8)
    private static let idBytes = 16
    /// By how much the seal makes a part longer.
    private static let sealBytes = 32
    private static let lengthBytes = 4

    /// Writes a backup of the database file `source`, which nobody changes meanwhile, and reads it back.
    ///
    /// - Parameters:
    ///   - manifest: describes the database.
    ///   - id: 16 random bytes.
    ///   - keyring: seals the parts.
    ///   - source: the path of the database.
    ///   - file: the path of the backup, where no file is.
    /// - Throws: `BackupError.inputOutput`; `.damaged` where the file reads otherwise than it was written; `KeyringError`.
    static func write(
        _ manifest: BackupManifest,
        id: [UInt8],
        keyring: Keyring,
        from source: String,
        to file: String
    ) throws {
        let input = try FileStream(reading: source)
        let output = try FileStream(creating: file)
        try output.write(mark + id)
        try output.write(part(manifest.wire, number: 0, id: id, keyring: keyring))
        for number in 1...parts(of: manifest.size) {
            let bytes = try input.read(exactly: partLength(number, of: manifest.size), orThrow: shortSource(source))
            try output.write(part(bytes, number: number, id: id, keyring: keyring))
        }
        try output.close(syncing: true)
        let again = try FileStream(reading: source)
        let found = try read(file, keyring: keyring) { bytes in
            let expected = try again.read(exactly: bytes.count, orThrow: shortSource(source))
            guard bytes == expected else {
                throw BackupError.damaged(path: file, detail: "it reads otherwise than it was written")
            }
        }
        guard found == manifest else { throw BackupError.damaged(path: file, detail: "its first part was changed") }
    }

    /// Reads a backup from one end to the other.
    ///
    /// - Parameters:
    ///   - file: the path of the backup.
    ///   - keyring: opens the parts.
    ///   - take: receives the database, part by part.
    /// - Returns: the manifest.
    /// - Throws: `BackupError`; `KeyringError.missingKey` with the key that is needed.
    static func read(
        _ file: String,
        keyring: Keyring,
        _ take: ([UInt8]) throws -> Void
    ) throws -> BackupManifest {
        let input = try FileStream(reading: file)
        let notABackup = BackupError.notABackup(path: file)
        guard try input.read(exactly: mark.count, orThrow: notABackup) == mark else { throw notABackup }
        let id = try input.read(exactly: idBytes, orThrow: notABackup)
        let manifest: BackupManifest
        do {
            let bytes = try open(input, of: file, number: 0, id: id, keyring: keyring)
            manifest = try BackupManifest(wire: bytes, limits: .answer)
        } catch let error as WireError {
            throw BackupError.damaged(path: file, detail: "its first part: \(error)")
        }
        guard manifest.format == BackupManifest.format else {
            throw BackupError.newerFormat(path: file, format: manifest.format)
        }
        for number in 1...parts(of: manifest.size) {
            let bytes = try open(input, of: file, number: number, id: id, keyring: keyring)
            guard bytes.count == partLength(number, of: manifest.size) else {
                throw BackupError.damaged(path: file, detail: "part \(number) has another length than it should")
            }
            try take(bytes)
        }
        guard try input.isAtEnd() else {
            throw BackupError.damaged(path: file, detail: "something follows its last part")
        }
        return manifest
    }

    private static func parts(of size: Int64) -> Int64 {
        (size + Int64(partBytes) - 1) / Int64(partBytes)
    }

    private static func partLength(_ number: Int64, of size: Int64) -> Int {
        Int(min(Int64(partBytes), size - (number - 1) * Int64(partBytes)))
    }

    private static func row(_ number: Int64, id: [UInt8]) -> [UInt8] {
        id + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * Int64($0))) }
    }

    private static func part(_ bytes: [UInt8], number: Int64, id: [UInt8], keyring: Keyring) throws -> [UInt8] {
        let sealed = try keyring.seal(bytes, table: "backup", column: "part", rowID: row(number, id: id))
        return (0..<lengthBytes).map { UInt8(truncatingIfNeeded: sealed.count >> (24 - 8 * $0)) } + sealed
    }

    private static func open(
        _ input: FileStream,
        of file: String,
        number: Int64,
        id: [UInt8],
        keyring: Keyring
    ) throws -> [UInt8] {
        let ended = BackupError.damaged(path: file, detail: "it ends within part \(number)")
        let length = try input.read(exactly: lengthBytes, orThrow: ended).reduce(0) { $0 << 8 | Int($1) }
        guard (sealBytes...partBytes + sealBytes).contains(length) else {
            throw BackupError.damaged(path: file, detail: "part \(number) cannot be \(length) bytes long")
        }
        let sealed = try input.read(exactly: length, orThrow: ended)
        do throws(KeyringError) {
            return try keyring.open(sealed, table: "backup", column: "part", rowID: row(number, id: id))
        } catch {
            guard error == .cannotOpen else { throw error }
            let detail = "part \(number) was changed, or sealed under another key of the same id"
            throw BackupError.damaged(path: file, detail: detail)
        }
    }

    private static func shortSource(_ path: String) -> BackupError {
        .inputOutput(path: path, reason: "the copy of the database ended early")
    }
}
