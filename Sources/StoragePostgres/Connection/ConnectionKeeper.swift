internal import Storage

/// Keeps one thread's connection, and makes a new one when it is lost.
final class ConnectionKeeper {
    private let connector: Connector
    private let notices: NoticeBoard
    private var connection: PostgresConnection?
    private var backOff = BackOff()
    /// When the server was first found away.
    private var awaySince: ContinuousClock.Instant?
    /// The time for which work waits for a server that is away.
    private let patience: Duration

    init(_ connector: Connector, patience: Duration, notices: NoticeBoard) {
        self.connector = connector
        self.patience = patience
        self.notices = notices
    }

    /// The connection, made anew if need be.
    ///
    /// Work that comes while the server is away waits until it has been away for a while; from then on it is refused at once,
    /// and looks for the server on the way.
    ///
    /// - Parameter rest: a function that waits for a time, and tells whether to give up.
    /// - Returns: a connection that is idle.
    /// - Throws: the reason why there is none.
    func current(resting rest: (Duration) -> Bool) throws(ConnectionLost) -> PostgresConnection {
        if let connection {
            if connection.isFresh { return connection }
            drop()
        }
        while true {
            let reason: String
            do throws(ConnectionFailure) {
                let made = try connector.connect()
                if awaySince != nil { notices.post(.isBack(connector.address.description)) }
                (connection, awaySince, backOff) = (made, nil, BackOff())
                return made
            } catch {
                reason =
                    switch error {
                    case .passing(let message), .lasting(.cannotOpen(_, let message)): message
                    case .lasting(let error): error.description
                    }
            }
            let since = awaySince ?? .now
            if awaySince == nil { notices.post(.isAway(connector.address.description, reason)) }
            awaySince = since
            guard since + patience > .now, !rest(backOff.next()) else { throw ConnectionLost(reason: reason) }
        }
    }

    /// Gives the connection up.
    func drop() {
        connection = nil
    }
}

/// How long to wait before the next attempt: longer each time, and never the same.
struct BackOff {
    private var longest: Duration
    private let limit: Duration

    init(from first: Duration = .milliseconds(50), to limit: Duration = .seconds(2)) {
        longest = first
        self.limit = limit
    }

    /// Returns a time between half of the present longest and all of it.
    mutating func next() -> Duration {
        defer { longest = min(longest * 2, limit) }
        return longest * Double.random(in: 0.5...1)
    }
}
