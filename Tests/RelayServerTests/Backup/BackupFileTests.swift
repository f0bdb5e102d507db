import AlarmCore
import AlarmWire
import Foundation
import RelayTesting
import Sealing
import Testing

@testable import RelayServer

@Suite("The file of a backup")
struct BackupFileTests {
    private static let id = [UInt8](repeating: 7, count: 16)

    /// Writes a backup of `size` bytes, and returns its path and the bytes.
    private static func write(
        _ size: Int,
        in directory: TemporaryDirectory
    ) throws -> (file: String, bytes: [UInt8], manifest: BackupManifest) {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let source = directory.path + "/source"
        try Data(bytes).write(to: URL(fileURLWithPath: source))
        let manifest = BackupManifest(madeAt: .sample, version: "1.2", size: Int64(size), rows: ["device": 3])
        let file = directory.path + "/backup"
        try BackupFile.write(manifest, id: id, keyring: .sample(), from: source, to: file)
        return (file, bytes, manifest)
    }

    private static func read(_ file: String, keyring: Keyring? = nil) throws -> (BackupManifest, [UInt8]) {
        var bytes: [UInt8] = []
        let manifest = try BackupFile.read(file, keyring: keyring ?? .sample()) { bytes += $0 }
        return (manifest, bytes)
    }

    private static func change(_ file: String, _ body: (inout Data) -> Void) throws {
        let url = URL(fileURLWithPath: file)
        var data = try Data(contentsOf: url)
        body(&data)
        try data.write(to: url)
    }

    @Test(
        "It is read as it was written, whatever the size, and only its owner can",
        arguments: [1, BackupFile.partBytes - 1, BackupFile.partBytes, BackupFile.partBytes + 1]
    )
    func roundTrip(size: Int) async throws {
        try await TemporaryDirectory.with { directory in
            let (file, bytes, manifest) = try Self.write(size, in: directory)
            let (found, read) = try Self.read(file)
            #expect(found == manifest)
            #expect(read == bytes)
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("Nothing of the database can be read in it")
    func sealed() async throws {
        try await TemporaryDirectory.with { directory in
            let words = Array("the same words again and again ".utf8)
            let bytes = (0..<100).flatMap { _ in words }
            let source = directory.path + "/source"
            try Data(bytes).write(to: URL(fileURLWithPath: source))
            let manifest = BackupManifest(madeAt: .sample, version: "1", size: Int64(bytes.count), rows: [:])
            let file = directory.path + "/backup"
            try BackupFile.write(manifest, id: Self.id, keyring: .sample(), from: source, to: file)
            let text = try Data(contentsOf: URL(fileURLWithPath: file))
            #expect(text.range(of: Data("words".utf8)) == nil)
            #expect(text.range(of: Data("madeAt".utf8)) == nil)
        }
    }

    @Test("One that is cut short anywhere, longer than it should be, or changed in one bit is refused")
    func damaged() async throws {
        try await TemporaryDirectory.with { directory in
            let (file, _, _) = try Self.write(BackupFile.partBytes + 100, in: directory)
            let whole = try Data(contentsOf: URL(fileURLWithPath: file))
            for length in [0, 10, 20, 33, 40, 200, 1000, whole.count - 1] {
                try Self.change(file) { $0 = whole.prefix(length) }
                #expect(throws: BackupError.self, "\(length) bytes") { try Self.read(file) }
            }
            for place in [0, 20, 33, 40, 500, whole.count - 1] {
                try Self.change(file) { data in
                    data = whole
                    data[place] ^= 1
                }
                #expect(throws: BackupError.self, "byte \(place)") { try Self.read(file) }
            }
            try Self.change(file) { $0 = whole + [0] }
            #expect(throws: BackupError.self) { try Self.read(file) }
            try Self.change(file) { $0 = whole }
            _ = try Self.read(file)
        }
    }

    @Test("Another keyring does not open it, and the error names the key that does")
    func otherKeyring() async throws {
        try await TemporaryDirectory.with { directory in
            let (file, _, _) = try Self.write(10, in: directory)
            let other = try Keyring.generate(at: .sample)
            #expect(throws: KeyringError.missingKey(try Keyring.sample().activeID)) {
                try Self.read(file, keyring: other)
            }
        }
    }

    @Test("Any other file is said to be no backup")
    func otherFile() async throws {
        try await TemporaryDirectory.with { directory in
            let file = try directory.write("SQLite format 3\u{0}, and so on and so on", to: "other")
            #expect(throws: BackupError.notABackup(path: file)) { try Self.read(file) }
        }
    }
}
