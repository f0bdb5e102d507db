import Foundation
import Storage
import StoragePostgres
import Synchronization
import TestSupport

/// A PostgreSQL server of the tests' own, with empty databases for them.
final class TestCluster: Sendable {
    /// The server that most tests share; each has databases of its own there.
    ///
    /// It need not survive a crash of the machine, so nothing waits for the disk.
    static let shared = Result { try TestCluster(settings: ["max_connections = 200", "fsync = off"]) }

    private let server: PostgresServer

    var folder: String { server.folder }
    var port: UInt16 { server.port }

    /// Makes a cluster and starts its server.
    init(settings: [String] = ["max_connections = 200"]) throws { server = try PostgresServer(settings: settings) }

    func start() throws { try server.start() }
    func stop() throws { try server.stop() }
    func restart() throws { try server.restart() }

    /// Runs statements as the owner of all, and returns what they return: columns apart by `|`, rows by line.
    @discardableResult
    func sql(_ statements: String, in database: String = "postgres") throws -> String {
        try server.sql(statements, in: database)
    }

    /// The URL of a database, through the socket.
    func url(_ database: String, user: String = "reveille") -> String { server.url(database, user: user) }

    /// The URL of a database, over TCP.
    func networkURL(_ database: String, user: String = "reveille") -> String {
        server.networkURL(database, user: user)
    }

    /// Databases that no test uses.
    private let free = Mutex<[String]>([])

    /// Returns an empty database: making one anew takes the server a second or two.
    fileprivate func takeDatabase() throws -> String {
        if let name = free.withLock({ $0.popLast() }) { return name }
        let name = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try sql("CREATE DATABASE \(name)")
        return name
    }

    /// Empties a database, and keeps it for another test.
    fileprivate func giveBack(_ database: String) {
        let emptying = """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid();
            SET client_min_messages = warning; DROP SCHEMA IF EXISTS reveille CASCADE;
            """
        do {
            try sql(emptying, in: database)
            free.withLock { $0.append(database) }
        } catch {
            // The server is gone, and the database with it.
        }
    }
}

/// A database of a test's own, empty at first.
final class TestDatabase: Sendable {
    let cluster: TestCluster
    let name: String

    init(in cluster: TestCluster? = nil) throws {
        self.cluster = try cluster ?? TestCluster.shared.get()
        name = try self.cluster.takeDatabase()
    }

    deinit { cluster.giveBack(name) }

    var url: String { cluster.url(name) }

    func address() throws -> PostgresAddress { try PostgresAddress(url) }

    /// Opens a store on the database.
    func open(_ configuration: PostgresStore.Configuration = .init()) async throws -> PostgresStore {
        try await PostgresStore.open(address(), configuration)
    }

    @discardableResult
    func sql(_ statements: String) throws -> String { try cluster.sql(statements, in: name) }
}
