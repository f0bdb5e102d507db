import Foundation
import RelayServer
import TestSupport
import Testing

@Suite("A database on a PostgreSQL server")
struct DatabaseServerTests {
    private static let home = ["HOME": "/home/ana"]

    /// The text with which a configuration is refused; nil where it is taken.
    private func refusal(_ environment: [String: String]) -> String? {
        do throws(ConfigurationError) {
            _ = try RelayConfiguration(environment: Self.home.merging(environment) { $1 })
            return nil
        } catch {
            return error.description
        }
    }

    @Test("Is named by a URL, and only the keyring stays a file")
    func named() throws {
        let url = "postgres://reveille@db.example.org/reveille"
        let configuration = try RelayConfiguration(environment: Self.home.merging(["REVEILLE_DATABASE": url]) { $1 })
        #expect(configuration.databaseServer.map { "\($0)" } == url)
        #expect(configuration.files == ["/home/ana/.local/share/reveille/keyring"])
        let file = try RelayConfiguration(environment: Self.home)
        #expect(file.databaseServer == nil)
        #expect(file.files == [file.database, file.keyring])
    }

    @Test(
        "A URL that cannot be used is refused with what to write, and never shown with its password",
        arguments: [
            ("postgres://ana:secret@db.example.org/reveille", "REVEILLE_DATABASE_PASSWORD_FILE"),
            ("postgres://db.example.org/reveille?password=secret", "REVEILLE_DATABASE_PASSWORD_FILE"),
            ("postgres://[db.example.org/reveille", "write postgres://USER@HOST/DATABASE"),
            ("postgres://ana@db.example.org", "names no database"),
            ("postgres://ana@db.example.org/reveille?sslmode=require", "verify-full"),
            ("mysql://ana@db.example.org/reveille", "does not begin with postgres://"),
        ]
    )
    func unusable(url: String, remedy: String) throws {
        let text = try #require(refusal(["REVEILLE_DATABASE": url]))
        #expect(text.hasPrefix("database: "))
        #expect(text.contains(remedy), "\(text)")
        #expect(!text.contains("secret"))
    }

    @Test("A password file has to be there, for the relay's user alone, and for a server")
    func passwordFile() async throws {
        try await TemporaryDirectory.with { directory in
            let url = "postgres://reveille@db.example.org/reveille"
            let file = try directory.write("secret\n", to: "password")
            let keys = ["REVEILLE_DATABASE": url, "REVEILLE_DATABASE_PASSWORD_FILE": file]
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            #expect(try #require(refusal(keys)).contains("can be read by everybody"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            #expect(refusal(keys) == nil)
            #expect(try #require(refusal(["REVEILLE_DATABASE_PASSWORD_FILE": file])).contains("postgres://"))
            try FileManager.default.removeItem(atPath: file)
            #expect(try #require(refusal(keys)).contains("does not exist"))
        }
    }

    @Test("What is done to a file names what does the same on a server")
    func filesAlone() async throws {
        let url = "postgres://reveille@127.0.0.1:1/reveille"
        let configuration = try RelayConfiguration(environment: Self.home.merging(["REVEILLE_DATABASE": url]) { $1 })
        let backup = await #expect(throws: RelayError.self) {
            _ = try await makeBackup(configuration: configuration, to: "/nowhere/backup")
        }
        #expect(try #require(backup).description.contains("pg_dump"))
        let restoration = await #expect(throws: RelayError.self) {
            _ = try await restoreBackup(configuration: configuration, from: "/nowhere/backup")
        }
        #expect(try #require(restoration).description.contains("reveille migrate"))
    }
}
