import AlarmCore
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Keeps one HTTP/2 stream, which is one request and its answer, within the bounds of a connection of its own.
///
/// - The request has to arrive within a time; otherwise it is answered with 408, and the stream is reset. Once the relay
///   is told to stop that time is short, and the answer 503.
/// - A request may name its host in `host` instead of `:authority`. One that names none, or whose head is no request
///   otherwise, is answered with 400.
/// - An answer of which nothing is read for a time ends the stream, and the connection where that is not read at all.
/// - No field of an answer goes into the table that the client may ask the relay to keep for it, of whatever size.
final class HTTP2StreamGuard: ChannelDuplexHandler, ClearingHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// The size of the pieces by which is seen whether an answer is read.
    ///
    /// 8 KiB.
    static let pieceSize = 8 * 1024

    private let connection: HTTP2ConnectionGuard
    private var limits: ServerLimits { connection.connections.limits }

    private var hasHead = false
    private var hasArrived = false
    /// Whether the relay has been told to stop.
    private var isStopping = false
    private var hasBegunAnswer = false
    private var hasAnswered = false
    /// Whether the connection counts this request among those that are answered.
    private var isCounted = false
    /// Whether this handler has ended the stream.
    private var isOver = false
    private var hasLeft = false

    private var context: ChannelHandlerContext?
    private var arrival: Scheduled<Void>?
    private var unread: Scheduled<Void>?
    /// The pieces that have been written and are not in the system's hands.
    private var waitingPieces = 0
    private var readPieces = 0

    /// Guards a stream that its connection has admitted.
    init(_ connection: HTTP2ConnectionGuard) {
        self.connection = connection
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        // The time of a request counts from the first byte of its head, which is older than the stream.
        let left = limits.requestTime.milliseconds - connection.takeTimeOfHead().milliseconds
        arrival = context.schedule(after: .milliseconds(left)) { self.arrivalIsOver(context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, !isOver, !hasArrived {
            isStopping = true
            arrival?.cancel()
            arrival = context.schedule(after: connection.connections.timeAtStop) { self.arrivalIsOver(context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        clear()
        self.context = nil
    }

    func clear() {
        isOver = true
        arrival?.cancel()
        unread?.cancel()
        (arrival, unread) = (nil, nil)
        endAnswer()
        guard !hasLeft else { return }
        hasLeft = true
        connection.leave()
    }

    // MARK: The request

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        var payload = unwrapInboundIn(data)
        var isEnd = false
        switch payload {
        case .headers(var head):
            isEnd = head.endStream
            if !hasHead {
                hasHead = true
                head.headers = Self.withAuthority(head.headers)
                payload = .headers(head)
            }
        case .data(let body): isEnd = body.endStream
        default: break
        }
        if isEnd, !hasArrived {
            hasArrived = true
            arrival?.cancel()
            arrival = nil
            if !hasAnswered {
                isCounted = true
                connection.beginAnswer()
            }
        }
        context.fireChannelRead(wrapInboundOut(payload))
    }

    /// The fields of a request with an `:authority`, taken from `host` where the client has sent none.
    ///
    /// RFC 9113, section 8.3.1: either will do. A request without one, or with several hosts, is left to be refused; so
    /// is one whose `:authority` can be no host, as if it is empty (RFC 9110, section 4.2.2).
    private static func withAuthority(_ headers: HPACKHeaders) -> HPACKHeaders {
        if let authority = headers.first(name: ":authority") {
            guard !RequestHost.isHost(authority) else { return headers }
            var result = headers
            result.remove(name: ":authority")
            return result
        }
        guard let host = RequestHost.only(of: headers["host"]) else { return headers }
        var result: HPACKHeaders = [":authority": host]
        result.add(contentsOf: headers)
        return result
    }

    /// Answers with 400 a head that the server does not take for that of a request (RFC 9113, section 8.1.1).
    func refuseHead() {
        guard !isOver, let context else { return }
        endWith("400", context)
    }

    private func arrivalIsOver(_ context: ChannelHandlerContext) {
        arrival = nil
        guard !isOver, !hasArrived else { return }
        connection.connections.count(isStopping ? .stop : .slowRequest)
        guard !hasBegunAnswer else {
            isOver = true
            return context.close(promise: nil)
        }
        endWith(isStopping ? "503" : "408", context)
    }

    /// Ends the stream with an answer of no more than a status; what the server still says is dropped.
    private func endWith(_ status: String, _ context: ChannelHandlerContext) {
        isOver = true
        arrival?.cancel()
        arrival = nil
        endAnswer()
        let head = HTTP2Frame.FramePayload.Headers(
            headers: [":status": status, "content-length": "0"],
            endStream: true
        )
        context.write(wrapOutboundOut(.headers(head)), promise: nil)
        // A client that has not sent all may stop (RFC 9113, section 8.1).
        if !hasArrived { context.write(wrapOutboundOut(.rstStream(.noError)), promise: nil) }
        context.flush()
    }

    // MARK: The answer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let isEnd: Bool
        switch unwrapOutboundIn(data) {
        case .headers(var head):
            if let status = head.headers.first(name: ":status"), !status.hasPrefix("1") { hasBegunAnswer = true }
            head.headers = Self.unindexed(head.headers)
            isEnd = head.endStream
            connection.wrotePiece()
            write(.headers(head), promise, context)
        case .data(let body):
            isEnd = body.endStream
            write(body, promise, context)
        case let other:
            isEnd = false
            write(other, promise, context)
        }
        if isEnd { endAnswer() }
    }

    private func write(
        _ body: HTTP2Frame.FramePayload.Data,
        _ promise: EventLoopPromise<Void>?,
        _ context: ChannelHandlerContext
    ) {
        connection.wrotePiece()
        guard case .byteBuffer(var buffer) = body.data else { return write(.data(body), promise, context) }
        while buffer.readableBytes > Self.pieceSize, let piece = buffer.readSlice(length: Self.pieceSize) {
            connection.wrotePiece()
            write(.data(.init(data: .byteBuffer(piece))), nil, context)
        }
        write(.data(.init(data: .byteBuffer(buffer), endStream: body.endStream)), promise, context)
    }

    private func write(
        _ payload: HTTP2Frame.FramePayload,
        _ promise: EventLoopPromise<Void>?,
        _ context: ChannelHandlerContext
    ) {
        let written = context.eventLoop.makePromise(of: Void.self)
        waitingPieces += 1
        written.futureResult.assumeIsolated().whenComplete { _ in
            self.waitingPieces -= 1
            self.readPieces += 1
        }
        if let promise { written.futureResult.cascade(to: promise) }
        context.write(wrapOutboundOut(payload), promise: written)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        watchUnread(context)
    }

    private func endAnswer() {
        hasAnswered = true
        guard isCounted else { return }
        isCounted = false
        connection.endAnswer()
    }

    private static func unindexed(_ headers: HPACKHeaders) -> HPACKHeaders {
        var result = HPACKHeaders()
        result.reserveCapacity(headers.count)
        for (name, value, _) in headers { result.add(name: name, value: value, indexing: .nonIndexable) }
        return result
    }

    private func watchUnread(_ context: ChannelHandlerContext) {
        guard unread == nil, !isOver, waitingPieces > 0 else { return }
        let seen = readPieces
        unread = context.schedule(after: limits.unreadTime) {
            self.unread = nil
            guard !self.isOver, self.waitingPieces > 0 else { return }
            if self.readPieces == seen { self.unreadIsOver(context) } else { self.watchUnread(context) }
        }
    }

    private func unreadIsOver(_ context: ChannelHandlerContext) {
        isOver = true
        if connection.unreadBytes > 0 {
            connection.cut(.unread)
        } else {
            connection.connections.count(.unread)
            context.close(promise: nil)
        }
    }
}

@available(*, unavailable)
extension HTTP2StreamGuard: Sendable {}
