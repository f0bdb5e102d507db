import AlarmCore
import AlarmWire
import Engine
import Hummingbird
import Logging
import ServiceLifecycle

/// Server-sent events for one listener, as a response body (WHATWG HTML, section 9.2).
struct EventStream: Sendable {
    /// The time between comments that keep a connection from looking dead.
    ///
    /// 20 s.
    static let pause = Span.seconds(20)
    /// The number of frames that may wait for a slow client before it is cut off and has to reconnect.
    ///
    /// 256.
    private static let backlog = 256

    /// The event that opens the stream.
    let first: StreamEvent
    /// The events that follow.
    let events: AsyncStream<StreamEvent>
    let clock: any RelayClock
    let request: Request
    let logger: Logger

    /// The body; ends when the client disconnects, when the listener falls behind, or when the relay shuts down.
    ///
    /// A disconnected client is noticed at once, not at the next comment: until then a ring would count as delivered.
    var body: ResponseBody {
        ResponseBody { writer in
            defer { logger.debug("an event stream ended") }
            let (frames, continuation) = AsyncStream.makeStream(
                of: [UInt8].self,
                bufferingPolicy: .bufferingOldest(Self.backlog)
            )
            continuation.yield(first.serverSent().frame)
            try await withGracefulShutdownHandler {
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { await forward(to: continuation) }
                        group.addTask { await keepAlive(continuation) }
                        defer { group.cancelAll() }
                        for await frame in frames {
                            try await writer.write(ByteBuffer(bytes: frame))
                        }
                    }
                } onInboundClosed: {
                    continuation.finish()
                }
            } onGracefulShutdown: {
                continuation.finish()
            }
            try await writer.finish(nil)
        }
    }

    /// Forwards events until the stream ends.
    private func forward(to continuation: AsyncStream<[UInt8]>.Continuation) async {
        for await event in events {
            guard case .enqueued = continuation.yield(event.serverSent().frame) else { break }
        }
        continuation.finish()
    }

    /// Sends a comment at regular intervals until cancelled.
    private func keepAlive(_ continuation: AsyncStream<[UInt8]>.Continuation) async {
        while (try? await clock.sleep(until: clock.now() + Self.pause)) != nil {
            continuation.yield(ServerSentEvent.keepAlive)
        }
    }
}
