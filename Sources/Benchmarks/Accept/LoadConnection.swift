import NIOCore

/// A connection that sends a request, waits for its answer, and sends the next.
///
/// It reads just as much of HTTP/1.1 as the relay's answers need: a status line, and a body of the length in the head.
final class LoadConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Event that makes a connection begin.
    struct Begin: Sendable {}

    private let tally: LoadTally
    private var received = ByteBuffer()
    private var sentAt = NIODeadline.now()

    init(_ tally: LoadTally) {
        self.tally = tally
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is Begin { sendNext(context) } else { context.fireUserInboundEventTriggered(event) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if received.readableBytes == 0 { swap(&received, &buffer) } else { received.writeBuffer(&buffer) }
        while let answer = Self.readAnswer(&received, success: tally.success) {
            guard answer.status == tally.success else {
                tally.end(.failure(LoadTally.Failure.refused(status: answer.status, answer: answer.body)))
                return
            }
            tally.answered(after: Double((NIODeadline.now() - sentAt).nanoseconds) / 1e9)
            sendNext(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        tally.end(.failure(LoadTally.Failure.disconnected))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        tally.end(.failure(error))
        context.close(promise: nil)
    }

    private func sendNext(_ context: ChannelHandlerContext) {
        guard let request = tally.next() else { return }
        sentAt = .now()
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
    }

    /// Removes a whole answer from the front of `buffer`; returns nil while it is incomplete.
    static func readAnswer(_ buffer: inout ByteBuffer, success: Int) -> (status: Int, body: String)? {
        let found = buffer.withUnsafeReadableBytes { bytes -> (head: Int, status: Int, body: Int)? in
            guard let head = endOfHead(in: bytes), head > 12 else { return nil }
            let status = bytes[9..<12].reduce(0) { $0 * 10 + Int($1 & 0x0F) }
            return (head, status, contentLength(in: UnsafeRawBufferPointer(rebasing: bytes[..<head])))
        }
        guard let found, buffer.readableBytes >= found.head + found.body else { return nil }
        buffer.moveReaderIndex(forwardBy: found.head)
        // Only the text of a refusal is needed.
        guard found.status != success else {
            buffer.moveReaderIndex(forwardBy: found.body)
            return (found.status, "")
        }
        return (found.status, buffer.readString(length: found.body) ?? "")
    }

    private static func endOfHead(in bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 3
        while index < bytes.count {
            if bytes[index] == 0x0A, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A, bytes[index - 3] == 0x0D {
                return index + 1
            }
            index += 1
        }
        return nil
    }

    /// Returns the value of `content-length`, in any case; 0 if there is none.
    private static func contentLength(in head: UnsafeRawBufferPointer) -> Int {
        contentLengthName.withUTF8Buffer { name in
            var line = 0
            while line + name.count < head.count {
                if (0..<name.count).allSatisfy({ head[line + $0] | 0x20 == name[$0] | 0x20 }) {
                    return head[(line + name.count)...].drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
                        .prefix(9).reduce(0) { $0 * 10 + Int($1 - 0x30) }
                }
                while line < head.count, head[line] != 0x0A { line += 1 }
                line += 1
            }
            return 0
        }
    }

    private static let contentLengthName: StaticString = "content-length:"
}
