internal import CCurl

/// One request that libcurl is working on; lives on the loop's thread alone.
final class Transfer {
    let submission: Submission
    let handle: EasyHandle
    unowned let connections: ConnectionSet
    /// Why a callback stopped the transfer; libcurl itself only knows that one did.
    private var failure: CurlError?
    private var parser = ResponseHeadParser()
    private var body: [UInt8] = []
    private var isAnnounced = false
    private let maximumBody: Int

    init(_ submission: Submission, handle: EasyHandle, connections: ConnectionSet, maximumBody: Int) {
        self.submission = submission
        self.handle = handle
        self.connections = connections
        self.maximumBody = maximumBody
    }

    /// The status, once the head has arrived.
    var status: Int? { parser.head?.status }

    /// What libcurl is given to find the transfer by; valid while the transfer is in flight.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The transfer behind a callback's context.
    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes a header line; returns how many bytes were taken, fewer to stop the transfer.
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

    /// Takes a part of the body; returns how many bytes were taken, fewer to stop the transfer, or asks for a pause.
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

    /// Tells the caller how the transfer ended and returns what went wrong, if anything did.
    func finish(_ code: CURLcode) -> CurlError? {
        let error: CurlError? =
            code == CURLE_OK ? nil : failure ?? CurlError(code: code, detail: detail(of: code), sent: handle.hasSent)
        switch submission.receiver {
        case .whole(let continuation):
            if let head = parser.head {
                continuation.resume(returning: .success(HTTPResponse(head: head, body: body, failure: error)))
            } else {
                continuation.resume(returning: .failure(error ?? .interrupted("the response has no head")))
            }
        case .stream(let buffer):
            buffer.finish(error)
        }
        return error
    }

    private func detail(of code: CURLcode) -> String {
        let detail = handle.errorDetail
        return detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    }
}
