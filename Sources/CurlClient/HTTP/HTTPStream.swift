/// A response whose body is read as it arrives, such as server-sent events.
///
/// For one reader. A slow one makes the peer wait, once the client's `streamBufferBytes` are full. The transfer is
/// cancelled when the stream and its iterators are gone.
public struct HTTPStream: AsyncSequence, Sendable {
    /// Some bytes, at least one; where they are cut means nothing.
    public typealias Element = [UInt8]
    /// What ends a body before its time.
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

    /// Reads on from where the last iterator stopped.
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

    /// Cancels the transfer when nobody is left to read it.
    final class Reader: Sendable {
        let buffer: StreamBuffer

        init(_ buffer: StreamBuffer) { self.buffer = buffer }

        deinit { buffer.cancel() }
    }
}
