import NIOCore
import NIOHTTP1

/// Carries requests between one HTTP/1.1 connection and the ``ControlAPI``.
///
/// One request at a time: the pipelining handler holds the next one back until the answer is sent.
final class ControlHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Maximum size of a body, in bytes.
    static let bodyLimit = 1 << 20

    private let api: ControlAPI
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isTooLarge = false

    init(api: ControlAPI) {
        self.api = api
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            isTooLarge = false
            if head.headers.contains(name: "expect") {
                context.writeAndFlush(wrapOutboundOut(.head(.init(version: .http1_1, status: .continue))), promise: nil)
            }
        case .body(let part):
            if body.count + part.readableBytes > Self.bodyLimit {
                isTooLarge = true
                body = []
            } else if !isTooLarge {
                body.append(contentsOf: part.readableBytesView)
            }
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Closes idle connections.
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let hosts = head.headers["host"]
        if let refusal = ControlGuard.refusal(
            host: hosts.count == 1 ? hosts[0] : nil,
            origin: head.headers["origin"].first
        ) {
            return write(.failure(refusal.status, refusal.problem), to: head, context)
        }
        guard !isTooLarge else {
            let problem = "the body is too large; at most \(Self.bodyLimit) bytes are read"
            return write(.failure(413, problem), to: head, context)
        }
        guard let request = ControlRequest(method: head.method.rawValue, target: head.uri, body: body) else {
            return write(.failure(400, "the request's target is not a path"), to: head, context)
        }
        body = []
        let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        Task { [api] in
            let reply = await api.reply(to: request)
            eventLoop.execute {
                let (handler, context) = handler.value
                handler.write(reply, to: head, context)
            }
        }
    }

    private func write(_ reply: ControlReply, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var headers = HTTPHeaders()
        if let type = reply.contentType { headers.add(name: "content-type", value: type) }
        if let allow = reply.allow { headers.add(name: "allow", value: allow) }
        if reply.status != 204 { headers.add(name: "content-length", value: String(reply.body.count)) }
        headers.add(name: "cache-control", value: "no-store")
        if !head.isKeepAlive { headers.add(name: "connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: reply.status)
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: headers))), promise: nil)
        if head.method != .HEAD, !reply.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
        }
        let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        if !head.isKeepAlive {
            let channel = context.channel
            end.whenComplete { _ in channel.close(promise: nil) }
        }
    }
}
