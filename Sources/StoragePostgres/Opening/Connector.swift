internal import CPostgres
internal import Glibc
internal import Storage

/// Makes connections that are ready for transactions.
struct Connector: Sendable {
    let address: PostgresAddress
    /// The longest time that one attempt may take.
    var patience: Duration = .seconds(5)
    /// The longest time for which the server may be silent while it is waited for.
    var silence: Duration = .seconds(30)
    /// The places at which the connections' claims begin.
    let watermarks = Watermarks()

    /// The settings of a session.
    ///
    /// A plan that walks over a table is never right here, whatever the server thinks of a table that it has not analysed yet:
    /// under serialisable isolation it would meet every other transaction. Statements are planned once. A transaction of a
    /// process that has been stopped must not hold others up for long.
    static let settings = """
        SET search_path = \(Migration.schemaName);
        SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
        SET jit = off; SET plan_cache_mode = force_generic_plan;
        SET lock_timeout = '5s'; SET statement_timeout = '25s'; SET idle_in_transaction_session_timeout = '2s';
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
        """

    /// Connects, checks the server, and sets the session up.
    func connect() throws(ConnectionFailure) -> PostgresConnection {
        let connection = try connectPlainly()
        do throws(ConnectionFailure) {
            try run(Self.settings, on: connection)
            guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else {
                throw ConnectionFailure.passing(message(of: connection))
            }
        } catch {
            PQfinish(connection)
            throw error
        }
        watermarks.reset()
        return PostgresConnection(connection, patience: silence, watermarks: watermarks)
    }

    /// Connects, and checks the server, without settings for transactions.
    func connectPlainly() throws(ConnectionFailure) -> OpaquePointer {
        let connection = try establish()
        do throws(ConnectionFailure) {
            try ServerCheck(path: address.description).check(connection)
        } catch {
            PQfinish(connection)
            throw error
        }
        return connection
    }

    /// Runs statements and discards what they return.
    func run(_ sql: String, on connection: OpaquePointer) throws(ConnectionFailure) {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw ConnectionFailure(of: result, on: connection, path: address.description)
        }
    }

    /// Connects to the address, or to the first of its hosts that takes a connection.
    ///
    /// Each host has its share of the time. libpq itself would wait for one whose packets vanish, and never come to the next.
    private func establish() throws(ConnectionFailure) -> OpaquePointer {
        let hosts = address.hosts.isEmpty ? [[]] : address.hosts
        var failures: [ConnectionFailure] = []
        for host in hosts {
            do throws(ConnectionFailure) {
                return try establish(at: host, within: patience / hosts.count)
            } catch {
                failures.append(error)
            }
        }
        throw ConnectionFailure(ofEach: failures)
    }

    /// Connects to the address, with `host` in the place of its hosts.
    private func establish(
        at host: [(keyword: String, value: String)],
        within patience: Duration
    ) throws(ConnectionFailure) -> OpaquePointer {
        var options: [(keyword: String, value: String)] = [("dbname", address.url)]
        options += host + address.tls
        do {
            if let password = try address.password() { options.append(("password", password)) }
        } catch {
            throw .lasting(error)
        }
        options += [
            ("client_encoding", "UTF8"), ("fallback_application_name", "reveille"), ("keepalives_idle", "5"),
            ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
        ]
        guard let connection = start(options) else { throw .passing("there is no memory for a connection") }
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        do throws(ConnectionFailure) {
            try wait(for: connection, atMost: patience)
        } catch {
            PQfinish(connection)
            throw error
        }
        return connection
    }

    private func start(_ options: [(keyword: String, value: String)]) -> OpaquePointer? {
        let keywords = options.map { strdup($0.keyword) }
        let values = options.map { strdup($0.value) }
        defer { for text in keywords + values { free(text) } }
        return PQconnectStartParams(
            keywords.map { UnsafePointer($0) } + [nil],
            values.map { UnsafePointer($0) } + [nil],
            1
        )
    }

    private func wait(for connection: OpaquePointer, atMost patience: Duration) throws(ConnectionFailure) {
        let deadline = ContinuousClock.now + patience
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            let left = deadline - .now
            guard PQstatus(connection) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else {
                throw ConnectionFailure(message: message(of: connection), path: address.description)
            }
            guard left > .zero else { throw .passing("it has not answered for \(patience / .seconds(1)) s") }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            var waiting = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
            if poll(&waiting, 1, CInt(left / .milliseconds(1)) + 1) > 0 { state = PQconnectPoll(connection) }
        }
    }

    private func message(of connection: OpaquePointer) -> String {
        PQerrorMessage(connection).map { PostgresConnection.line(String(cString: $0)) } ?? "the connection is lost"
    }
}
