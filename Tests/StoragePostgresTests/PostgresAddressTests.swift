import Storage
import Testing

@testable import StoragePostgres

@Suite("The address of a PostgreSQL database")
struct PostgresAddressTests {
    @Test(
        "Is refused with a sentence that says what to do, and repeats no password",
        arguments: [
            ("postgres://ana:sesame@db.example/relay", "put it into a file"),
            ("postgres://ana@db.example/relay?password=sesame", "put it into a file"),
            ("postgres://ana:sesame@db.example:many/relay?sesame", "its URL is not one"),
            ("mysql://sesame@db.example/relay", "does not begin with postgres://"),
            ("postgres://ana@db.example", "names no database"),
            ("postgres://ana@db.example/relay?sslmode=require", "without asking who answers"),
            ("postgres://ana@db.example/relay?sslmode=prefer", "without asking who answers"),
        ]
    )
    func refused(url: String, reason: String) throws {
        let error = #expect(throws: StoreError.self) { try PostgresAddress(url) }
        let text = try #require(error).description
        #expect(text.contains(reason))
        #expect(!text.contains("sesame"))
    }

    @Test(
        "A server elsewhere has to prove who it is, unless the URL says that it need not",
        arguments: [
            ("postgres://ana@db.example/relay", "verify-full"),
            ("postgres://ana@db.example/relay?sslmode=disable", nil),
            ("postgres://ana@10.0.0.7/relay", "verify-full"),
            ("postgres://ana@localhost,db.example/relay", "verify-full"), ("postgres://ana@localhost/relay", nil),
            ("postgres://ana@/relay?host=/run/postgresql", nil), ("postgres:///relay", nil),
        ] as [(String, String?)]
    )
    func verified(url: String, mode: String?) throws {
        let address = try PostgresAddress(url)
        #expect(address.tls.first { $0.keyword == "sslmode" }?.value == mode)
    }

    @Test(
        "Is split into its hosts, each with its port, where that can be done without guessing",
        arguments: [
            ("postgres://ana@localhost/relay", []),
            ("postgres://ana@localhost:5433,127.0.0.1/relay", []),
            ("postgres://ana@localhost,127.0.0.1/relay?sslmode=disable", [["localhost"], ["127.0.0.1"]]),
            ("postgres://ana@localhost:5433,[::1]:5434/relay", [["localhost", "5433"], ["::1", "5434"]]),
            ("postgres://ana@/relay?host=/run/a,/run/b&port=5433", [["/run/a", "5433"], ["/run/b", "5433"]]),
            ("postgres://ana@/relay?host=/run/a,/run/b&port=1,2,3", []),
        ] as [(String, [[String]])]
    )
    func hosts(url: String, expected: [[String]]) throws {
        #expect(try PostgresAddress(url).hosts.map { $0.map(\.value) } == expected)
    }

    @Test("Is told with user, host, port and database")
    func described() throws {
        let address = try PostgresAddress("postgresql://ana@db.example:5433/relay?sslmode=verify-ca")
        #expect(address.description == "postgres://ana@db.example:5433/relay")
    }
}

@Suite("A PostgreSQL server")
struct ServerCheckTests {
    private static let good = ServerCheck.Server(
        version: 150_018,
        encoding: "UTF8",
        isStandby: false,
        isReadOnly: false,
        process: 7,
        connectedProcess: 7
    )

    @Test("Of an older version is refused")
    func old() throws {
        var server = Self.good
        server.version = 140_012
        try expect(server, isPassing: false, reason: "PostgreSQL 14, and 15 or newer")
    }

    @Test("Behind a pooler is refused")
    func pooler() throws {
        var server = Self.good
        server.process = 8
        try expect(server, isPassing: false, reason: "a pooler")
    }

    @Test("A standby is waited for until it is promoted")
    func standby() throws {
        var server = Self.good
        server.isStandby = true
        server.isReadOnly = true
        try expect(server, isPassing: true, reason: "is a standby")
    }

    @Test("As it should be is taken")
    func good() throws {
        try ServerCheck(path: "db").judge(Self.good)
    }

    private func expect(_ server: ServerCheck.Server, isPassing: Bool, reason: String) throws {
        let failure = #expect(throws: ConnectionFailure.self) { try ServerCheck(path: "db").judge(server) }
        switch try #require(failure) {
        case .passing(let message): #expect(isPassing && message.contains(reason))
        case .lasting(let error): #expect(!isPassing && error.description.contains(reason))
        }
    }
}
