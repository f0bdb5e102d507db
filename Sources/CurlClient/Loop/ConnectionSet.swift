internal import CCurl

/// The connections of one multi handle, and their requests in flight; with HTTP/2 there is never more than one
/// connection.
///
/// libcurl keeps a connection below the peer's limit of streams but not below its limit of resets, and never replaces
/// one that has stalled. So a pool has a succession of sets: a retired one takes nothing new, finishes its requests,
/// and closes its connections when it is released.
final class ConnectionSet {
    /// The number by which the loop finds the set of a descriptor.
    let id: UInt32
    /// The requests that were begun so far and not taken back unsent.
    private(set) var begun = 0
    /// Whether the peer has answered, so that it surely takes more than one request.
    var isOpen: Bool
    /// The transfers in flight.
    private(set) var transfers: [UInt64: Transfer] = [:]
    /// The number of transfers that count towards the limit: streams do not.
    private(set) var inFlight = 0

    /// Whether the one connection was made, so that libcurl may make no other.
    private(set) var isConnected = false
    /// How long requests have been in flight without any answer.
    private(set) var silence = Silence()
    /// Whether the set was given up because the peer sent nothing at all on it.
    private(set) var isStalled = false
    /// Whether nothing but GOAWAY has disturbed the connection so far.
    ///
    /// False for HTTP/1.1, where an end without an answer proves nothing.
    private(set) var endsInGoodOrder: Bool
    /// The number of transfers that have a stream.
    private var sent = 0
    /// The number of streams that the peer seems to allow at once.
    private var streams = Int.max / 4

    /// The descriptor of the one connection, once libcurl has reported it.
    private var descriptor: Int32?
    private let multiplexes: Bool
    private let multi: UnsafeMutableRawPointer
    private let poller: Poller
    /// The time at which libcurl wants to be called even without an event.
    private(set) var wakeAt: Int64?

    init(id: UInt32, profile: ConnectionProfile, isOpen: Bool, poller: Poller) throws(CurlError) {
        guard let multi = curl_multi_init() else { throw .exhausted("libcurl made no multi handle") }
        self.id = id
        self.isOpen = isOpen
        self.multi = multi
        multiplexes = profile.version == .http2
        endsInGoodOrder = multiplexes
        self.poller = poller
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        ccurl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        ccurl_multi_set_socket_callback(multi) { _, descriptor, what, context, mark in
            ConnectionSet.from(context)?.watch(descriptor, for: what, isWatched: mark != nil)
            return 0
        }
        ccurl_multi_set_timer_callback(multi) { _, milliseconds, context in
            ConnectionSet.from(context)?.wakeAt = milliseconds < 0 ? nil : Monotonic.now + Int64(milliseconds)
            return 0
        }
        if profile.version == .http2 {
            // With one connection, the streams share it, and the number of requests that it has carried is known.
            ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1)
            ccurl_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, max(1, profile.maximumInFlight))
        }
    }

    deinit {
        // Closing the connections would call back into an object that is being released; the kernel forgets closed
        // descriptors.
        ccurl_multi_set_socket_callback(multi, nil)
        ccurl_multi_set_timer_callback(multi, nil)
        curl_multi_cleanup(multi)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ConnectionSet? {
        context.map { Unmanaged<ConnectionSet>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Begins a transfer; libcurl asks by its timer to be called soon.
    func add(_ transfer: Transfer, now: Int64) throws(CurlError) {
        let result = curl_multi_add_handle(multi, transfer.handle.raw)
        guard result == CURLM_OK else { throw .exhausted(String(cString: curl_multi_strerror(result))) }
        if transfers.isEmpty { heard(now: now) }
        begun += 1
        transfers[transfer.submission.id] = transfer
        if transfer.submission.countsTowardsLimit { inFlight += 1 }
    }

    /// Removes a transfer, finished or not.
    func remove(_ transfer: Transfer) {
        curl_multi_remove_handle(multi, transfer.handle.raw)
        transfers[transfer.submission.id] = nil
        if transfer.submission.countsTowardsLimit { inFlight -= 1 }
        if transfer.isSent { sent -= 1 } else { begun -= 1 }
    }

    /// Records that a transfer was given a stream.
    func began(_ transfer: Transfer) {
        guard transfers[transfer.submission.id] === transfer else { return }
        sent += 1
        isConnected = multiplexes
    }

    /// Records a failure that a peer in good order does not cause.
    func broke() { endsInGoodOrder = false }

    /// Records an answer of the peer, or the first request after a time without any.
    func heard(now: Int64) {
        silence = Silence(since: now)
        isStalled = false
    }

    /// Records that the peer has been silent for too long; the silence is measured anew.
    func stalled(now: Int64) {
        silence.begin(anewAt: now)
        isStalled = true
    }

    /// Lets libcurl read without an event: bytes that TLS has already read show on no descriptor.
    func nudge() {
        if let descriptor { drive(descriptor, bits: EPOLLIN.rawValue) }
        silence.nudged(at: Monotonic.now)
    }

    /// Whether the set can take another request where a pool allows `limit` in flight.
    ///
    /// libcurl gets one request more than the peer allows, so that the next is ready when a stream ends, and so that a
    /// raised limit is noticed.
    func hasRoom(_ limit: Int) -> Bool {
        inFlight < (isOpen ? min(limit, streams + 1) : 1)
    }

    /// Estimates from libcurl's latest actions how many streams the peer allows; returns the transfers that cannot be
    /// sent now.
    func takeHeld() -> [Transfer] {
        guard multiplexes, isOpen else { return [] }
        let held = transfers.count - sent
        guard held > 0 else {
            if sent > streams { streams *= 2 }
            return []
        }
        streams = max(1, sent)
        guard held > 1 else { return [] }
        return Array(transfers.values.filter { !$0.isSent }.dropFirst())
    }

    /// Lets libcurl act on a ready descriptor.
    func drive(_ descriptor: Int32, bits: UInt32) {
        var mask: Int32 = 0
        if bits & EPOLLIN.rawValue != 0 { mask |= CURL_CSELECT_IN }
        if bits & EPOLLOUT.rawValue != 0 { mask |= CURL_CSELECT_OUT }
        if bits & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { mask |= CURL_CSELECT_ERR | CURL_CSELECT_IN }
        var running: Int32 = 0
        curl_multi_socket_action(multi, descriptor, mask, &running)
    }

    /// Lets libcurl act on its timer, if due.
    func driveTimer(now: Int64) {
        guard let due = wakeAt, due <= now else { return }
        wakeAt = nil
        var running: Int32 = 0
        curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
    }

    /// Removes the transfers that have ended since the last call, and reports libcurl's results.
    func takeEnded(_ report: (Transfer, CURLcode) -> Void) {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            // The message becomes invalid with the handle's removal.
            let result = ccurl_message_result(message)
            var context: UnsafeMutableRawPointer?
            guard ccurl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &context) == CURLE_OK,
                let transfer = Transfer.from(context)
            else { continue }
            report(transfer, result)
        }
    }

    private func watch(_ descriptor: Int32, for what: Int32, isWatched: Bool) {
        self.descriptor = multiplexes && what != CURL_POLL_REMOVE ? descriptor : nil
        if what == CURL_POLL_REMOVE { return poller.ignore(descriptor) }
        var bits: UInt32 = 0
        if what & CURL_POLL_IN != 0 { bits |= EPOLLIN.rawValue }
        if what & CURL_POLL_OUT != 0 { bits |= EPOLLOUT.rawValue }
        poller.watch(descriptor, bits: bits, owner: id, isWatched: isWatched)
        // libcurl passes this mark with every later call for the descriptor, and drops it with the connection.
        if !isWatched { curl_multi_assign(multi, descriptor, Unmanaged.passUnretained(self).toOpaque()) }
    }
}
