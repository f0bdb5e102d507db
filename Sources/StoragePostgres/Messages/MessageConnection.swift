internal import CPostgres
internal import Glibc

/// A connection that listens for the messages of other nodes and sends those of this one, used by one thread.
///
/// Each `NOTIFY` is a transaction of its own: its commit takes a lock for the whole cluster of databases. It need not be
/// durable, so that the lock is not held while a disk or a standby is waited for.
final class MessageConnection {
    /// The name under which all nodes of a database hear one another.
    private static let channel = "reveille"
    /// The longest time in milliseconds for which the server may be silent while it is waited for.
    private static let patience: CInt = 10_000

    private let raw: OpaquePointer

    /// Connects, and listens from then on.
    init(_ connector: Connector) throws(ConnectionFailure) {
        let raw = try connector.connectPlainly()
        do throws(ConnectionFailure) {
            let settings = "SET application_name = 'reveille-messages'; SET synchronous_commit = off"
            try connector.run("\(settings); LISTEN \(Self.channel)", on: raw)
            guard PQsetnonblocking(raw, 1) == 0 else { throw .passing("the connection would block") }
        } catch {
            PQfinish(raw)
            throw error
        }
        self.raw = raw
    }

    deinit { PQfinish(raw) }

    /// Waits for something to be received, for a message to be sent, or at most for `time`; nil for any time.
    func wait(for outbox: MessageOutbox, atMost time: Duration?) {
        var both = [PQsocket(raw), outbox.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&both, 2, time.map { CInt($0 / .milliseconds(1)) + 1 } ?? -1)
        if both[1].revents != 0 { outbox.lower() }
    }

    /// Returns the payloads that other nodes have sent.
    ///
    /// - Throws: ``ConnectionLost``.
    func received() throws(ConnectionLost) -> [String] {
        guard PQconsumeInput(raw) == 1 else { throw lost() }
        var payloads: [String] = []
        while let notification = PQnotifies(raw) {
            // The server also tells a sender of what it has sent itself.
            if notification.pointee.be_pid != PQbackendPID(raw), let text = notification.pointee.extra {
                payloads.append(String(cString: text))
            }
            PQfreemem(notification)
        }
        return payloads
    }

    /// Sends payloads in one transaction.
    ///
    /// - Throws: ``ConnectionLost``, also for an error of the server, after which another connection may do better.
    func send(_ payloads: [String]) throws(ConnectionLost) {
        let calls = payloads.indices.map { "pg_notify('\(Self.channel)', $\($0 + 1))" }
        let texts = payloads.map { strdup($0) }
        defer { for text in texts { free(text) } }
        let isSent = PQsendQueryParams(
            raw,
            "SELECT " + calls.joined(separator: ", "),
            CInt(texts.count),
            nil,
            texts.map { UnsafePointer($0) },
            nil,
            nil,
            0
        )
        guard isSent == 1 else { throw lost() }
        var isRefused = false
        while let result = try result() {
            isRefused = isRefused || PQresultStatus(result) != PGRES_TUPLES_OK
            PQclear(result)
        }
        if isRefused { throw lost() }
    }

    private func result() throws(ConnectionLost) -> OpaquePointer? {
        while PQisBusy(raw) == 1 {
            let unsent = PQflush(raw)
            guard unsent >= 0 else { throw lost() }
            var waiting = pollfd(fd: PQsocket(raw), events: Int16(unsent > 0 ? POLLIN | POLLOUT : POLLIN), revents: 0)
            guard poll(&waiting, 1, Self.patience) > 0 else { throw ConnectionLost(reason: "the server is silent") }
            guard PQconsumeInput(raw) == 1 else { throw lost() }
        }
        return PQgetResult(raw)
    }

    private func lost() -> ConnectionLost {
        ConnectionLost(reason: PQerrorMessage(raw).map { PostgresConnection.line(String(cString: $0)) } ?? "it is lost")
    }
}
