import RelayTesting
import Storage
import StorageCopying
import StorageSQLite
import TestSupport
import Testing

@Suite("The ends of a copy")
struct DatabaseLocationTests {
    @Test(
        "A path, a path behind sqlite:, and a URL of PostgreSQL name a database",
        arguments: [
            ("relay.db", DatabaseLocation.sqlite("relay.db")),
            ("/var/lib/relay.db", .sqlite("/var/lib/relay.db")),
            ("sqlite:relay.db", .sqlite("relay.db")),
            ("sqlite:/var/lib/relay.db", .sqlite("/var/lib/relay.db")),
            ("sqlite:///var/lib/relay.db", .sqlite("/var/lib/relay.db")),
            ("postgres://ana@db/relay", .postgres("postgres://ana@db/relay")),
            ("postgresql://db/relay", .postgres("postgresql://db/relay")),
        ]
    )
    func location(text: String, expected: DatabaseLocation) throws {
        #expect(try DatabaseLocation(text) == expected)
    }

    @Test(
        "Anything else is refused, and no password is repeated",
        arguments: ["", "sqlite:", "sqlite://relay.db", "postgres:relay", "mysql://ana:secret@db/relay"]
    )
    func refused(text: String) {
        let error = #expect(throws: CopyError.self) { try DatabaseLocation(text) }
        #expect(error?.description.contains("write sqlite:PATH, or postgres://USER@HOST/DATABASE") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("A source that is not there is not made, and one on which a relay runs is refused")
    func source() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("relay.sqlite")
        let location = DatabaseLocation.sqlite(path)
        for purpose in [DatabaseLocation.Purpose.source, .comparison] {
            await #expect(throws: CopyError.noDatabase(path: path)) {
                try await location.open(for: purpose, named: "", passwordFile: nil) { _ in }
            }
        }
        let relay = try SQLiteStore.open(path: path, role: .relay)
        await #expect(throws: StoreError.locked(path: path)) {
            try await location.open(for: .source, named: "", passwordFile: nil) { _ in }
        }
        await relay.close()
        let end = try await location.open(for: .source, named: "", passwordFile: nil) { _ in }
        #expect(end.name == path)
        await end.store.close()
    }
}
