import NIOCore
import NIOHPACK

/// A client of HTTP/2 over TLS that sends any frames, whether the relay allows them or not (RFC 9113).
///
/// It confirms no settings and opens no window unless it is told to.
final class FrameClient {
    /// The types of frames (section 6).
    enum Kind: UInt8 {
        case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
        /// One that the protocol does not know.
        case unknown = 0x42
    }

    struct Frame {
        let kind: Kind
        let flags: UInt8
        let stream: Int
        let payload: ByteBuffer
        /// The fields of HEADERS.
        var fields = HPACKHeaders()

        /// Whether it is the last one of its stream.
        var isEnd: Bool { (kind == .data || kind == .headers) && flags & 1 == 1 }

        var status: String? { self[":status"] }

        /// A field of HEADERS by its name in lower case.
        subscript(name: String) -> String? { fields.first(name: name) }

        /// The error of RST_STREAM or GOAWAY.
        var code: Int? {
            payload.getInteger(at: payload.readerIndex + (kind == .goAway ? 4 : 0), as: UInt32.self).map { Int($0) }
        }
    }

    /// A frame to send.
    typealias Outgoing = (kind: Kind, flags: UInt8, stream: Int, payload: ByteBuffer)

    static let endStream: UInt8 = 1
    static let endHeaders: UInt8 = 4
    /// The codes of errors (section 7).
    static let protocolError = 1
    static let refusedStream = 7
    static let enhanceYourCalm = 11

    private let connection: RawConnection.Client
    private var received = ByteBuffer()
    private var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
    private var decoder = HPACKDecoder(allocator: ByteBufferAllocator())

    private init(_ connection: RawConnection.Client) {
        self.connection = connection
    }

    /// Runs `body` with a connection that has begun with the given settings, by number.
    static func with<Value: Sendable>(
        port: Int,
        trusting certificate: TestCertificate,
        settings: [(UInt16, UInt32)] = [],
        _ body: (FrameClient) async throws -> Value
    ) async throws -> Value {
        try await RawConnection.with(port: port, trusting: certificate, offering: ["h2"]) { connection in
            let client = FrameClient(connection)
            try await connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            var payload = ByteBuffer()
            for (number, value) in settings {
                payload.writeInteger(number)
                payload.writeInteger(value)
            }
            try await client.send(.settings, payload: payload)
            return try await body(client)
        }
    }

    // MARK: Sending

    func send(_ kind: Kind, flags: UInt8 = 0, stream: Int = 0, payload: ByteBuffer = ByteBuffer()) async throws {
        try await connection.send(Self.frame(kind, flags, stream, payload))
    }

    /// Sends many frames at once.
    func send(_ frames: [Outgoing]) async throws {
        var bytes = ByteBuffer()
        for (kind, flags, stream, payload) in frames {
            bytes.writeImmutableBuffer(Self.frame(kind, flags, stream, payload))
        }
        try await connection.send(bytes)
    }

    private static func frame(_ kind: Kind, _ flags: UInt8, _ stream: Int, _ payload: ByteBuffer) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeInteger(UInt8(payload.readableBytes >> 16))
        bytes.writeInteger(UInt16(payload.readableBytes & 0xFFFF))
        bytes.writeInteger(kind.rawValue)
        bytes.writeInteger(flags)
        bytes.writeInteger(UInt32(stream))
        bytes.writeImmutableBuffer(payload)
        return bytes
    }

    /// The fields of a request as the payload of HEADERS.
    func head(
        _ method: String,
        _ path: String,
        _ fields: [(String, String)] = [],
        authority: String? = "localhost"
    ) throws -> ByteBuffer {
        var pseudo = [(":method", method), (":scheme", "https"), (":path", path)]
        if let authority { pseudo.append((":authority", authority)) }
        return try block(pseudo + fields)
    }

    /// Any fields as the payload of HEADERS.
    func block(_ fields: [(String, String)]) throws -> ByteBuffer {
        var headers = HPACKHeaders()
        for (name, value) in fields { headers.add(name: name, value: value, indexing: .nonIndexable) }
        var payload = ByteBuffer()
        try encoder.encode(headers: headers, to: &payload)
        return payload
    }

    /// Sends a whole request.
    func ask(
        _ method: String,
        _ path: String,
        _ fields: [(String, String)] = [],
        body: [UInt8] = [],
        on stream: Int
    ) async throws {
        let flags = Self.endHeaders | (body.isEmpty ? Self.endStream : 0)
        try await send(.headers, flags: flags, stream: stream, payload: try head(method, path, fields))
        guard !body.isEmpty else { return }
        try await send(.data, flags: Self.endStream, stream: stream, payload: ByteBuffer(bytes: body))
    }

    // MARK: Reading

    /// The next frame; nil once the relay has closed the connection.
    func next() async throws -> Frame? {
        while true {
            if let frame = try readFrame() { return frame }
            guard var more = await connection.next() else { return nil }
            received.writeBuffer(&more)
        }
    }

    private func readFrame() throws -> Frame? {
        let start = received.readerIndex
        guard let high = received.getInteger(at: start, as: UInt8.self),
            let low = received.getInteger(at: start + 1, as: UInt16.self)
        else { return nil }
        let length = Int(high) << 16 | Int(low)
        guard received.readableBytes >= 9 + length else { return nil }
        received.moveReaderIndex(forwardBy: 3)
        guard let kind = received.readInteger(as: UInt8.self).flatMap(Kind.init),
            let flags = received.readInteger(as: UInt8.self),
            let stream = received.readInteger(as: UInt32.self),
            let payload = received.readSlice(length: length)
        else { return nil }
        var frame = Frame(kind: kind, flags: flags, stream: Int(stream & 0x7FFF_FFFF), payload: payload)
        if kind == .headers {
            var block = payload
            frame.fields = try decoder.decodeHeaders(from: &block)
        }
        return frame
    }

    /// The next frame of a kind, on one stream or any; nil if the connection was closed before.
    func next(_ kind: Kind, on stream: Int? = nil) async throws -> Frame? {
        while let frame = try await next() {
            if frame.kind == kind, stream == nil || frame.stream == stream { return frame }
        }
        return nil
    }

    /// The answer on a stream, up to its end or that of the connection; what came on others is passed over.
    func answer(on stream: Int) async throws -> (status: String?, body: [UInt8]) {
        var status: String?
        var body: [UInt8] = []
        while let frame = try await next() {
            guard frame.stream == stream else { continue }
            if frame.kind == .headers { status = frame.status ?? status }
            if frame.kind == .data { body += Array(buffer: frame.payload) }
            if frame.isEnd || frame.kind == .reset { break }
        }
        return (status, body)
    }

    /// All frames until the relay has closed the connection.
    func all() async throws -> [Frame] {
        var frames: [Frame] = []
        while let frame = try await next() { frames.append(frame) }
        return frames
    }
}
