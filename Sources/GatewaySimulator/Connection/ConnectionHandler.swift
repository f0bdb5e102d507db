import NIOCore
import NIOHPACK
import NIOHTTP2

/// Carries frames between one channel and its ``GatewayConnection``; decides nothing.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let gateway: Gateway
    private let number: Int
    private var connection: GatewayConnection
    private var generator: SplitMix64
    /// Whether the connection was told that it ends, by us or by the HTTP/2 handler.
    private var wroteGoAway = false
    /// Bytes of DATA since the connection's window was last opened.
    private var consumed = 0

    /// How far the connection's window is opened at a time.
    ///
    /// Each stream has its own window of 64 KiB, far more than a push needs; the connection's would stall all streams
    /// after some 200 pushes if nobody opened it again (RFC 9113, section 6.9).
    private static let windowStep = 1 << 30

    init(gateway: Gateway, number: Int) {
        self.gateway = gateway
        self.number = number
        connection = GatewayConnection()
        generator = SplitMix64(seed: gateway.configuration.seed &+ UInt64(truncatingIfNeeded: number))
    }

    func channelActive(context: ChannelHandlerContext) {
        let update = HTTP2Frame(streamID: .rootStream, payload: .windowUpdate(windowSizeIncrement: Self.windowStep))
        context.writeAndFlush(wrapOutboundOut(update), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let stream = Int(frame.streamID)
        switch frame.payload {
        case .headers(let content):
            let head = RequestHead(content.headers)
            perform(connection.receive(head: head, stream: stream, isEnd: content.endStream, judge: judge), context)
        case .data(let content):
            guard case .byteBuffer(let buffer) = content.data else { return }
            openWindow(by: buffer.readableBytes + (content.paddingBytes.map { $0 + 1 } ?? 0), context)
            let body = buffer.readableBytesView
            perform(connection.receive(body: body, stream: stream, isEnd: content.endStream, judge: judge), context)
        default:
            break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.connectionClosed()
        context.fireChannelInactive()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let closed = event as? StreamClosedEvent {
            perform(connection.streamClosed(Int(closed.streamID)), context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What broke the protocol on one stream was answered with RST_STREAM, and the others go on. What broke the
        // connection was answered with GOAWAY, and it is left to us to close; so it is after an error of TLS.
        guard wroteGoAway || !(error is any NIOHTTP2Error) else { return }
        context.close(promise: nil)
    }

    private func judge(_ request: Request, stream: Int, session: inout ProviderSession) -> Verdict {
        gateway.judge(request, connection: number, stream: stream, session: &session, generator: &generator)
    }

    private func openWindow(by bytes: Int, _ context: ChannelHandlerContext) {
        consumed += bytes
        guard consumed >= Self.windowStep / 2 else { return }
        write(.windowUpdate(windowSizeIncrement: consumed), stream: .rootStream, context)
        consumed = 0
    }

    private func perform(_ actions: [ConnectionAction], _ context: ChannelHandlerContext) {
        for action in actions {
            switch action {
            case .allowMoreStreams:
                let limit = gateway.configuration.maximumConcurrentStreams
                let settings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: limit)]
                write(.settings(.settings(settings)), stream: .rootStream, context)
            case .respond(let stream, let response, let messageID):
                respond(response, messageID: messageID, stream: HTTP2StreamID(stream), context)
            case .reset(let stream, let code):
                write(.rstStream(HTTP2ErrorCode(networkCode: Int(code))), stream: HTTP2StreamID(stream), context)
            case .wait(let stream, let milliseconds):
                wait(milliseconds, for: stream, context)
            case .goAway(let lastStream):
                let reason = ByteBuffer(string: GatewaySimulator.Response(Rejection(.shutdown)).body ?? "")
                let last = HTTP2StreamID(lastStream)
                write(
                    .goAway(lastStreamID: last, errorCode: .noError, opaqueData: reason),
                    stream: .rootStream,
                    context
                )
            case .close:
                context.flush()
                context.close(promise: nil)
            case .hangUp:
                context.pipeline.hangUp()
            }
        }
    }

    private func respond(
        _ response: GatewaySimulator.Response,
        messageID: String,
        stream: HTTP2StreamID,
        _ context: ChannelHandlerContext
    ) {
        var headers = HPACKHeaders()
        headers.reserveCapacity(3)
        headers.add(name: ":status", value: String(response.status))
        // Never the same twice: in the dynamic table it would only push out what is.
        headers.add(name: "apns-id", value: messageID, indexing: .nonIndexable)
        if let seconds = response.retryAfterSeconds {
            headers.add(name: "retry-after", value: String(seconds))
        }
        guard let body = response.body else {
            write(.headers(.init(headers: headers, endStream: true)), stream: stream, context)
            return
        }
        write(.headers(.init(headers: headers)), stream: stream, context)
        write(.data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true)), stream: stream, context)
    }

    private func wait(_ milliseconds: Int64, for stream: Int, _ context: ChannelHandlerContext) {
        let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {
            let (handler, context) = handler.value
            handler.perform(handler.connection.resume(stream: stream), context)
            context.flush()
        }
    }

    private func write(
        _ payload: HTTP2Frame.FramePayload,
        stream: HTTP2StreamID,
        _ context: ChannelHandlerContext
    ) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}

extension ConnectionHandler: NIOHTTP2FrameDelegate {
    func wroteFrame(_ frame: HTTP2Frame) {
        if case .goAway = frame.payload {
            wroteGoAway = true
        }
    }
}

extension RequestHead {
    init(_ headers: HPACKHeaders) {
        self.init(capacity: headers.count)
        for (name, value, _) in headers {
            append(name: name, value: value)
        }
    }
}
