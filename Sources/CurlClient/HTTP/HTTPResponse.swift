/// The status and header lines that open a response.
public struct HTTPResponseHead: Hashable, Sendable {
    /// The status code, 200...999; interim (1xx) responses are skipped.
    public let status: Int
    /// The header lines as received; HTTP/2 names are in lower case.
    public let headers: [HTTPHeader]

    /// Makes a response head.
    public init(status: Int, headers: [HTTPHeader] = []) {
        self.status = status
        self.headers = headers
    }
}

/// A response whose head has arrived in full.
public struct HTTPResponse: Sendable {
    /// The status and header lines.
    public let head: HTTPResponseHead
    /// The body; cut short when `failure` is set.
    public let body: [UInt8]
    /// The error after the head had arrived; nil without one.
    ///
    /// The peer answered all the same: the caller decides whether its status counts without the rest of the body.
    public let failure: CurlError?

    /// The status code.
    public var status: Int { head.status }

    /// Makes a response.
    public init(head: HTTPResponseHead, body: [UInt8] = [], failure: CurlError? = nil) {
        self.head = head
        self.body = body
        self.failure = failure
    }
}
