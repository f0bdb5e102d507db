import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1.1 connections, each of them in the care of a ``ConnectionGuard``.
struct GuardedHTTPChannel: ServerChildChannel {
    let http: HTTP1Channel
    let connections: ConnectionRegistry

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        setup(channel: channel, admitted: nil, logger: logger)
    }

    /// Sets up a connection, which `id` names if it has been admitted already.
    func setup(
        channel: any Channel,
        admitted id: ConnectionRegistry.ID?,
        logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger)
            .flatMapThrowing { value in
                try Self.limitReads(of: channel)
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandler(ConnectionGuard(connections, admitted: id), position: .after(decoder))
                return value
            }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }

    /// One small read at a time: what a read brings is decoded at once, and bounded only afterwards.
    static func limitReads(of channel: any Channel) throws {
        try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
        try channel.syncOptions?.setOption(
            .recvAllocator,
            value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2048, maximum: ConnectionGuard.readSize)
        )
    }
}
