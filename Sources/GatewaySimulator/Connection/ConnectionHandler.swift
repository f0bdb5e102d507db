import AlarmCore
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Carries frames between a channel and its ``GatewayConnection``, which makes all decisions.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let gateway: Gateway
    private let gate: ConnectionGate
    private let number: Int
    private let environment: GatewaySimulator.Environment
    private var connection: GatewayConnection
    private var generator: SeededGenerator
    /// Whether a GOAWAY was sent, by this handler or by the HTTP/2 handler.
    private var wroteGoAway = false
    /// Number of streams last advertised to the client.
    private var streamLimit: Int
    /// Numbers of waiting streams and of owed answers last reported to the gateway.
    private var reported = (openStreams: 0, unanswered: 0)
    /// Bytes of DATA since the connection's window was last enlarged.
    private var consumed = 0

    /// Number of bytes by which the connection's window is enlarged at a time.
    ///
    /// Each stream has its own window of 64 KiB, far more than a push needs; the connection's would stall all streams
    /// after some 200 pushes if it were never enlarged (RFC 9113, section 6.9).
    private static let windowStep = 1 << 30
    /// Payload of the PING that follows the announcement of a connection's end.
    private static let endPing: UInt64 = 0x676F_2061_7761_7921

    init(gateway: Gateway, gate: ConnectionGate, number: Int, environment: GatewaySimulator.Environment) {
        self.gateway = gateway
        self.gate = gate
        self.number = number
        self.environment = environment
        connection = GatewayConnection()
        generator = SeededGenerator(seed: gateway.configuration.seed &+ UInt64(truncatingIfNeeded: number))
        streamLimit = gateway.configuration.initialConcurrentStreams
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
        case .ping(let data, ack: true) where data.integer == Self.endPing:
            perform(connection.pingAnswered(), context)
        default:
            break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.connectionClosed()
        reportStreams()
        context.fireChannelInactive()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        reportStreams()
        context.flush()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let closed as StreamClosedEvent:
            perform(connection.streamClosed(Int(closed.streamID)), context)
        case let command as ConnectionCommand:
            perform(actions(for: command), context)
            reportStreams()
            context.flush()
        case is ResetFlood:
            perform(connection.resetsFlooded(), context)
        default:
            break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A protocol error on one stream was answered with RST_STREAM, and the others go on. An error of the connection
        // was answered with GOAWAY, after which this handler has to close it, as it does after an error of TLS.
        guard wroteGoAway || !(error is any NIOHTTP2Error) else { return }
        context.close(promise: nil)
    }

    private func judge(_ request: ReceivedRequest, stream: Int, session: inout ProviderSession) -> RequestDecision {
        let origin = RequestOrigin(environment: environment, connection: number, stream: stream)
        return gateway.judge(request, from: origin, session: &session, generator: &generator)
    }

    private func actions(for command: ConnectionCommand) -> [ConnectionAction] {
        switch command {
        case .applyStreamLimit: connection.streamLimitChanged()
        case .goAway(let kind): connection.end(kind)
        case .stall: connection.stall()
        }
    }

    /// Reports the number of waiting streams to the gateway if it has changed.
    private func reportStreams() {
        let present = (openStreams: connection.openStreams, unanswered: connection.unanswered)
        guard present != reported else { return }
        gateway.count(
            openStreams: present.openStreams - reported.openStreams,
            unanswered: present.unanswered - reported.unanswered
        )
        reported = present
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
                allowStreams(gateway.streamLimit, context)
            case .respond(let stream, let response, let messageID):
                respond(response, messageID: messageID, stream: HTTP2StreamID(stream), context)
            case .reset(let stream, let code):
                write(.rstStream(HTTP2ErrorCode(networkCode: Int(code))), stream: HTTP2StreamID(stream), context)
            case .wait(let stream, let milliseconds):
                wait(milliseconds, for: stream, context)
            case .announceEnd:
                announceEnd(context)
            case .goAway(let lastStream, let code):
                goAway(lastStream, code: code, context)
            case .close:
                context.flush()
                context.close(promise: nil)
            case .hangUp:
                context.pipeline.hangUp()
            case .stall:
                context.flush()
                gate.closeInput()
                gate.closeOutput()
            case .closeOutput:
                context.flush()
                context.close(mode: .output, promise: nil)
                gate.closeOutput()
            case .closeInput:
                gate.closeInput()
            }
        }
    }

    private func allowStreams(_ limit: Int, _ context: ChannelHandlerContext) {
        guard limit != streamLimit else { return }
        streamLimit = limit
        let settings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: limit)]
        write(.settings(.settings(settings)), stream: .rootStream, context)
    }

    private func goAway(_ lastStream: Int, code: UInt32, _ context: ChannelHandlerContext) {
        // The real gateway's reason; it has one for a regular end only.
        let reason = code == 0 ? GatewaySimulator.Response(Rejection(.shutdown)).body : nil
        let payload = HTTP2Frame.FramePayload.goAway(
            lastStreamID: HTTP2StreamID(lastStream),
            errorCode: HTTP2ErrorCode(networkCode: Int(code)),
            opaqueData: reason.map(ByteBuffer.init(string:))
        )
        write(payload, stream: .rootStream, context)
    }

    /// Announces the end of the connection as RFC 9113, section 6.8, recommends.
    ///
    /// The GOAWAY bypasses the HTTP/2 handler, which would refuse the streams that are on their way. It may thereby
    /// overtake frames that the handler holds until the next flush, which is allowed.
    private func announceEnd(_ context: ChannelHandlerContext) {
        var frame = ByteBuffer()
        frame.writeBytes([0, 0, 8, 7, 0, 0, 0, 0, 0])
        frame.writeInteger(UInt32(Int32.max))
        frame.writeInteger(UInt32(0))
        let handler = try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
        handler?.write(NIOAny(IOData.byteBuffer(frame)), promise: nil)
        write(.ping(HTTP2PingData(withInteger: Self.endPing), ack: false), stream: .rootStream, context)
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
        // Never the same twice: in the dynamic table it would only evict useful entries.
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
            handler.reportStreams()
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
