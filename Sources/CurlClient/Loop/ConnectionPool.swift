internal import CCurl

/// All connections of one profile: live ones, which take requests, and retired ones.
///
/// An HTTP/2 connection carries one request until the peer has answered it. A peer may allow a single stream until it
/// knows the client (APNs does until the first authenticated request), and libcurl would open a connection for each
/// stream above the limit. So a successor or an additional connection is opened by one request while the present ones
/// still carry the others.
final class ConnectionPool {
    /// The number of times that a refused request is queued again at once; after that its sender gets the refusal.
    private static let patienceWithRefusals = 8
    /// How long the first request in the queue waits, in milliseconds, before another connection is opened for it.
    private static let patienceInLine: Int64 = 10

    /// The time of the last request, on the monotonic clock.
    private(set) var usedAt: Int64 = 0
    let profile: ConnectionProfile
    private(set) var waiting = WaitingLine()
    /// The sets that take requests, oldest first.
    private var live: [ConnectionSet] = []
    private var retired: [ConnectionSet] = []
    private var idleHandles: [EasyHandle] = []
    private let services: LoopServices
    private let limit: Int
    private let maximumConnections: Int
    private let requestsPerConnection: Int
    private let stallTimeout: Int64?

    init(profile: ConnectionProfile, services: LoopServices) {
        self.profile = profile
        self.services = services
        limit = max(1, profile.maximumInFlight)
        maximumConnections = profile.version == .http2 ? max(1, profile.maximumConnections) : 1
        let automatic = CurlClient.resetsBodilessStreams && profile.version != .http1 ? 150 : Int.max
        requestsPerConnection = max(1, profile.requestsPerConnection ?? automatic)
        stallTimeout = profile.version == .http2 ? profile.stallTimeout.map(Monotonic.milliseconds) : nil
    }

    /// All sets.
    var sets: [ConnectionSet] { live + retired }

    /// The time at which the pool has something to do even without an event.
    var wakeAt: Int64? {
        var earliest = waiting.wakeAt ?? .max
        if let opening = nextOpening { earliest = min(earliest, opening) }
        if let stallTimeout {
            for set in sets where set.inFlight > 0 {
                earliest = min(earliest, set.silence.dueAt(timeout: stallTimeout))
            }
        }
        return earliest == .max ? nil : earliest
    }

    /// Whether nothing waits and nothing is in flight.
    var isIdle: Bool { waiting.isEmpty && sets.allSatisfy(\.transfers.isEmpty) }

    /// Adds a request at the end of the queue.
    func enqueue(_ submission: Submission) {
        usedAt = submission.madeAt
        waiting.append(submission)
    }

    /// Fails the requests that have waited for too long.
    func expire(now: Int64) {
        for submission in waiting.removeExpired(now: now) { submission.receiver.fail(.timedOut(afterSending: false)) }
    }

    /// Begins as many requests as the limits allow.
    func pump(now: Int64) {
        while !waiting.isEmpty {
            do throws(CurlError) {
                guard let set = try nextSet(now: now) else { return }
                guard let submission = waiting.popFirst() else { return }
                begin(submission, on: set, now: now)
            } catch {
                waiting.popFirst()?.receiver.fail(error)
            }
        }
    }

    /// Drops a request, waiting or in flight; false when it is not in this pool.
    func cancel(_ id: UInt64, with error: CurlError) -> Bool {
        if let submission = waiting.remove(id) {
            submission.receiver.fail(error)
            return true
        }
        guard let transfer = transfer(id) else { return false }
        transfer.connections.remove(transfer)
        transfer.submission.receiver.fail(error)
        releaseRetired()
        return true
    }

    /// The transfer with this identifier, if it is in flight in this pool.
    func transfer(_ id: UInt64) -> Transfer? {
        for set in sets { if let transfer = set.transfers[id] { return transfer } }
        return nil
    }

    /// Reports the ended transfers of a set, and takes back requests for which it has no stream.
    func collect(_ set: ConnectionSet, now: Int64) {
        set.takeEnded { transfer, code in
            set.remove(transfer)
            transfer.salvageStatus()
            if transfer.isUnprocessed(code) {
                retire(set)
                return putBack(transfer.submission)
            }
            let failure = transfer.finish(code)
            if failure == nil { idleHandles.append(transfer.handle) }
            judge(set, transfer, failure: failure, isOneStream: code == CURLE_HTTP2_STREAM, now: now)
        }
        for transfer in set.takeHeld() {
            set.remove(transfer)
            waiting.putBack(transfer.submission)
        }
        releaseRetired()
    }

    /// Retires connections on which the peer has answered nothing for too long.
    func giveUpStalled(now: Int64) {
        guard let stallTimeout else { return }
        for set in sets where set.inFlight > 0 && set.silence.dueAt(timeout: stallTimeout) <= now {
            guard set.silence.isNudged else {
                set.nudge()
                collect(set, now: now)
                continue
            }
            set.stalled(now: now)
            retire(set)
            for transfer in set.transfers.values where !transfer.isSent {
                set.remove(transfer)
                waiting.putBack(transfer.submission)
            }
            sendProbe(from: set)
        }
        releaseRetired()
    }

    /// Ends everything.
    func shutDown() {
        while let submission = waiting.popFirst() { submission.receiver.fail(.shutDown) }
        for set in sets {
            for transfer in set.transfers.values {
                set.remove(transfer)
                transfer.submission.receiver.fail(.shutDown)
            }
            services.forget(set)
        }
        live = []
        retired = []
        idleHandles = []
    }

    private func begin(_ submission: Submission, on set: ConnectionSet, now: Int64) {
        do throws(CurlError) {
            let transfer = Transfer(
                submission,
                handle: try takeHandle(),
                connections: set,
                maximumBody: services.configuration.maximumResponseBytes
            )
            let timeout = submission.deadline.map { max(1, $0 - now) }
            try transfer.handle.prepare(submission.request, timeout: timeout, context: transfer.context)
            try set.add(transfer, now: now)
        } catch {
            submission.receiver.fail(error)
        }
    }

    private func takeHandle() throws(CurlError) -> EasyHandle {
        if let idle = idleHandles.popLast() { return idle }
        return try services.makeHandle(profile)
    }

    /// Queues an unprocessed request again at once, unless that has happened too often.
    private func putBack(_ submission: Submission) {
        let returns = submission.countReturn()
        guard returns <= Self.patienceWithRefusals else {
            return submission.receiver.fail(.refused("\(returns) connections left it unprocessed"))
        }
        waiting.putBack(submission)
    }

    /// Updates a set according to how one of its requests ended.
    ///
    /// `isOneStream` says that a failure concerned the stream and not the connection.
    private func judge(
        _ set: ConnectionSet,
        _ transfer: Transfer,
        failure: CurlError?,
        isOneStream: Bool,
        now: Int64
    ) {
        if let status = transfer.status {
            set.heard(now: now)
            if status != 401 && status != 403 { set.isOpen = true }
            cutStalled()
        }
        switch failure {
        case nil, .responseTooLarge, .invalidRequest: break
        case _ where isOneStream: set.heard(now: now)
        default:
            set.broke()
            retire(set)
        }
    }

    /// Ends the requests on stalled connections, because the peer has answered on another one.
    private func cutStalled() {
        for set in retired where set.isStalled {
            for transfer in set.transfers.values {
                set.remove(transfer)
                transfer.submission.receiver.fail(.stalled)
            }
        }
    }

    /// Ends the oldest request of a stalled set where no other request can test whether the peer answers elsewhere.
    ///
    /// libcurl can send no PING, so only a request can tell: the caller's retry of this one is the test.
    private func sendProbe(from set: ConnectionSet) {
        guard waiting.isEmpty, live.allSatisfy({ $0.inFlight == 0 }) else { return }
        guard let oldest = set.transfers.values.min(by: { $0.submission.id < $1.submission.id }) else { return }
        set.remove(oldest)
        oldest.submission.receiver.fail(.stalled)
    }

    private func retire(_ set: ConnectionSet) {
        guard let index = live.firstIndex(where: { $0 === set }) else { return }
        live.remove(at: index)
        retired.append(set)
    }

    private func releaseRetired() {
        guard !retired.isEmpty else { return }
        retired.removeAll { set in
            guard set.transfers.isEmpty else { return false }
            services.forget(set)
            return true
        }
    }
}

// MARK: Choosing a connection

extension ConnectionPool {
    /// The set for the next request; nil when it has to wait.
    ///
    /// The oldest with room: load stays on as few connections as can carry it.
    private func nextSet(now: Int64) throws(CurlError) -> ConnectionSet? {
        for set in live where set.isOpen && set.begun >= requestsPerConnection { retire(set) }
        if let set = live.first(where: { $0.isOpen && $0.hasRoom(limit) }) {
            // Before the last set reaches its limit, one request opens a successor.
            return isSuccessorNeeded ? try open() : set
        }
        if let cold = live.first(where: { !$0.isOpen && $0.hasRoom(limit) }) { return cold }
        if live.isEmpty { return try open() }
        if let opening = nextOpening, opening <= now { return try open() }
        return nil
    }

    private var isSuccessorNeeded: Bool {
        requestsPerConnection != .max
            && live.allSatisfy { $0.isOpen && $0.begun >= requestsPerConnection / 3 * 2 }
    }

    /// The time at which the first in the queue has waited long enough for a connection of its own; nil for never.
    ///
    /// Every connection that is being opened already helps the queue, so each delays the next opening.
    private var nextOpening: Int64? {
        guard live.count < maximumConnections, let front = waiting.frontMadeAt else { return nil }
        return front + Self.patienceInLine * Int64(1 + live.count(where: { !$0.isOpen }))
    }

    private func open() throws(CurlError) -> ConnectionSet {
        let made = try services.makeSet(profile)
        live.append(made)
        return made
    }
}
