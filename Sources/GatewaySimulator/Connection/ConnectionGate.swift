import NIOCore

/// Stands between TLS and HTTP/2, and can shut either direction without either of them knowing.
///
/// It lets bytes pass as they are until it is told otherwise, and counts RST_STREAM frames where a meter was given.
final class ConnectionGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var readsNoMore = false
    private var writesNoMore = false
    private var resets: (scanner: FrameScanner, bucket: TokenBucket)?

    /// Makes an open gate; `resetBucket` has a token for every RST_STREAM frame that may come.
    init(resetBucket: TokenBucket? = nil) {
        resets = resetBucket.map { (FrameScanner(), $0) }
    }

    /// Nothing is read from the socket any more: it fills up, and so in the end does the client's.
    func closeInput() {
        readsNoMore = true
    }

    /// Nothing is written any more, not even the answer to a PING.
    func closeOutput() {
        writesNoMore = true
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What was already read when the gate shut, or comes with the client's FIN, ends here.
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
        // After a flood the connection is ending, and nobody has to be told twice.
        if isWithin {
            self.resets = resets
        } else {
            context.fireUserInboundEventTriggered(ResetFlood())
        }
    }
}
