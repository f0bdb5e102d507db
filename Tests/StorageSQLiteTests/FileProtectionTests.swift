import Foundation
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("Who else can reach a database")
struct FileProtectionTests {
    private let folder: TemporaryFolder
    private let path: String
    private let name = "relay.sqlite"

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(name)
    }

    /// Makes a database and closes it again.
    private func make() async throws {
        await (try SQLiteStore.open(path: path, role: .relay)).close()
    }

    private func expectRefusal(naming advice: String) throws {
        for role in [SQLiteStore.OpenMode.relay, .visitor] {
            let error = #expect(throws: StoreError.self) { try SQLiteStore.open(path: path, role: role) }
            #expect(try #require(error).description.contains(advice))
        }
    }

    @Test("A folder that everybody may write is refused, with the command that mends it")
    func openFolder() async throws {
        try folder.setMode(0o777)
        try expectRefusal(naming: "chmod o-w")
        #expect(!FileManager.default.fileExists(atPath: path), "nothing was made there")
        try folder.setMode(0o1777)
        try await make()
        try folder.setMode(0o755)
        try await make()
    }

    @Test("A database that others may read or write is refused; a group may read it", arguments: [0o644, 0o660, 0o602])
    func openDatabase(mode: Int) async throws {
        try await make()
        try folder.setMode(mode, of: name)
        try expectRefusal(naming: "chmod 600 '\(path)'")
        try folder.setMode(0o640, of: name)
        try await make()
    }

    @Test("A link in the place of a file beside the database is refused, and its target stays as it is")
    func linked() async throws {
        let victim = folder.path("victim")
        try Data("diary".utf8).write(to: URL(filePath: victim))
        for suffix in ["-reserve", "-lock", "-wal", "-shm", "-journal"] {
            for isSymbolic in [true, false] {
                if isSymbolic {
                    try FileManager.default.createSymbolicLink(atPath: path + suffix, withDestinationPath: victim)
                } else {
                    try FileManager.default.linkItem(atPath: victim, toPath: path + suffix)
                }
                try expectRefusal(naming: "'\(path)\(suffix)'")
                #expect(try Data(contentsOf: URL(filePath: victim)) == Data("diary".utf8))
                try FileManager.default.removeItem(atPath: path + suffix)
            }
        }
        try await make()
    }

    @Test("A reserve never grows or shrinks the target of a link that was put there later")
    func reserve() throws {
        let victim = folder.path("victim")
        let before = Data(repeating: 1, count: 300_000)
        try before.write(to: URL(filePath: victim))
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        try FileManager.default.createSymbolicLink(atPath: path + "-reserve", withDestinationPath: victim)
        let reserve = SpaceReserve(database: path)
        reserve.fill()
        #expect(reserve.isShort)
        #expect(!reserve.giveBack())
        #expect(try Data(contentsOf: URL(filePath: victim)) == before)
    }

    @Test("A database may be a link to one that is as private")
    func linkedDatabase() async throws {
        try await make()
        let link = folder.path("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        await (try SQLiteStore.open(path: link, role: .relay)).close()
        try folder.setMode(0o644, of: name)
        #expect(throws: StoreError.self) { try SQLiteStore.open(path: link, role: .relay) }
    }
}
