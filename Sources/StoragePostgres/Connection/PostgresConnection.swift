internal import CPostgres
internal import Glibc

/// One connection to the server, in libpq's pipeline mode, used by one thread.
///
/// Statements are queued and not waited for; their results come in the same order. A query that is waited for makes
/// libpq send all that is queued, and its result comes after those of everything before it.
final class PostgresConnection {
    private let raw: OpaquePointer
    private let parameters = Parameter()
    private var prepared: Set<Int> = []
    /// The commands that were sent, in order; the results of those before `firstCommand` have been read.
    private var commands: [Command] = []
    private var firstCommand = 0
    /// The number of commands whose results have not been read.
    private(set) var inFlight = 0
    /// The number of times that the server was asked to answer: a round trip each.
    private(set) var roundTrips = 0
    /// The longest time in milliseconds for which the server may be silent while it is waited for.
    private let patience: CInt
    /// The alarm keys that were taken on this connection and not given out.
    ///
    /// They end with it: a server that has crashed may hand out again what a transaction took that was not committed.
    var alarmKeys: Range<Int64> = 0..<0
    /// The places at which claims begin, shared with the store's other connections.
    let watermarks: Watermarks

    private enum Command: Equatable {
        /// The preparation of the statement with this number.
        case preparation(Int)
        case execution
        case sync
    }

    /// Takes over an established connection that is idle, non-blocking and in pipeline mode.
    init(_ raw: OpaquePointer, patience: Duration, watermarks: Watermarks) {
        self.raw = raw
        self.watermarks = watermarks
        self.patience = CInt(patience / .milliseconds(1))
    }

    deinit { PQfinish(raw) }

    /// Whether the connection is idle and has heard nothing since: neither an end nor an error.
    var isFresh: Bool {
        var waiting = pollfd(fd: PQsocket(raw), events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 0) > 0 else { return true }
        // A notice or a changed parameter is no harm, the end of the connection is.
        return PQconsumeInput(raw) == 1 && PQstatus(raw) == CONNECTION_OK && inFlight == 0
            && waiting.revents & Int16(POLLHUP | POLLERR) == 0
    }

    // MARK: Sending

    /// Queues an execution of a statement.
    func send(_ statement: Statement, _ values: [any Column]) throws(ConnectionLost) {
        if !prepared.contains(statement.number) {
            guard PQsendPrepare(raw, statement.name, statement.sql, 0, nil) == 1 else { throw lost() }
            prepared.insert(statement.number)
            sent(.preparation(statement.number))
        }
        parameters.removeAll()
        for value in values { value.bind(to: parameters) }
        let isQueued = unsafe parameters.withPointers { pointers, lengths, formats in
            unsafe PQsendQueryPrepared(raw, statement.name, CInt(parameters.count), pointers, lengths, formats, 1)
        }
        guard isQueued == 1 else { throw lost() }
        sent(.execution)
    }

    private func sent(_ command: Command) {
        commands.append(command)
        inFlight += 1
    }

    /// Has the server answer what was queued, as far as the socket takes it, and take statements again even if one failed.
    ///
    /// Also in the midst of a transaction: only then does the server know that it waits for this process, and ends the
    /// transaction of one that has been stopped.
    func sync() throws(ConnectionLost) {
        guard PQpipelineSync(raw) == 1 else { throw lost() }
        sent(.sync)
        roundTrips += 1
    }

    // MARK: Receiving

    /// Waits for the result of the next execution and calls `read` with it.
    ///
    /// - Throws: ``ServerError`` for an error of the server, after which only ``recover()`` helps; ``ConnectionLost``.
    func receive<Value>(_ read: (QueryResult) throws -> Value) throws -> Value {
        while true {
            guard firstCommand < commands.count else { throw ConnectionLost(reason: "nothing was asked") }
            let command = commands[firstCommand]
            let result = try next()
            switch PQresultStatus(result.raw) {
            case PGRES_COMMAND_OK where command != .execution, PGRES_PIPELINE_SYNC: continue
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return try read(result)
            case PGRES_FATAL_ERROR: throw result.error
            default: throw ConnectionLost(reason: "the server answered what it was not asked")
            }
        }
    }

    /// Waits for the results of everything that is in flight, which must have been sent with a ``sync()``.
    ///
    /// - Throws: the first ``ServerError``; ``ConnectionLost``.
    func drain() throws {
        var first: ServerError?
        while inFlight > 0 {
            let result = try next()
            if PQresultStatus(result.raw) == PGRES_FATAL_ERROR { first = first ?? result.error }
        }
        if let first { throw first }
    }

    /// Discards everything in flight after an error, so that statements are taken again.
    func recover() throws(ConnectionLost) {
        try sync()
        while inFlight > 0 { _ = try next() }
    }

    /// Reads the result of the oldest command.
    private func next() throws(ConnectionLost) -> QueryResult {
        guard let result = try result() else { throw lost() }
        let read = QueryResult(result)
        let command = commands[firstCommand]
        firstCommand += 1
        inFlight -= 1
        if firstCommand == commands.count {
            commands.removeAll(keepingCapacity: true)
            firstCommand = 0
        }
        // What an aborted sequence was to prepare is not there.
        if case .preparation(let number) = command, PQresultStatus(read.raw) != PGRES_COMMAND_OK {
            prepared.remove(number)
        }
        // Every command but a synchronisation is followed by an empty result.
        if command != .sync, let more = try self.result() {
            PQclear(more)
            throw ConnectionLost(reason: "the server answered what it was not asked")
        }
        return read
    }

    private func result() throws(ConnectionLost) -> OpaquePointer? {
        while PQisBusy(raw) == 1 {
            let unsent = PQflush(raw)
            guard unsent >= 0 else { throw lost() }
            var waiting = pollfd(fd: PQsocket(raw), events: Int16(unsent > 0 ? POLLIN | POLLOUT : POLLIN), revents: 0)
            let count = poll(&waiting, 1, patience)
            if count == 0 { throw ConnectionLost(reason: "the server has not answered for \(patience / 1000) s") }
            if count > 0, waiting.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
                guard PQconsumeInput(raw) == 1 else { throw lost() }
            }
        }
        return PQgetResult(raw)
    }

    private func lost() -> ConnectionLost {
        ConnectionLost(reason: PQerrorMessage(raw).map { Self.line(String(cString: $0)) } ?? "the connection is lost")
    }

    /// One line of libpq's message, which may have several.
    static func line(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .joined(separator: "; ")
    }
}
