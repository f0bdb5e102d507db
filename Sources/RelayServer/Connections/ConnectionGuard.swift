import AlarmCore
import NIOCore
import NIOHTTP1

/// Keeps one connection within its bounds, between the HTTP decoder and the server.
///
/// - One request at a time goes on to the server. What a client sends ahead waits here, and as long as something waits
///   the connection is not read: the client's own send buffer fills instead of the relay's memory.
/// - A request has to arrive within a time, head and body; otherwise it is answered with 408, and the connection closed.
///   Once the relay is told to stop that time is short, and the answer 503.
/// - A request names one host, or none if it is of HTTP/1.0; otherwise it is answered with 400, and the connection closed.
/// - An answer of which nothing is read for a time closes the connection.
///
/// While nothing waits the connection is read, also during an answer: that is how a listener's departure is noticed.
final class ConnectionGuard: ChannelDuplexHandler, ClearingHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The most bytes that a connection is read at a time.
    ///
    /// 16 KiB: two envelopes.
    static let readSize = 16 * 1024
    /// The most bytes of requests that wait for the answer to an earlier one.
    ///
    /// 32 KiB: a read, and another one that had begun.
    private static let mostWaitingBytes = 32 * 1024
    /// How long a connection stays after the last answer, for the client to close it.
    ///
    /// 1 s.
    private static let farewell = Span.seconds(1)

    /// The end of what the client sends, which waits for the requests before it.
    private enum End {
        case inputClosed
        case error(any Error)
    }

    private let connections: ConnectionRegistry
    private var limits: ServerLimits { connections.limits }
    private var id: ConnectionRegistry.ID?

    /// Whether the head of a request has gone on to the server, and its end has not.
    private var isReceiving = false
    /// Whether the head of a request has gone on to the server, and the end of its answer has not come.
    private var isAnswering = false
    /// Whether the head of that answer has been written.
    private var hasBegunAnswer = false
    /// Whether the relay has been told to stop, so that no further request begins.
    private var isStopping = false
    /// Whether the server has said its last, so that nothing more goes on to it.
    private var isEnding = false
    /// Whether this handler has ended the connection.
    private var isOver = false

    private var waiting = CircularBuffer<HTTPServerRequestPart>()
    private var waitingRequests = 0
    private var waitingBytes = 0
    private var ends: [End] = []
    private var isReadWanted = false
    private var hasPartOfRead = false

    private var arrival: Scheduled<Void>?
    private var unread: Scheduled<Void>?
    private var unreadBytes = 0
    private var ending: Scheduled<Void>?

    /// Guards a new connection, or one that has been admitted already as `id`, as one that speaks TLS has.
    init(_ connections: ConnectionRegistry, admitted id: ConnectionRegistry.ID? = nil) {
        self.connections = connections
        self.id = id
    }

    // MARK: The connection

    func channelActive(context: ChannelHandlerContext) {
        guard id == nil else { return context.fireChannelActive() }
        let channel = context.channel
        id = connections.admit(channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }) {
            channel.close(promise: nil)
        }
        context.fireChannelActive()
        guard id == nil else { return }
        isOver = true
        context.close(promise: nil)
    }

    func clear() {
        isOver = true
        if let id { connections.leave(id) }
        id = nil
        for timer in [arrival, unread, ending] { timer?.cancel() }
        (arrival, unread, ending) = (nil, nil, nil)
        forgetWaiting()
    }

    private func forgetWaiting() {
        connections.release(waitingBytes)
        (waitingBytes, waitingRequests) = (0, 0)
        waiting = CircularBuffer()
        ends = []
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output, !isEnding, !isOver {
            // Nobody would answer what comes now: the connection waits for its end, and must not count as answered.
            isEnding = true
            isAnswering = false
            forgetWaiting()
            if let id { connections.endAnswer(id) }
            takeLeave(context)
        }
        context.close(mode: mode, promise: promise)
    }

    private func takeLeave(_ context: ChannelHandlerContext) {
        ending = context.schedule(after: Self.farewell) {
            // As long as the client reads, it gets the rest of the answer.
            if self.bufferedBytes(context) > 0 {
                self.takeLeave(context)
            } else {
                context.close(promise: nil)
            }
        }
    }

    private func cut(_ reason: ConnectionRegistry.Reason, _ context: ChannelHandlerContext) {
        guard !isOver else { return }
        isOver = true
        connections.count(reason)
        context.close(promise: nil)
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver, !isEnding else { return }
        hasPartOfRead = true
        let part = unwrapInboundIn(data)
        if waiting.isEmpty, isNext(part) {
            pass(part, context)
        } else {
            hold(part, context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Bytes that make no part are those of a head that is not complete.
        let isHeadIncomplete = !hasPartOfRead && !isAnswering && !isEnding
        hasPartOfRead = false
        if waiting.isEmpty, isReceiving || isHeadIncomplete { watchArrival(context) }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if waiting.isEmpty {
            context.read()
        } else {
            isReadWanted = true
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { stop(context) }
        if event as? ChannelEvent == .inputClosed, !waiting.isEmpty {
            ends.append(.inputClosed)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if waiting.isEmpty {
            context.fireErrorCaught(error)
        } else {
            ends.append(.error(error))
        }
    }

    /// Whether a part may go on now: it belongs to the request that is being received, or begins one in its turn.
    private func isNext(_ part: HTTPServerRequestPart) -> Bool {
        guard case .head = part else { return true }
        return !isReceiving && !isAnswering
    }

    /// Gives a request of which a part has arrived little time for the rest; one that has arrived is answered.
    private func stop(_ context: ChannelHandlerContext) {
        isStopping = true
        guard isReceiving, !isOver else { return }
        arrival?.cancel()
        arrival = context.schedule(after: connections.timeAtStop) { self.arrivalIsOver(context) }
    }

    private func pass(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            guard Self.namesHost(head) else { return refuse(context) }
            (isReceiving, isAnswering, hasBegunAnswer) = (true, true, false)
        case .body:
            break
        case .end:
            isReceiving = false
            arrival?.cancel()
            arrival = nil
            if isAnswering, let id { connections.beginAnswer(id) }
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Whether a request names the host that it means as its version has to (RFC 9112, section 3.2).
    ///
    /// Probes by HTTP/1.0 name none. Who names two may mean one to a proxy and another to the relay.
    private static func namesHost(_ head: HTTPRequestHead) -> Bool {
        let fields = head.headers["host"]
        let mayNameNone = (head.version.major, head.version.minor) < (1, 1)
        return fields.isEmpty && mayNameNone || RequestHost.only(of: fields) != nil
    }

    /// Answers a request with 400 in the server's stead, and takes nothing more from its client.
    private func refuse(_ context: ChannelHandlerContext) {
        isEnding = true
        arrival?.cancel()
        arrival = nil
        forgetWaiting()
        writeLast(.badRequest, context)
        takeLeave(context)
    }

    private func hold(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        if case .head = part { waitingRequests += 1 }
        let size = Self.size(of: part)
        guard waitingRequests <= limits.pipelinedRequests, waitingBytes + size <= Self.mostWaitingBytes,
            connections.hold(size)
        else { return cut(.pipelining, context) }
        waitingBytes += size
        waiting.append(part)
    }

    /// Lets the next request go on once the one before has been answered.
    private func passWaiting(_ context: ChannelHandlerContext) {
        guard !waiting.isEmpty, !isOver, !isEnding, !isStopping, !isReceiving, !isAnswering else { return }
        while let part = waiting.first, isNext(part) {
            waiting.removeFirst()
            if case .head = part { waitingRequests -= 1 }
            let size = Self.size(of: part)
            waitingBytes -= size
            connections.release(size)
            pass(part, context)
        }
        if isReceiving { watchArrival(context) }
        context.fireChannelReadComplete()
        guard waiting.isEmpty else { return }
        for end in ends {
            switch end {
            case .inputClosed: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            case .error(let error): context.fireErrorCaught(error)
            }
        }
        ends = []
        if isReadWanted {
            isReadWanted = false
            context.read()
        }
    }

    /// About how much memory a part takes.
    private static func size(of part: HTTPServerRequestPart) -> Int {
        switch part {
        case .head(let head):
            head.headers.reduce(256 + head.uri.utf8.count) { $0 + 32 + $1.name.utf8.count + $1.value.utf8.count }
        case .body(let buffer): 64 + buffer.readableBytes
        case .end: 64
        }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isOver else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.status.code >= 200 { hasBegunAnswer = true }
        case .body(let body):
            unreadBytes += body.readableBytes
        case .end:
            isAnswering = false
            if let id { connections.endAnswer(id) }
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard !isOver else { return }
        watchUnread(context)
        passWaiting(context)
    }

    // MARK: Time

    private func watchArrival(_ context: ChannelHandlerContext) {
        guard arrival == nil, !isOver else { return }
        arrival = context.schedule(after: limits.requestTime) { self.arrivalIsOver(context) }
    }

    private func arrivalIsOver(_ context: ChannelHandlerContext) {
        arrival = nil
        guard !isOver else { return }
        // No answer to this request has begun: it is answered here, and what the server still says is dropped.
        if !isReceiving || (isAnswering && !hasBegunAnswer) {
            writeLast(isStopping ? .serviceUnavailable : .requestTimeout, context)
        }
        cut(isStopping ? .stop : .slowRequest, context)
    }

    /// Writes an answer of no more than a status, after which the connection ends.
    private func writeLast(_ status: HTTPResponseStatus, _ context: ChannelHandlerContext) {
        let headers: HTTPHeaders = ["connection": "close", "content-length": "0"]
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Watches what has been written and is not in the system's hands, because the client does not read.
    private func watchUnread(_ context: ChannelHandlerContext) {
        guard unread == nil else { return }
        unreadBytes = bufferedBytes(context)
        guard unreadBytes > 0 else { return }
        unread = context.schedule(after: limits.unreadTime) { self.unreadIsOver(context) }
    }

    private func unreadIsOver(_ context: ChannelHandlerContext) {
        unread = nil
        guard !isOver else { return }
        let left = bufferedBytes(context)
        guard left > 0 else { return }
        // `unreadBytes` is what was left the last time, and what has been written since.
        if left >= unreadBytes {
            cut(.unread, context)
        } else {
            watchUnread(context)
        }
    }

    private func bufferedBytes(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
