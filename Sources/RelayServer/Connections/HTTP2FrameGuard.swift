import AlarmCore
import NIOCore

/// Watches what a client of HTTP/2 sends in front of the handler of frames, which keeps some of it to itself.
///
/// - A head, and any frame but that of a body, has to come to its end within the time of a request: until then nothing
///   else can come.
/// - Frames that the handler of frames drops or does not count are counted by the ``HTTP2ConnectionGuard``.
final class HTTP2FrameGuard: ClearingHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: HTTP2ConnectionGuard
    private var scanner = HTTP2FrameScanner()
    /// What has come and was not looked at yet, in its order.
    private var received: [ByteBuffer] = []
    private var isReading = false
    /// Since when something has begun that is not complete.
    private var start: NIODeadline?
    private var timer: Scheduled<Void>?

    init(_ connection: HTTP2ConnectionGuard) {
        self.connection = connection
    }

    /// What is read may be answered at once, and to send that answer TLS may bring more to be read, within this call: that
    /// waits for its turn.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.append(unwrapInboundIn(data))
        guard !isReading else { return }
        isReading = true
        while !received.isEmpty { read(received.removeFirst(), context) }
        isReading = false
    }

    private func read(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        let (now, completed) = (context.eventLoop.now, scanner.completed)
        var frames: [HTTP2FrameScanner.Frame] = []
        scanner.scan(bytes.readableBytesView) { frames.append($0) }
        for frame in frames { connection.receive(frame, at: now) }
        guard !connection.isOver else { return }
        connection.beginReading(restSince: start)
        if !scanner.isWithin {
            start = nil
        } else if start == nil || scanner.completed != completed {
            start = now
        }
        watch(context)
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    private func watch(_ context: ChannelHandlerContext) {
        guard timer == nil, let start else { return }
        let end = start + .milliseconds(connection.connections.limits.requestTime.milliseconds)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: end - context.eventLoop.now) {
            self.timer = nil
            guard self.start == start else { return self.watch(context) }
            self.connection.frameIsLate()
        }
    }

    func clear() {
        timer?.cancel()
        (timer, start) = (nil, nil)
        received = []
    }
}

@available(*, unavailable)
extension HTTP2FrameGuard: Sendable {}
