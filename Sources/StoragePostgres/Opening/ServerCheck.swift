internal import CPostgres
internal import Storage

/// What a server has to be for a relay's data.
struct ServerCheck {
    /// The name of the database in messages.
    let path: String

    /// The first version whose features the statements use.
    static let oldestVersion = 150_000

    /// What a server says of itself.
    struct Server: Hashable {
        var version: Int
        var encoding: String
        var isStandby: Bool
        var isReadOnly: Bool
        /// The number of the process that answers.
        var process: Int
        /// The number of the process that the connection was made to.
        var connectedProcess: Int
    }

    private static let question = """
        SELECT pg_is_in_recovery(), current_setting('transaction_read_only'), pg_backend_pid()
        """

    /// Asks a server, and judges it.
    func check(_ connection: OpaquePointer) throws(ConnectionFailure) {
        try judge(try ask(connection))
    }

    private func ask(_ connection: OpaquePointer) throws(ConnectionFailure) -> Server {
        let result = PQexec(connection, Self.question)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK else {
            throw ConnectionFailure(of: result, on: connection, path: path)
        }
        func text(_ column: CInt) -> String { PQgetvalue(result, 0, column).map { String(cString: $0) } ?? "" }
        return Server(
            version: Int(PQserverVersion(connection)),
            encoding: PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } ?? "",
            isStandby: text(0) == "t",
            isReadOnly: text(1) == "on",
            process: Int(text(2)) ?? 0,
            connectedProcess: Int(PQbackendPID(connection))
        )
    }

    /// Refuses a server that a relay cannot work with, and says why.
    func judge(_ server: Server) throws(ConnectionFailure) {
        guard server.version >= Self.oldestVersion else {
            throw lasting("the server is PostgreSQL \(server.version / 10_000), and 15 or newer is needed")
        }
        guard server.encoding == "UTF8" else {
            throw lasting("its encoding is \(server.encoding): make it anew with ENCODING 'UTF8'")
        }
        guard !server.isStandby else {
            throw .passing("the server is a standby, which can only be read: name the primary, or promote this one")
        }
        guard !server.isReadOnly else {
            throw .passing("transactions of this role are read-only there (default_transaction_read_only)")
        }
        guard server.process == server.connectedProcess else {
            throw lasting(
                """
                a pooler that stands between hands the server's sessions from one to another, which prepared statements and \
                locks do not survive: connect to the server itself
                """
            )
        }
    }

    private func lasting(_ why: String) -> ConnectionFailure {
        .lasting(.cannotOpen(path: path, detail: why))
    }
}
