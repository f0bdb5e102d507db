internal import CCurl

/// All connections of one profile: those that take requests, and the retired ones.
///
/// An HTTP/2 connection carries one request until the peer has answered it. A peer may allow a single stream until it
/// knows the client (APNs does until the first authenticated request), and libcurl would open a connection for each
/// stream above the limit. So a connection that is to take over, or to help, is opened by one request while the present
/// ones still carry the others.
final class ConnectionPool {
    /// How often a request is put back into the line at once; then its sender is told that it was refused.
    private static let patienceWithRefusals = 8
    /// How long the first in line waits, in milliseconds, before another connection is opened for it.
    private static let patienceInLine: Int64 = 10

    /// When it last had something to do, on the monotonic clock.
    private(set) var usedAt: Int64 = 0
    let profile: ConnectionProfile
    private(set) var waiting = WaitingLine()
    /// Those that take requests, oldest first.
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
        let automatic = CurlClient.resetsBodilessStreams && profile.version == .http2 ? 150 : Int.max
        requestsPerConnection = max(1, profile.requestsPerConnection ?? automatic)
        stallTimeout = profile.version == .http2 ? profile.stallTimeout.map(Monotonic.milliseconds) : nil
    }

    /// Every set there is.
    var sets: [ConnectionSet] { live + retired }

    /// When the pool itself has something to do although nothing is ready.
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

    /// Puts a request at the end of the line.
    func enqueue(_ submission: Submission) {
        usedAt = submission.madeAt
        waiting.append(submission)
    }

    /// Fails those who have waited for too long.
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

    /// Drops a request, waiting or in flight; false when it is not here.
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

    /// The transfer with this name, if it is in flight here.
    func transfer(_ id: UInt64) -> Transfer? {
        for set in sets { if let transfer = set.transfers[id] { return transfer } }
        return nil
    }

    /// Hands over what has ended on a set, and takes back what it has no stream for.
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

    /// Takes connections out of use on which the peer has answered nothing for too long.
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

    /// Sends a request again at once that nobody processed, unless that has happened too often.
    private func putBack(_ submission: Submission) {
        let returns = submission.countReturn()
        guard returns <= Self.patienceWithRefusals else {
            return submission.receiver.fail(.refused("\(returns) connections left it unprocessed"))
        }
        waiting.putBack(submission)
    }

    /// Draws the conclusions from how a request ended for the set that it was on.
    ///
    /// `isOneStream` says that a failure was the stream's and not the connection's.
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

    /// Ends what hangs on stalled connections: the peer is there, and answers on another.
    private func cutStalled() {
        for set in retired where set.isStalled {
            for transfer in set.transfers.values {
                set.remove(transfer)
                transfer.submission.receiver.fail(.stalled)
            }
        }
    }

    /// Ends the oldest request of a stalled set where no other is there to find out whether the peer answers elsewhere.
    ///
    /// libcurl can send no PING, so only a request can tell: this one is sent again by whoever wants it answered.
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

// MARK: Which connection

extension ConnectionPool {
    /// The set that the next request goes to; nil when it has to wait.
    ///
    /// The oldest that has room: load stays on as few connections as can carry it.
    private func nextSet(now: Int64) throws(CurlError) -> ConnectionSet? {
        for set in live where set.isOpen && set.begun >= requestsPerConnection { retire(set) }
        if let set = live.first(where: { $0.isOpen && $0.hasRoom(limit) }) {
            // Before the last of them is worn out, one request opens a successor.
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

    /// When the first in line has waited for so long that it gets a connection of its own; nil for never.
    ///
    /// Each that is being opened already helps the line, so that the next comes later.
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
