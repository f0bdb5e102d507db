import AlarmCore
import Logging
import Synchronization

/// Every open connection, so that their number is bounded in all and by address.
///
/// Each stream of an HTTP/2 connection beyond its first takes the place of a connection: by one connection nobody has
/// more under way than by many.
///
/// When there is no room, the connection that has waited longest makes room: one that is idle, or whose request has not
/// arrived. A request that is being answered is never cut off for another, and so is no event stream.
package final class ConnectionRegistry: Sendable {
    /// Names a connection, as long as it is open.
    package typealias ID = UInt64

    /// Why a connection was closed by the relay.
    package enum Reason: String, CaseIterable, Sendable {
        /// It had waited longest, and another one came.
        case room
        /// It came when every connection was being answered.
        case full
        /// It came when its address had as many as it may, all being answered.
        case address
        /// A whole request had not arrived in time.
        case slowRequest = "slow-request"
        /// The TLS handshake had not ended in time.
        case slowHandshake = "slow-handshake"
        /// Nothing of its answer was read for too long.
        case unread
        /// It sent too many requests ahead of the answers.
        case pipelining
        /// It sent more frames or streams of HTTP/2 than it may, of a kind that costs work and asks for nothing.
        case flood
        /// The relay was told to stop, and its request had not arrived soon after.
        case stop
    }

    /// The most bytes of requests that wait for the answer to an earlier one, of all connections.
    ///
    /// 32 MiB.
    static let mostWaitingBytes = 32 << 20
    /// How long a request whose beginning has arrived may take to arrive as a whole once the relay is told to stop.
    ///
    /// 2 s: what is on its way arrives, and nobody who sends half a request holds up the end.
    private static let stopTime = Span.seconds(2)
    /// The least time between warnings.
    ///
    /// 60 s.
    private static let warningPause = Duration.seconds(60)

    fileprivate struct Connection {
        let network: [UInt8]?
        let close: @Sendable () -> Void
        /// Since when it waits, as a number that grows; nil while a request of it is answered.
        var turn: UInt64?
        /// Its open streams beyond the first.
        var furtherStreams = 0
    }

    fileprivate struct State {
        var connections: [ID: Connection] = [:]
        var networks: [[UInt8]: Set<ID>] = [:]
        /// The streams of all connections beyond the first of each, and of those of a network.
        var furtherStreams = 0
        var furtherStreamsOfNetworks: [[UInt8]: Int] = [:]
        /// Those that wait, longest first, with others that have ceased to wait and whose turn is another by now.
        var line: [(turn: UInt64, id: ID)] = []
        var lineStart = 0
        var last: UInt64 = 0
        var warned: ContinuousClock.Instant?
        var untold: [Reason: Int] = [:]
        var waitingBytes = 0
    }

    package let limits: ServerLimits
    /// The most connections: the configured limit, or what open files allow.
    package let capacity: Int
    private let trustedProxies: Set<IPAddress>
    private let metrics: ConnectionMetrics
    private let logger: Logger
    private let state = Mutex(State())

    init(
        limits: ServerLimits,
        capacity: Int,
        trustedProxies: Set<IPAddress>,
        metrics: ConnectionMetrics,
        logger: Logger
    ) {
        self.limits = limits
        self.capacity = min(limits.connections, capacity)
        self.trustedProxies = trustedProxies
        self.metrics = metrics
        self.logger = logger
    }

    /// The time for the rest of a request when the relay is told to stop.
    var timeAtStop: Span { min(Self.stopTime, limits.requestTime) }

    /// The number of open connections.
    package var count: Int { state.withLock { $0.connections.count } }

    /// Takes a connection in, and closes the one that has waited longest if there is no room.
    ///
    /// - Parameters:
    ///   - peer: the address at the other end; a trusted proxy's connections are those of many people.
    ///   - close: closes the connection.
    /// - Returns: the connection's name; nil if there is no room and none waits.
    func admit(_ peer: IPAddress?, close: @escaping @Sendable () -> Void) -> ID? {
        let network = peer.flatMap { trustedProxies.contains($0) ? nil : $0.network }
        let (id, victims, refusal) = state.withLock { state -> (ID?, [Connection], Reason?) in
            let (victims, refusal) = makeRoom(for: network, besides: nil, in: &state)
            return (refusal == nil ? state.add(network, close) : nil, victims, refusal)
        }
        tell(victims, refusal)
        return id
    }

    /// Takes a further stream of a connection in, as if it were a connection.
    ///
    /// - Returns: whether there is room for it, which no other connection's waiting may have had to make.
    func admitStream(of id: ID) -> Bool {
        let (isAdmitted, victims, refusal) = state.withLock { state -> (Bool, [Connection], Reason?) in
            guard let connection = state.connections[id] else { return (false, [], nil) }
            let (victims, refusal) = makeRoom(for: connection.network, besides: id, in: &state)
            if refusal == nil { state.changeStreams(of: id, by: 1) }
            return (refusal == nil, victims, refusal)
        }
        tell(victims, refusal)
        return isAdmitted
    }

    /// A further stream of the connection has ended.
    func leaveStream(of id: ID) {
        state.withLock { $0.changeStreams(of: id, by: -1) }
    }

    /// Removes the connections that have waited longest until there is a place, in all and for the network.
    ///
    /// - Returns: those that were removed, and why there is no place all the same.
    private func makeRoom(
        for network: [UInt8]?,
        besides id: ID?,
        in state: inout State
    ) -> (victims: [Connection], refusal: Reason?) {
        var victims: [Connection] = []
        if let network, state.places(of: network) >= limits.connectionsPerAddress {
            var own = state.networks[network] ?? []
            if let id { own.remove(id) }
            guard let oldest = state.longestWaiting(among: own) else { return ([], .address) }
            if let victim = state.remove(oldest) { victims.append(victim) }
        }
        if state.places >= capacity {
            guard let oldest = state.longestWaiting(besides: id) else { return (victims, .full) }
            if let victim = state.remove(oldest) { victims.append(victim) }
        }
        return (victims, nil)
    }

    private func tell(_ victims: [Connection], _ refusal: Reason?) {
        for victim in victims {
            victim.close()
            count(.room)
        }
        if let refusal { count(refusal) }
    }

    /// A request of the connection has arrived and is being answered.
    func beginAnswer(_ id: ID) {
        state.withLock { $0.connections[id]?.turn = nil }
    }

    /// The connection has been answered, and waits.
    func endAnswer(_ id: ID) {
        state.withLock { $0.queue(id) }
    }

    /// The connection is closed.
    func leave(_ id: ID) {
        state.withLock { _ = $0.remove(id) }
    }

    /// Whether there is room for `bytes` of requests that wait for the answer to an earlier one.
    func hold(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.waitingBytes + bytes <= Self.mostWaitingBytes else { return false }
            state.waitingBytes += bytes
            return true
        }
    }

    /// Gives back what ``hold(_:)`` took.
    func release(_ bytes: Int) {
        state.withLock { $0.waitingBytes -= bytes }
    }

    /// Counts a connection that the relay closes, and warns if it has not for a minute.
    func count(_ reason: Reason) {
        metrics.count(reason)
        let now = ContinuousClock.now
        let isDue = state.withLock { state in
            state.untold[reason, default: 0] += 1
            return state.warned.map { now - $0 >= Self.warningPause } ?? true
        }
        if isDue { warn(at: now) }
    }

    /// Warns of the connections that were closed since the last warning, if any.
    ///
    /// The log has no address: what strangers do must not fill it, and who they are does not belong there.
    func warn(at now: ContinuousClock.Instant = .now) {
        let (untold, open) = state.withLock { state in
            defer { state.untold = [:] }
            if !state.untold.isEmpty { state.warned = now }
            return (state.untold, state.places)
        }
        guard !untold.isEmpty else { return }
        let reasons = untold.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
        logger.warning(
            "connections were closed before their time; docs/watching.md says why",
            metadata: ["closed": "\(reasons.joined(separator: ", "))", "open": "\(open)", "most": "\(capacity)"]
        )
    }

    /// Sets the gauges that are only needed when metrics are read.
    func measure() {
        metrics.set(open: count)
    }
}

extension ConnectionRegistry.State {
    /// The connections, with the streams that count as such.
    fileprivate var places: Int { connections.count + furtherStreams }

    fileprivate func places(of network: [UInt8]) -> Int {
        (networks[network]?.count ?? 0) + furtherStreamsOfNetworks[network, default: 0]
    }

    fileprivate mutating func changeStreams(of id: ConnectionRegistry.ID, by difference: Int) {
        guard difference != 0, let connection = connections[id] else { return }
        connections[id]?.furtherStreams += difference
        furtherStreams += difference
        guard let network = connection.network else { return }
        let left = furtherStreamsOfNetworks[network, default: 0] + difference
        furtherStreamsOfNetworks[network] = left == 0 ? nil : left
    }

    fileprivate mutating func add(_ network: [UInt8]?, _ close: @escaping @Sendable () -> Void) -> ConnectionRegistry.ID
    {
        last += 1
        let id = last
        connections[id] = ConnectionRegistry.Connection(network: network, close: close, turn: nil)
        if let network { networks[network, default: []].insert(id) }
        queue(id)
        return id
    }

    fileprivate mutating func remove(_ id: ConnectionRegistry.ID) -> ConnectionRegistry.Connection? {
        changeStreams(of: id, by: -(connections[id]?.furtherStreams ?? 0))
        guard let connection = connections.removeValue(forKey: id) else { return nil }
        if let network = connection.network {
            networks[network]?.remove(id)
            if networks[network]?.isEmpty == true { networks[network] = nil }
        }
        return connection
    }

    /// Puts a connection at the end of the line.
    fileprivate mutating func queue(_ id: ConnectionRegistry.ID) {
        guard connections[id] != nil else { return }
        last += 1
        connections[id]?.turn = last
        line.append((last, id))
        // Every answer leaves a place behind that is nobody's: the line is made anew before these outnumber the others.
        guard line.count - lineStart > 2 * connections.count + 64 || lineStart > line.count / 2 + 64 else { return }
        line = line[lineStart...].filter { connections[$0.id]?.turn == $0.turn }
        lineStart = 0
    }

    /// Takes the connection that has waited longest from the line, other than `own`, which keeps its turn.
    fileprivate mutating func longestWaiting(besides own: ConnectionRegistry.ID?) -> ConnectionRegistry.ID? {
        var kept: (turn: UInt64, id: ConnectionRegistry.ID)?
        var oldest: ConnectionRegistry.ID?
        while oldest == nil, lineStart < line.count {
            let place = line[lineStart]
            lineStart += 1
            guard connections[place.id]?.turn == place.turn else { continue }
            if place.id == own { kept = place } else { oldest = place.id }
        }
        if oldest == nil { (line, lineStart) = ([], 0) }
        guard let kept else { return oldest }
        if lineStart > 0 {
            lineStart -= 1
            line[lineStart] = kept
        } else {
            line = [kept]
        }
        return oldest
    }

    fileprivate func longestWaiting(among ids: Set<ConnectionRegistry.ID>) -> ConnectionRegistry.ID? {
        var oldest: (turn: UInt64, id: ConnectionRegistry.ID)?
        for id in ids {
            guard let turn = connections[id]?.turn, turn < oldest?.turn ?? .max else { continue }
            oldest = (turn, id)
        }
        return oldest?.id
    }
}
