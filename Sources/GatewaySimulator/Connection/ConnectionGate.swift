import NIOCore

/// A handler between TLS and HTTP/2 that can shut either direction without their noticing.
///
/// It passes bytes unchanged until told otherwise, and counts RST_STREAM frames if it was given a limit.
final class ConnectionGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var readsNoMore = false
    private var writesNoMore = false
    private var resets: (scanner: FrameScanner, bucket: TokenBucket)?

    /// Creates an open gate; `resetBucket` has a token for every RST_STREAM frame that may come.
    init(resetBucket: TokenBucket? = nil) {
        resets = resetBucket.map { (FrameScanner(), $0) }
    }

    /// Stops reading from the socket, whose buffer fills up, and in the end the client's too.
    func closeInput() {
        readsNoMore = true
    }

    /// Stops writing, even answers to PING.
    func closeOutput() {
        writesNoMore = true
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes already read when the gate shut, or sent with the client's FIN, are dropped here.
        guard !readsNoMore else { return }
        context.fireChannelRead(data)
        guard resets != nil else { return }
        count(unwrapInboundIn(data), context)
    }

    func read(context: ChannelHandlerContext) {
        guard !readsNoMore else { return }
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !writesNoMore else {
            promise?.succeed()
            return
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        guard !writesNoMore else { return }
        context.flush()
    }

    private func count(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        guard var resets else { return }
        self.resets = nil
        let now = NIODeadline.now()
        var isWithin = true
        for _ in 0..<resets.scanner.resets(in: bytes.readableBytesView) where !resets.bucket.take(at: now) {
            isWithin = false
        }
        // After a flood the connection is already ending, so the error is reported once.
        if isWithin {
            self.resets = resets
        } else {
            context.fireUserInboundEventTriggered(ResetFlood())
        }
    }
}
