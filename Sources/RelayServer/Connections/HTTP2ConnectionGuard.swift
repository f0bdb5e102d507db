import AlarmCore
import NIOCore
import NIOHTTP2

/// Keeps one HTTP/2 connection within its bounds, behind the handler that reads its frames (RFC 9113).
///
/// - Its open streams are bounded, and each beyond the first takes the place of a connection. A stream that has no
///   place is refused, which tells the client that nothing was done for it. A client that goes on opening more than it
///   was told it may is closed, and so is one that floods the connection with frames that ask for nothing.
/// - A faulty stream ends alone, until there are too many (section 5.4.2).
/// - It waits as long as none of its requests is being answered, and may have to make room.
/// - Without a stream for a time, or told to stop, it takes no new ones, answers what is under way, and closes.
final class HTTP2ConnectionGuard: ClearingHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// The most streams beyond the allowed number that are refused before the connection is closed.
    ///
    /// 100: as many as clients may open before they have read how many are allowed (RFC 9113, section 6.5.2).
    private static let mostRefusals = 100
    /// The time between looks whether the last answer has been read.
    ///
    /// 1 s.
    private static let farewellPause = TimeAmount.seconds(1)

    let connections: ConnectionRegistry
    private let id: ConnectionRegistry.ID?
    private let idleTime: TimeAmount?

    private var context: ChannelHandlerContext?
    private var budget = HTTP2FrameBudget()
    /// When the head began of which the rest has just come; nil if it has come at once.
    private var headStart: NIODeadline?
    /// Whether a stream has been reset because of what is being read.
    private var hasReset = false
    /// Whether the client has been told by GOAWAY that the connection is at fault.
    private var hasGivenUp = false
    private var openStreams = 0
    /// The streams whose requests have arrived and are not answered.
    private var answering = 0
    private var lastStream = HTTP2StreamID.rootStream
    private var refusals = 0
    /// Whether the client has been told that no new stream is taken.
    private var isEnding = false
    /// Whether the connection is closed, or about to be.
    private(set) var isOver = false
    private var idle: Scheduled<Void>?
    private var farewell: Scheduled<Void>?

    /// Guards a connection that has been admitted as `id`, and ends it after `idleTime` without a stream.
    init(_ connections: ConnectionRegistry, admitted id: ConnectionRegistry.ID?, idleTime: TimeAmount?) {
        self.connections = connections
        self.id = id
        self.idleTime = idleTime
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        watchIdle()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        clear()
        self.context = nil
    }

    func clear() {
        isOver = true
        idle?.cancel()
        farewell?.cancel()
        (idle, farewell) = (nil, nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: end()
        // A client that sends nothing more, not even that it has room for an answer, has gone.
        case ChannelEvent.inputClosed: closeSoon()
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        defer { hasReset = false }
        guard !concernsOneStream(error) else { return }
        // The client has been told by GOAWAY what was wrong.
        if Self.isFlood(error) { cut(.flood) } else { closeSoon() }
    }

    /// Whether the handler of frames has ended a stream because of the error, and goes on with the others.
    ///
    /// The same kinds of errors may concern a stream or the connection: what has been sent to the client tells.
    private func concernsOneStream(_ error: any Error) -> Bool {
        guard !hasGivenUp else { return false }
        return hasReset || error is NIOHTTP2Errors.StreamError || error is NIOHTTP2Errors.StreamClosed
            || error is NIOHTTP2Errors.NoSuchStream
    }

    /// Whether the handler of frames has met with more than it takes, rather than with a mistake.
    private static func isFlood(_ error: any Error) -> Bool {
        switch error {
        case is NIOHTTP2Errors.ExcessiveRSTFrames, is NIOHTTP2Errors.ExcessiveControlFrames,
            is NIOHTTP2Errors.ExcessiveContinuationFrames, is NIOHTTP2Errors.ExcessiveEmptyDataFrames,
            is NIOHTTP2Errors.ExcessiveOutboundFrameBuffering, is NIOHTTP2Errors.ExcessiveStreamErrors,
            is NIOHTTP2Errors.ExcessiveNumberOfGlitches, is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock,
            is NIOHTTP2Errors.MaxStreamsViolation:
            true
        default:
            false
        }
    }

    /// Closes the connection because of what its client does.
    func cut(_ reason: ConnectionRegistry.Reason) {
        guard !isOver else { return }
        connections.count(reason)
        closeSoon()
    }

    /// Tells the client by GOAWAY that the connection ends, and closes it.
    private func cut(_ reason: ConnectionRegistry.Reason, telling code: HTTP2ErrorCode) {
        guard !isOver, let context else { return }
        write(goAway: code, context)
        cut(reason)
    }

    private func write(goAway code: HTTP2ErrorCode, _ context: ChannelHandlerContext) {
        let goAway = HTTP2Frame.FramePayload.goAway(lastStreamID: lastStream, errorCode: code, opaqueData: nil)
        context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: goAway)), promise: nil)
    }

    /// Closes the connection once what has been written in this turn is on its way.
    private func closeSoon() {
        guard !isOver, let context else { return }
        isOver = true
        context.eventLoop.assumeIsolated().execute { context.close(promise: nil) }
    }

    /// Takes no new stream, and closes when the last one has ended.
    private func end() {
        guard !isEnding, !isOver, let context else { return }
        isEnding = true
        idle?.cancel()
        idle = nil
        // Whatever the client has opened later is ignored, and it knows that it may ask again elsewhere.
        write(goAway: .noError, context)
        if openStreams == 0 { takeLeave(context) }
    }

    /// Closes the connection once its client has read all, or has read nothing for too long.
    private func takeLeave(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().execute { self.closeWhenRead(leaving: .max, since: .now()) }
    }

    private func closeWhenRead(leaving last: Int, since start: NIODeadline) {
        guard !isOver, let context else { return }
        let waiting = unreadBytes
        let start = waiting < last ? .now() : start
        guard waiting > 0, .now() - start < .milliseconds(connections.limits.unreadTime.milliseconds) else {
            return closeSoon()
        }
        farewell = context.eventLoop.assumeIsolated().scheduleTask(in: Self.farewellPause) {
            self.closeWhenRead(leaving: waiting, since: start)
        }
    }

    private func watchIdle() {
        guard let idleTime, let context, !isOver, !isEnding else { return }
        idle?.cancel()
        idle = context.eventLoop.assumeIsolated().scheduleTask(in: idleTime) { self.end() }
    }

    /// What has been written and waits in the relay, because the client does not read the connection.
    var unreadBytes: Int {
        (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    // MARK: Its frames

    /// A frame of the client has begun; closes the connection if there were too many of its kind.
    func receive(_ frame: HTTP2FrameScanner.Frame, at now: NIODeadline) {
        if !budget.take(frame, at: now) { cut(.flood, telling: .enhanceYourCalm) }
    }

    /// What is read now begins with the rest of what began at `start`, or with something new.
    func beginReading(restSince start: NIODeadline?) {
        headStart = start
        hasReset = false
    }

    /// A head, or another frame than that of a body, has not come to its end in time: nothing else can come any more.
    func frameIsLate() {
        cut(.slowRequest, telling: .noError)
    }

    /// How long the head of a new stream has taken to arrive.
    func takeTimeOfHead() -> Span {
        defer { headStart = nil }
        guard let headStart, let context else { return .zero }
        return .milliseconds((context.eventLoop.now - headStart).nanoseconds / 1_000_000)
    }

    /// A head or a piece of an answer has been written, which the client may confirm.
    func wrotePiece() {
        budget.wrotePiece()
    }

    // MARK: Its streams

    /// Takes in a stream that the client has opened; false if it has to be refused.
    func admit(_ stream: HTTP2StreamID) -> Bool {
        guard !isOver, !isEnding else { return false }
        guard openStreams < connections.limits.streamsPerConnection else {
            refusals += 1
            if refusals > Self.mostRefusals { cut(.flood) }
            return false
        }
        if openStreams > 0, let id, !connections.admitStream(of: id) { return false }
        openStreams += 1
        lastStream = max(lastStream, stream)
        idle?.cancel()
        idle = nil
        return true
    }

    /// A stream that was admitted has ended.
    func leave() {
        openStreams -= 1
        if openStreams > 0 {
            if let id { connections.leaveStream(of: id) }
        } else if isEnding, let context {
            takeLeave(context)
        } else {
            watchIdle()
        }
    }

    /// A request has arrived and is being answered.
    func beginAnswer() {
        answering += 1
        if answering == 1, let id { connections.beginAnswer(id) }
    }

    /// A request has been answered.
    func endAnswer() {
        answering -= 1
        if answering == 0, let id { connections.endAnswer(id) }
    }
}

extension HTTP2ConnectionGuard: NIOHTTP2FrameDelegate {
    func wroteFrame(_ frame: HTTP2Frame) {
        switch frame.payload {
        case .rstStream: hasReset = true
        case .goAway(_, let code, _): hasGivenUp = hasGivenUp || code != .noError
        default: break
        }
    }
}

@available(*, unavailable)
extension HTTP2ConnectionGuard: Sendable {}
