import AlarmCore
import NIOCore

/// A handler that gives back what it holds when its connection or stream ends, or when it is taken out before that.
protocol ClearingHandler: ChannelInboundHandler {
    /// Gives back what the handler holds, and stops its timers; may be called again.
    func clear()
}

extension ClearingHandler {
    func channelInactive(context: ChannelHandlerContext) {
        clear()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        clear()
    }
}

extension ChannelHandlerContext {
    /// Does something after a time, in whole milliseconds, on the thread of this connection.
    func schedule(after span: Span, _ action: @escaping () -> Void) -> Scheduled<Void> {
        eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(span.milliseconds), action)
    }
}
