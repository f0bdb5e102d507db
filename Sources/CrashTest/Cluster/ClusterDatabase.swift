import Foundation
import TestSupport

/// The database that the nodes of a trial share, on a PostgreSQL server of the trial's own.
struct ClusterDatabase: Sendable {
    /// Name of the database, and of its owner, as whom the relays connect.
    static let name = "relay"

    /// How often to ask a server that starts, a tenth of a second apart.
    private static let looks = 600

    let server: PostgresServer
    /// The URL by which the relays reach it.
    var url: String
    /// The server that follows, where the fault needs one.
    var standby: PostgresServer?
    /// The disk of the server's data, where it has one of its own.
    var disk: SmallDisk?

    /// Makes an empty database on a server.
    static func make(on server: PostgresServer) async throws -> ClusterDatabase {
        try await offThread {
            try server.sql("CREATE ROLE \(name) LOGIN")
            try server.sql("CREATE DATABASE \(name) OWNER \(name)")
        }
        return ClusterDatabase(server: server, url: server.url(name, user: name))
    }

    /// Makes an empty database on a new server.
    static func make(settings: [String] = ["max_connections = 100"]) async throws -> ClusterDatabase {
        try await make(on: try await offThread { try PostgresServer(settings: settings) })
    }

    /// Makes a link to the server whose other end is in `folder`, as the server's socket would be.
    func link(in folder: URL) throws -> NetworkLink {
        let name = ".s.PGSQL.\(server.port)"
        return try NetworkLink(
            at: .path(folder.appending(path: name).path),
            to: .path("\(server.folder)/\(name)")
        )
    }

    /// The URL by which a relay reaches the server through the link in `folder`.
    func url(in folder: URL) -> String {
        "postgres://\(Self.name)@/\(Self.name)?host=\(folder.path)&port=\(server.port)"
    }

    /// Runs statements as the owner of all.
    @discardableResult
    func sql(_ statements: String) async throws -> String {
        try await offThread { [server] in try server.sql(statements, in: Self.name) }
    }

    /// The numbers of the server's processes that serve relays, in order.
    func relayProcesses() async throws -> [Int] {
        let list = try await sql(
            """
            SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'reveille' ORDER BY pid
            """
        )
        return list.split(separator: "\n").compactMap { Int($0) }
    }

    /// Ends connections; those that have ended by themselves are passed over.
    func end(_ processes: some Collection<Int>) async throws {
        guard !processes.isEmpty else { return }
        let list = processes.map(String.init).joined(separator: ", ")
        try await sql("SELECT count(pg_terminate_backend(pid)) FROM unnest(ARRAY[\(list)]) AS pid")
    }

    /// Waits until the server takes connections.
    ///
    /// - Throws: `Tool.Failure.silent` after a minute.
    func waitUntilReady() async throws {
        for _ in 0..<Self.looks {
            if try await offThread({ [server] in server.isReady }) { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw Tool.Failure.silent("the PostgreSQL server")
    }
}
