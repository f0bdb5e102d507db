import AlarmCore
import Foundation
import Sealing
import Testing

@Suite("A keyring's file is its owner's alone")
final class KeyringFileTests {
    private let folder: URL
    private var path: String { folder.appendingPathComponent("keyring").path }
    private let now = Instant(seconds: 1_767_225_600)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("keyring-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func setMode(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A missing file is made once, with mode 0600 and nothing beside it, and read ever after")
    func creation() throws {
        #expect(throws: KeyringError.missingFile(path: path)) { try Keyring.load(from: path) }
        let (made, isNew) = try Keyring.loadOrCreate(at: path, now: now)
        #expect(isNew)
        #expect(try mode() == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["keyring"])

        let (read, isNewAgain) = try Keyring.loadOrCreate(at: path, now: now)
        #expect(read == made && !isNewAgain)
        #expect(try Keyring.load(from: path) == made)
    }

    @Test("Of many processes that start at once, one makes the keyring and all hold the same")
    func race() async throws {
        let (path, now) = (path, now)
        let results = try await withThrowingTaskGroup(of: (Keyring, Bool).self) { group in
            for _ in 0..<16 { group.addTask { try Keyring.loadOrCreate(at: path, now: now) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count(where: \.1) == 1)
        #expect(Set(results.map(\.0.activeID)).count == 1)
    }

    @Test(
        "A file that others can read is refused, with its name, its mode and the remedy",
        arguments: [0o640, 0o604, 0o644, 0o620, 0o601]
    )
    func permissions(mode: Int) throws {
        _ = try Keyring.loadOrCreate(at: path, now: now)
        try setMode(mode)
        let error = try #require(throws: KeyringError.self) { try Keyring.load(from: path) }
        #expect(error == .tooPermissive(path: path, mode: UInt32(mode)))
        for part in [path, "0\(String(mode, radix: 8))", "chmod 600 \(path)"] {
            #expect(error.description.contains(part))
        }
        #expect(throws: KeyringError.self) { try Keyring.loadOrCreate(at: path, now: now) }
    }

    @Test("A service manager's access list may show as group bits, but others still get nothing")
    func credential() throws {
        let (made, _) = try Keyring.loadOrCreate(at: path, now: now)
        try setMode(0o440)
        #expect(try Keyring.load(from: path, protection: .serviceManager) == made)
        try setMode(0o444)
        #expect(throws: KeyringError.tooPermissive(path: path, mode: 0o444)) {
            try Keyring.load(from: path, protection: .serviceManager)
        }
    }

    @Test("A rotation replaces the file whole, still with mode 0600")
    func replacement() throws {
        var (keyring, _) = try Keyring.loadOrCreate(at: path, now: now)
        try keyring.rotate(at: now)
        #expect(throws: KeyringError.fileExists(path: path)) { try keyring.create(at: path) }
        try keyring.replace(at: path)
        #expect(try Keyring.load(from: path) == keyring)
        #expect(try mode() == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["keyring"])
    }

    @Test(
        "An invalid keyring file is refused: a folder, a FIFO, too large a file, no text, a missing folder"
    )
    func otherFiles() throws {
        #expect(throws: KeyringError.notAKeyringFile(path: folder.path)) { try Keyring.load(from: folder.path) }
        let fifo = folder.appendingPathComponent("fifo").path
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(throws: KeyringError.notAKeyringFile(path: fifo)) { try Keyring.load(from: fifo) }

        try Data(count: 64 * 1024 + 1).write(to: URL(fileURLWithPath: path))
        try setMode(0o600)
        #expect(throws: KeyringError.notAKeyringFile(path: path)) { try Keyring.load(from: path) }
        try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))
        try setMode(0o600)
        #expect(throws: KeyringError.malformed(line: 0, reason: "it is not UTF-8 text")) {
            try Keyring.load(from: path)
        }

        let nowhere = folder.appendingPathComponent("absent/keyring").path
        #expect(throws: KeyringError.inputOutput(path: nowhere, reason: "No such file or directory")) {
            try Keyring.loadOrCreate(at: nowhere, now: now)
        }
    }
}
