import NIOCore

extension GatewaySimulator {
    /// Limits of every connection; a change reaches open connections as far as it applies to them.
    ///
    /// Numbers out of range are clamped.
    public var connectionRules: ConnectionRules {
        get { withState(\.rules) }
        set { changeRules { $0 = newValue } }
    }

    /// Number of concurrent streams of a connection from its first authenticated answer on; a change is sent at once.
    public var maximumConcurrentStreams: Int {
        get { connectionRules.maximumConcurrentStreams }
        set { changeRules { $0.maximumConcurrentStreams = newValue } }
    }

    /// Whether the number of streams stays at its initial value after authentication; a change is sent at once.
    public var holdsStreamLimit: Bool {
        get { connectionRules.holdsStreamLimit }
        set { changeRules { $0.holdsStreamLimit = newValue } }
    }

    /// Changes the rules atomically, and informs the open connections.
    private func changeRules(_ change: (inout ConnectionRules) -> Void) {
        withState { state in
            change(&state.rules)
            state.rules = state.rules.clamped
        }
        server.connections.tell(.applyStreamLimit)
    }

    /// Number of open connections.
    public var connectionCount: Int { server.connections.count }

    /// Number of connections since the start, which is the number of the newest, as in ``ReceivedPush/connection``.
    public var acceptedConnectionCount: Int { server.connections.acceptedCount }

    /// Drops every open connection without notice, as a network failure would; new ones are accepted.
    public func dropConnections() async {
        await server.connections.drop()
    }

    /// Ends every open connection with a GOAWAY; new ones are accepted.
    public func sendGoAway(_ kind: Behavior.GoAwayRule.Kind) {
        server.connections.tell(.goAway(kind))
    }

    /// Stalls every open connection for good, without closing it; new ones are accepted.
    public func stallConnections() {
        server.connections.tell(.stall)
    }

    /// Whether connections are accepted.
    public var isUp: Bool {
        get async { await server.isUp }
    }

    /// Closes the listening sockets, so that connecting is refused, until ``comeUp()``.
    ///
    /// Open connections are dropped as well, as in a gateway's failure, unless `droppingConnections` is false.
    public func goDown(droppingConnections: Bool = true) async throws {
        try await server.goDown()
        if droppingConnections { await server.connections.drop() }
    }

    /// Listens again on the same ports after ``goDown(droppingConnections:)``.
    ///
    /// - Throws: The system's error, such as that another process has taken the port.
    public func comeUp() async throws {
        try await server.comeUp()
    }

    /// Interval of the search for due background pushes, in real time.
    static let dueInterval = TimeAmount.milliseconds(250)
}
