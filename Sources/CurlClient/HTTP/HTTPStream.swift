/// A response whose body is read as it arrives, such as server-sent events.
///
/// For one reader. A slow one makes the peer wait, once the client's `streamBufferBytes` are full. The transfer is
/// cancelled when the stream and its iterators are released.
public struct HTTPStream: AsyncSequence, Sendable {
    /// At least one byte; the boundaries between chunks have no meaning.
    public typealias Element = [UInt8]
    /// The error that ends a body early.
    public typealias Failure = CurlError

    /// The status and header lines.
    public let head: HTTPResponseHead
    private let reader: Reader

    init(head: HTTPResponseHead, reader: Reader) {
        self.head = head
        self.reader = reader
    }

    /// The status code.
    public var status: Int { head.status }

    /// Continues where the last iterator stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    /// Reads a stream's bytes.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: Reader

        /// Waits for the next bytes; nil at the end of the body.
        public mutating func next() async throws(CurlError) -> [UInt8]? {
            try await reader.buffer.next()
        }

        /// Waits for the next bytes; nil at the end of the body.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(CurlError) -> [UInt8]? {
            try await reader.buffer.next()
        }
    }

    /// Cancels the transfer when there is no reader left.
    final class Reader: Sendable {
        let buffer: StreamBuffer

        init(_ buffer: StreamBuffer) { self.buffer = buffer }

        deinit { buffer.cancel() }
    }
}
