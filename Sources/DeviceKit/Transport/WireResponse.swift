/// A whole answer.
public struct WireResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The header lines.
    public var headers: [WireRequest.Header]
    /// The body.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: [WireRequest.Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the relay did what it was asked.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The first value under `name`, compared without regard to case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// An answer whose body is still arriving.
public struct WireStream: Sendable {
    /// The status code.
    public var status: Int
    /// The header lines.
    public var headers: [WireRequest.Header]
    /// The body, in pieces of any size; ends when the relay ends it, and throws when the connection breaks.
    public var body: AsyncThrowingStream<[UInt8], any Error>

    /// Makes an answer.
    public init(status: Int, headers: [WireRequest.Header] = [], body: AsyncThrowingStream<[UInt8], any Error>) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the body is the requested stream.
    public var isSuccess: Bool { (200..<300).contains(status) }
}
