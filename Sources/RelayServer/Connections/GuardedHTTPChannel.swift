import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1.1 connections, each of them in the care of a ``ConnectionGuard``.
struct GuardedHTTPChannel: ServerChildChannel {
    let http: HTTP1Channel
    let connections: ConnectionRegistry

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger)
            .flatMapThrowing { value in
                // One small read at a time: what a read brings is decoded at once, and bounded only afterwards.
                try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
                try channel.syncOptions?.setOption(
                    .recvAllocator,
                    value: AdaptiveRecvByteBufferAllocator(
                        minimum: 512,
                        initial: 2048,
                        maximum: ConnectionGuard.readSize
                    )
                )
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(ConnectionGuard(connections), position: .after(decoder))
                return value
            }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}
