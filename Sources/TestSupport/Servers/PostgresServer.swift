import Foundation

/// A PostgreSQL server in a temporary folder, as it is after installation: with `fsync`, and reached through its socket.
///
/// It ends with this process, however that ends: a shell waits for the end of a pipe whose other end is here. The server refuses
/// to run as root; then it runs as `nobody`.
package final class PostgresServer: Sendable {
    private static let programs = "/usr/lib/postgresql/15/bin/"

    /// The folder of its socket and its log.
    package let folder: String
    /// The folder of its data.
    package let data: String
    private let reserved: ReservedPort
    /// Open as long as the server is to live.
    private let life: FileHandle

    /// The port on the loopback address, which is in the socket's name, too.
    package var port: UInt16 { reserved.number }

    /// Makes a cluster and starts its server.
    ///
    /// - Parameters:
    ///   - data: an empty folder for the data that the server's user may write to; nil for one beside the socket.
    ///   - settings: lines for `postgresql.conf`.
    ///   - initialisation: further arguments of `initdb`.
    /// - Throws: `Tool.Failure`, also where PostgreSQL is not installed.
    package convenience init(
        data: String? = nil,
        settings: [String] = ["max_connections = 200"],
        initialisation: [String] = []
    ) throws {
        try self.init(data: data) { server in
            let arguments = [
                "initdb", "-D", server.data, "-U", "reveille", "-E", "UTF8", "--locale", "C.UTF-8", "-N",
                "--auth-local", "trust", "--auth-host", "scram-sha-256",
            ]
            try server.runProgram(arguments + initialisation)
            try server.configure(settings)
        }
    }

    /// Makes a standby that follows `primary`, and starts it; its settings are those of the primary.
    ///
    /// - Throws: `Tool.Failure`.
    package convenience init(standbyOf primary: PostgresServer) throws {
        try self.init(data: nil) { server in
            let source = "host=\(primary.folder) port=\(primary.port) user=reveille"
            try server.runProgram([
                "pg_basebackup", "-d", source, "-D", server.data, "-R", "-X", "stream", "-c", "fast", "--no-sync",
            ])
            try server.configure([])
        }
    }

    private init(data given: String?, making make: (PostgresServer) throws -> Void) throws {
        guard FileManager.default.fileExists(atPath: Self.programs + "initdb") else {
            throw Tool.Failure.missing("initdb", package: "postgresql-15")
        }
        reserved = try ReservedPort()
        folder = FileManager.default.temporaryDirectory.path + "/reveille-postgres-\(UUID().uuidString)"
        data = given ?? folder + "/data"
        try Self.run(["mkdir", "-m", "700", folder])
        life = try Self.watch(folder, data)
        try make(self)
        try start()
    }

    deinit { try? life.close() }

    // MARK: Starting and ending

    /// Starts the server and waits until it answers.
    package func start() throws { try control("start", "-l", "\(folder)/log") }

    /// Stops the server, which ends its connections first.
    package func stop() throws { try control("stop", "-m", "fast") }

    /// Stops the server as a crash would, without a checkpoint: the next start recovers.
    package func crash() throws { try control("stop", "-m", "immediate") }

    /// Stops the server and starts it again.
    package func restart() throws { try control("restart", "-m", "fast", "-l", "\(folder)/log") }

    /// Makes a primary of a standby, and waits until it takes writes.
    package func promote() throws { try control("promote") }

    /// Sends SIGKILL to the server's main process, whose others end when they find that out.
    package func kill() throws {
        try Self.run(["sh", "-c", "kill -KILL $(head -n 1 \(data)/postmaster.pid)"])
    }

    /// Whether the server takes connections.
    package var isReady: Bool {
        let arguments = ["-q", "-h", folder, "-p", "\(port)", "-U", "reveille", "-d", "postgres"]
        return (try? Self.run([Self.programs + "pg_isready"] + arguments)) != nil
    }

    /// Has the server read its settings anew, with lines added.
    package func reload(adding settings: [String]) throws {
        try append(settings)
        try control("reload")
    }

    private func control(_ arguments: String...) throws {
        // The server would inherit a descriptor by whose end Foundation learns of the end of the program that it started.
        let close = "for fd in /proc/$$/fd/*; do fd=${fd##*/}; if [ $fd -gt 2 ]; then eval \"exec $fd>&-\"; fi; done"
        let program = "\(close); exec \"$0\" \"$@\""
        try Self.run(["bash", "-c", program, Self.programs + "pg_ctl", "-D", data, "-s", "-w"] + arguments)
    }

    // MARK: Making

    private func configure(_ settings: [String]) throws {
        try append(
            settings + ["listen_addresses = '127.0.0.1'", "port = \(port)", "unix_socket_directories = '\(folder)'"]
        )
    }

    private func append(_ settings: [String]) throws {
        let lines = settings.joined(separator: "\n")
        try Self.run(["sh", "-c", "printf '%s\\n' \"$0\" >>\"$1\"", lines, "\(data)/postgresql.conf"])
    }

    private func runProgram(_ command: [String]) throws {
        try Self.run([Self.programs + command[0]] + command.dropFirst())
    }

    /// Starts the shell that ends the server and removes its files; returns the end of the pipe for whose end it waits.
    private static func watch(_ folder: String, _ data: String) throws -> FileHandle {
        let pipe = Pipe()
        let watch = Process()
        watch.executableURL = URL(filePath: "/usr/bin/env")
        watch.arguments =
            owner + ["sh", "-c", "cat >/dev/null; \(programs)pg_ctl -D \(data) -s -m immediate stop; rm -rf \(folder)"]
        watch.standardInput = pipe
        watch.standardOutput = FileHandle.nullDevice
        watch.standardError = FileHandle.nullDevice
        try watch.run()
        try pipe.fileHandleForReading.close()
        return pipe.fileHandleForWriting
    }

    // MARK: Using

    /// Runs statements as the owner of all, and returns what they return: columns apart by `|`, rows by line.
    @discardableResult
    package func sql(_ statements: String, in database: String = "postgres") throws -> String {
        let outcome = try Self.psql.runBlocking(queryArguments(database) + ["-f", "-"], input: statements)
        guard outcome.status == 0 else {
            throw Tool.Failure.failed("psql", status: outcome.status, output: outcome.text)
        }
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    /// Starts a client that runs statements in one session, one after another.
    package func startSession(_ statements: [String], in database: String, log: String) throws -> RunningProcess {
        try Self.psql.start(queryArguments(database) + statements.flatMap { ["-c", $0] }, log: log)
    }

    /// The URL of a database, through the socket.
    package func url(_ database: String, user: String = "reveille") -> String {
        "postgres://\(user)@/\(database)?host=\(folder)&port=\(port)"
    }

    /// The URL of a database, over TCP.
    package func networkURL(_ database: String, user: String = "reveille") -> String {
        "postgres://\(user)@127.0.0.1:\(port)/\(database)"
    }

    private static let psql = Tool(executable: URL(filePath: programs + "psql"))

    private func queryArguments(_ database: String) -> [String] {
        ["-h", folder, "-p", "\(port)", "-U", "reveille", "-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1"]
    }

    /// What runs a program as somebody whom the server accepts.
    private static let owner =
        getuid() == 0 ? ["setpriv", "--reuid=\(unprivileged)", "--regid=nogroup", "--clear-groups", "--"] : []

    /// The name of the user as whom the server runs where this process is root.
    package static let unprivileged = "nobody"

    @discardableResult
    private static func run(_ command: [String]) throws -> String {
        let outcome = try Tool.onPath("env").runBlocking(owner + command)
        guard outcome.status == 0 else {
            throw Tool.Failure.failed(command[0], status: outcome.status, output: outcome.text)
        }
        return outcome.output
    }
}
