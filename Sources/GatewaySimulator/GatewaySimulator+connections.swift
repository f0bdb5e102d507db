import NIOCore

extension GatewaySimulator {
    /// What every connection is allowed; a change reaches open connections as far as it can concern them.
    ///
    /// Numbers out of their range are taken for the nearest in it.
    public var connectionRules: ConnectionRules {
        get { withState(\.rules) }
        set { changeRules { $0 = newValue } }
    }

    /// How many streams a connection may have from its first authenticated answer on; a change is sent at once.
    public var maximumConcurrentStreams: Int {
        get { connectionRules.maximumConcurrentStreams }
        set { changeRules { $0.maximumConcurrentStreams = newValue } }
    }

    /// Whether SETTINGS stay at the number of streams that a connection began with; a change is sent at once.
    public var holdsStreamLimit: Bool {
        get { connectionRules.holdsStreamLimit }
        set { changeRules { $0.holdsStreamLimit = newValue } }
    }

    /// Changes the rules in one step, and tells the open connections.
    private func changeRules(_ change: (inout ConnectionRules) -> Void) {
        withState { state in
            change(&state.rules)
            state.rules = state.rules.clamped
        }
        server.connections.tell(.applyStreamLimit)
    }

    /// How many connections are open.
    public var connectionCount: Int { server.connections.count }

    /// How many connections there have been since the start: the number of the newest, as in ``ReceivedPush/connection``.
    public var acceptedConnectionCount: Int { server.connections.acceptedCount }

    /// Drops every open connection without a word, as a network failure would; new ones are welcome.
    public func dropConnections() async {
        await server.connections.drop()
    }

    /// Ends every open connection with a GOAWAY; new ones are welcome.
    public func sendGoAway(_ kind: Behavior.GoAwayRule.Kind) {
        server.connections.tell(.goAway(kind))
    }

    /// Lets every open connection stand still for good: mute, and not closed; new ones are welcome.
    public func stallConnections() {
        server.connections.tell(.stall)
    }

    /// Whether connections are accepted.
    public var isUp: Bool {
        get async { await server.isUp }
    }

    /// Closes the listening sockets, so that connecting is refused, until ``comeUp()``.
    ///
    /// Open connections are dropped as well, as a gateway's failure would, unless `droppingConnections` is false.
    public func goDown(droppingConnections: Bool = true) async throws {
        try await server.goDown()
        if droppingConnections { await server.connections.drop() }
    }

    /// Listens again on the same ports after ``goDown(droppingConnections:)``.
    ///
    /// - Throws: What the system says, such as that another process has taken the port.
    public func comeUp() async throws {
        try await server.comeUp()
    }

    /// How often held background pushes are looked for: a few times a second, of real time.
    static let dueInterval = TimeAmount.milliseconds(250)
}
