import AlarmCore
import NIOCore

/// Admits a connection that is to speak TLS, and closes one whose handshake takes too long.
///
/// It stands in front of TLS, so that what it closes is closed at once: a connection that makes room for another must
/// not keep its socket until the client has said its last word.
final class HandshakeGuard: ClearingHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connections: ConnectionRegistry
    private var timer: Scheduled<Void>?
    private var isComplete = false
    /// The connection's name in the registry; nil before it is admitted, and after its end.
    private(set) var id: ConnectionRegistry.ID?

    init(_ connections: ConnectionRegistry) {
        self.connections = connections
    }

    func channelActive(context: ChannelHandlerContext) {
        let end = NIOLoopBound(context, eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        id = connections.admit(context.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }) {
            eventLoop.execute { end.value.close(promise: nil) }
        }
        guard id != nil else { return context.close(promise: nil) }
        timer = context.schedule(after: connections.limits.requestTime) {
            self.timer = nil
            guard !self.isComplete, self.id != nil else { return }
            self.connections.count(.slowHandshake)
            context.close(promise: nil)
        }
        context.fireChannelActive()
    }

    /// The handshake has ended well; from now on requests have their own time.
    func complete() {
        isComplete = true
        timer?.cancel()
        timer = nil
    }

    func clear() {
        timer?.cancel()
        timer = nil
        if let id { connections.leave(id) }
        id = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A relay that shuts down waits for nobody who has not even asked.
        if event is ChannelShouldQuiesceEvent, !isComplete { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}

@available(*, unavailable)
extension HandshakeGuard: Sendable {}
