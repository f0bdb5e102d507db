internal import CCurl

/// All connections of one profile: the set that takes requests, its successor, and the retired ones.
///
/// An HTTP/2 set carries one request until the peer has answered it. A peer may allow a single stream until it knows
/// the client (APNs does until the first authenticated request), and libcurl would open a connection for each stream
/// above the limit. So a successor is opened by one request while the present set still carries the others.
final class ConnectionPool {
    let profile: ConnectionProfile
    private(set) var waiting = WaitingLine()
    private var current: ConnectionSet?
    private var successor: ConnectionSet?
    private var retired: [ConnectionSet] = []
    private var idleHandles: [EasyHandle] = []
    private let services: LoopServices
    private let limit: Int
    private let requestsPerConnection: Int

    init(profile: ConnectionProfile, services: LoopServices) {
        self.profile = profile
        self.services = services
        limit = max(1, profile.maximumInFlight)
        let automatic = CurlClient.resetsBodilessStreams && profile.version == .http2 ? 150 : Int.max
        requestsPerConnection = max(1, profile.requestsPerConnection ?? automatic)
    }

    /// Every set there is.
    var sets: [ConnectionSet] { [current, successor].compactMap(\.self) + retired }

    /// Puts a request at the end of the line.
    func enqueue(_ submission: Submission) { waiting.append(submission) }

    /// Fails those who have waited for too long.
    func expire(now: Int64) {
        for submission in waiting.removeExpired(now: now) { submission.receiver.fail(.timedOut(afterSending: false)) }
    }

    /// Begins as many requests as the limits allow.
    func pump(now: Int64) {
        while !waiting.isEmpty {
            do throws(CurlError) {
                guard let set = try nextSet() else { return }
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

    /// Hands over what has ended on a set.
    func collect(_ set: ConnectionSet) {
        set.takeEnded { transfer, code in
            set.remove(transfer)
            let failure = transfer.finish(code)
            if failure == nil { idleHandles.append(transfer.handle) }
            judge(set, status: transfer.status, failure: failure)
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
        current = nil
        successor = nil
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
            try set.add(transfer)
        } catch {
            submission.receiver.fail(error)
        }
    }

    private func takeHandle() throws(CurlError) -> EasyHandle {
        if let idle = idleHandles.popLast() { return idle }
        return try services.makeHandle(profile)
    }

    /// The set that the next request goes to; nil when it has to wait.
    private func nextSet() throws(CurlError) -> ConnectionSet? {
        guard let present = current else {
            let made = try services.makeSet(profile)
            current = made
            return made
        }
        if present.begun >= requestsPerConnection / 3 * 2 && present.isOpen && successor == nil {
            let made = try services.makeSet(profile)
            successor = made
            return made
        }
        if let ready = successor, ready.isOpen {
            retire(present)
            return nextRoom(ready)
        }
        if present.begun < requestsPerConnection { return nextRoom(present) }
        if let cold = successor { return nextRoom(cold) }
        retire(present)
        return try nextSet()
    }

    private func nextRoom(_ set: ConnectionSet) -> ConnectionSet? {
        set.inFlight < (set.isOpen ? limit : 1) ? set : nil
    }

    /// Draws the conclusions from how a request ended for the set that it was on.
    private func judge(_ set: ConnectionSet, status: Int?, failure: CurlError?) {
        if let status, status != 401 && status != 403 { set.isOpen = true }
        switch failure {
        case nil, .responseTooLarge, .invalidRequest: break
        default: retire(set)
        }
    }

    private func retire(_ set: ConnectionSet) {
        if set === current {
            current = successor
            successor = nil
        } else if set === successor {
            successor = nil
        } else {
            return
        }
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
