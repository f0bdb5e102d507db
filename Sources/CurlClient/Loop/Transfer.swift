internal import CCurl
internal import Glibc

/// One request in progress in libcurl; confined to the loop's thread.
final class Transfer {
    let submission: Submission
    let handle: EasyHandle
    unowned let connections: ConnectionSet
    /// Why a callback stopped the transfer; libcurl itself only knows that one did.
    private var failure: CurlError?
    private var parser = ResponseHeadParser()
    private var salvaged: HTTPResponseHead?
    private var body: [UInt8] = []
    private var isAnnounced = false
    /// Whether an address was refused because it is not public.
    private var metPrivateAddress = false
    private let maximumBody: Int
    /// Whether libcurl began to send it.
    private(set) var isSent = false
    /// Whether it was refused a second connection, so that its request is not in progress.
    private var wasTurnedAway = false

    init(_ submission: Submission, handle: EasyHandle, connections: ConnectionSet, maximumBody: Int) {
        self.submission = submission
        self.handle = handle
        self.connections = connections
        self.maximumBody = maximumBody
    }

    /// The status, once the head has arrived.
    var status: Int? { head?.status }

    private var head: HTTPResponseHead? { parser.head ?? salvaged }

    /// The pointer by which libcurl's callbacks find the transfer; valid while the transfer is in flight.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The transfer behind a callback's context.
    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Records that it has a connection and a stream, and is sent now; false when that has happened before.
    func begin() -> Bool {
        guard !isSent else { return false }
        isSent = true
        connections.began(self)
        return true
    }

    /// Opens a socket for libcurl, unless the set has its connection already or the address is not allowed.
    ///
    /// libcurl opens another when the first can take no more: after GOAWAY, REFUSED_STREAM, or a long idle time. It
    /// would then send all of its requests there at once, far more than a fresh connection may take, and would resend
    /// refused ones. Without a socket, they return to the queue.
    func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        guard !connections.isConnected else {
            wasTurnedAway = true
            return CURL_SOCKET_BAD
        }
        guard isReachable(address) else {
            metPrivateAddress = true
            return CURL_SOCKET_BAD
        }
        let address = address.pointee
        return socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
    }

    private func isReachable(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        guard submission.request.profile.reachesPublicAddressesOnly else { return true }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = ccurl_address(address, &bytes)
        return PublicAddress.contains(Array(bytes.prefix(count)))
    }

    /// Whether the request, which ended with `code`, was left unprocessed when its connection ended.
    ///
    /// A request that was refused a second connection after it was sent had been refused by the peer: libcurl is told
    /// to resend for no other reason. Where a connection ended in good order, libcurl 7.88 reports a stream that GOAWAY
    /// left out as one that ended without an answer; a stream that the peer did process, but did not answer, fails.
    func isUnprocessed(_ code: CURLcode) -> Bool {
        guard status == nil, failure == nil else { return false }
        if wasTurnedAway { return !isSent || EasyHandle.resendsRefusedAlone }
        return (code == CURLE_OK || code == CURLE_GOT_NOTHING) && connections.endsInGoodOrder
    }

    /// Looks for a status that has arrived and that libcurl did not report, as 7.88 does not when a connection ends.
    func salvageStatus() {
        guard parser.head == nil, let status = handle.arrivedStatus, status >= 200 else { return }
        salvaged = HTTPResponseHead(status: status)
    }

    /// Takes a header line; returns the number of bytes taken, fewer to stop the transfer.
    func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard bytes.withMemoryRebound(to: UInt8.self, { parser.take($0) }) else {
            failure = .responseTooLarge(limit: ResponseHeadParser.maximumBytes)
            return 0
        }
        if !isAnnounced, let head = parser.head, case .stream(let buffer) = submission.receiver {
            isAnnounced = true
            buffer.announce(head)
        }
        return bytes.count
    }

    /// Takes a part of the body; returns the number of bytes taken, fewer to stop the transfer, or asks for a pause.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        switch submission.receiver {
        case .whole:
            guard bytes.count <= maximumBody - body.count else {
                failure = .responseTooLarge(limit: maximumBody)
                return 0
            }
            body.append(contentsOf: bytes)
        case .stream(let buffer):
            guard buffer.offer(bytes) else { return Int(CURL_WRITEFUNC_PAUSE) }
        }
        return bytes.count
    }

    /// Tells the caller how the transfer ended and returns the error, if any.
    func finish(_ code: CURLcode) -> CurlError? {
        let error: CurlError? =
            code == CURLE_OK ? nil : failure ?? reason(of: code)
        switch submission.receiver {
        case .whole(let continuation):
            if let head {
                continuation.resume(returning: .success(HTTPResponse(head: head, body: body, failure: error)))
            } else {
                continuation.resume(returning: .failure(error ?? .interrupted("the response has no head")))
            }
        case .stream(let buffer):
            buffer.finish(error)
        }
        return error
    }

    private func reason(of code: CURLcode) -> CurlError {
        if metPrivateAddress && code == CURLE_COULDNT_CONNECT {
            return .invalidRequest("the host's address is not a public one")
        }
        return CurlError(code: code, detail: detail(of: code), sent: handle.hasSent)
    }

    private func detail(of code: CURLcode) -> String {
        let detail = handle.errorDetail
        return detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    }
}
