import Foundation
import TestSupport

/// A PostgreSQL server of the measurements' own, in a temporary folder, as it is after installation: with `fsync`.
///
/// It ends with this process, however that ends: a shell waits for the end of a pipe whose other end is here. The server refuses
/// to run as root; then it runs as `nobody`.
final class TestCluster: Sendable {
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
            Self.programs + "initdb", "-D", "\(folder)/data", "-U", "reveille", "-E", "UTF8", "--locale", "C.UTF-8",
            "-N",
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
    func restart() throws { try control("restart", "-m", "fast", "-l", "\(folder)/log") }

    private func control(_ arguments: String...) throws {
        // The server would inherit a descriptor by whose end Foundation learns of the end of the program that it started.
        let close = "for fd in /proc/$$/fd/*; do fd=${fd##*/}; if [ $fd -gt 2 ]; then eval \"exec $fd>&-\"; fi; done"
        let program = "\(close); exec \"$0\" \"$@\""
        _ = try Self.run(
            ["bash", "-c", program, Self.programs + "pg_ctl", "-D", "\(folder)/data", "-s", "-w"] + arguments
        )
    }

    /// Runs statements as the owner of all, and returns what they return: columns apart by `|`, rows by line.
    @discardableResult
    func sql(_ statements: String, in database: String = "postgres") throws -> String {
        let tool = Tool(executable: URL(filePath: Self.programs + "psql"))
        let outcome = try tool.runBlocking(
            [
                "-h", folder, "-p", "\(port)", "-U", "reveille", "-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1", "-f",
                "-",
            ],
            input: statements
        )
        guard outcome.status == 0 else {
            throw Tool.Failure.failed("psql", status: outcome.status, output: outcome.text)
        }
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    /// The URL of a database, through the socket.
    func url(_ database: String, user: String = "reveille") -> String {
        "postgres://\(user)@/\(database)?host=\(folder)&port=\(port)"
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
