import Foundation
import Storage
import StoragePostgres
import TestSupport

/// A PostgreSQL server of the tests' own, in a temporary folder, as it is after installation: with `fsync`.
///
/// It ends with this process, however that ends: a shell waits for the end of a pipe whose other end is here. The server refuses
/// to run as root; then it runs as `nobody`.
final class TestCluster: Sendable {
    /// The server that most tests share; each has databases of its own there.
    static let shared = Result { try TestCluster() }

    private static let programs = "/usr/lib/postgresql/15/bin/"

    let folder: String
    private let reserved: ReservedPort
    /// Open as long as the server is to live.
    private let life: FileHandle

    var port: UInt16 { reserved.number }

    /// Makes a cluster and starts its server.
    init() throws {
        guard FileManager.default.fileExists(atPath: Self.programs + "initdb") else {
            throw Tool.Failure.missing("initdb", package: "postgresql-15")
        }
        reserved = try ReservedPort()
        folder = FileManager.default.temporaryDirectory.path + "/reveille-postgres-\(UUID().uuidString)"
        _ = try Self.run(["mkdir", "-m", "700", folder])
        let pipe = Pipe()
        life = pipe.fileHandleForWriting
        let watch = Process()
        watch.executableURL = URL(filePath: "/usr/bin/env")
        watch.arguments =
            Self.owner + [
                "sh", "-c",
                "cat >/dev/null; \(Self.programs)pg_ctl -D \(folder)/data -s -m immediate stop; rm -rf \(folder)",
            ]
        watch.standardInput = pipe
        watch.standardOutput = FileHandle.nullDevice
        watch.standardError = FileHandle.nullDevice
        try watch.run()
        try pipe.fileHandleForReading.close()
        _ = try Self.run([
            Self.programs + "initdb", "-D", "\(folder)/data", "-U", "reveille", "-E", "UTF8", "--locale", "C.UTF-8", "-N",
            "--auth-local", "trust", "--auth-host", "scram-sha-256",
        ])
        let settings = """
            listen_addresses = '127.0.0.1'
            port = \(reserved.number)
            unix_socket_directories = '\(folder)'
            max_connections = 200
            """
        _ = try Self.run(["sh", "-c", "echo \"\(settings)\" >>\(folder)/data/postgresql.conf"])
        try start()
    }

    deinit { try? life.close() }

    func start() throws { try control("start", "-l", "\(folder)/log") }
    func stop() throws { try control("stop", "-m", "fast") }
    func restart() throws { try control("restart", "-m", "fast", "-l", "\(folder)/log") }

    private func control(_ arguments: String...) throws {
        // The server inherits what is open: its output goes to the log.
        _ = try Self.run([Self.programs + "pg_ctl", "-D", "\(folder)/data", "-s", "-w"] + arguments)
    }

    /// Runs statements as the owner of all, and returns what they return: columns apart by `|`, rows by line.
    @discardableResult
    func sql(_ statements: String, in database: String = "postgres") throws -> String {
        let tool = Tool(executable: URL(filePath: Self.programs + "psql"))
        let outcome = try tool.runBlocking(
            [
                "-h", folder, "-p", "\(port)", "-U", "reveille", "-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1", "-f", "-",
            ],
            input: statements
        )
        guard outcome.status == 0 else {
            throw Tool.Failure.failed("psql", status: outcome.status, output: outcome.text)
        }
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    /// Makes an empty database; returns its name.
    func makeDatabase(_ options: String = "") throws -> String {
        let name = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try sql("CREATE DATABASE \(name) TEMPLATE template0 \(options)")
        return name
    }

    func drop(_ database: String) throws {
        try sql("DROP DATABASE IF EXISTS \(database) WITH (FORCE)")
    }

    /// The URL of a database, through the socket.
    func url(_ database: String, user: String = "reveille") -> String {
        "postgres://\(user)@/\(database)?host=\(folder)&port=\(port)"
    }

    /// The URL of a database, over TCP.
    func networkURL(_ database: String, user: String = "reveille") -> String {
        "postgres://\(user)@127.0.0.1:\(port)/\(database)"
    }

    /// What runs a program as somebody whom the server accepts.
    private static let owner =
        getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"] : []

    private static func run(_ command: [String]) throws -> String {
        let outcome = try Tool.onPath("env").runBlocking(owner + command)
        guard outcome.status == 0 else {
            throw Tool.Failure.failed(command[0], status: outcome.status, output: outcome.text)
        }
        return outcome.output
    }
}

/// A database of a test's own, which goes with this object.
final class TestDatabase: Sendable {
    let cluster: TestCluster
    let name: String

    init(in cluster: TestCluster? = nil, _ options: String = "") throws {
        self.cluster = try cluster ?? TestCluster.shared.get()
        name = try self.cluster.makeDatabase(options)
    }

    deinit { try? cluster.drop(name) }

    var url: String { cluster.url(name) }

    func address() throws -> PostgresAddress { try PostgresAddress(url) }

    /// Opens a store on the database.
    func open(_ configuration: PostgresStore.Configuration = .init()) async throws -> PostgresStore {
        try await PostgresStore.open(address(), configuration)
    }

    @discardableResult
    func sql(_ statements: String) throws -> String { try cluster.sql(statements, in: name) }
}
