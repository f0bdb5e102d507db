import NIOCore
import NIOPosix

/// A connection to a local server with the latency of one to another continent.
///
/// Every byte is delayed by 25 ms each way; the number of bytes under way is not limited.
struct LatencyProxy {
    /// Round-trip time in seconds.
    static let roundTripSeconds = 0.05
    fileprivate static let oneWay = TimeAmount.milliseconds(25)

    /// Local port of the proxy.
    let port: Int
    private let server: any Channel
    private let group: MultiThreadedEventLoopGroup

    /// Starts a proxy to `port`.
    static func start(to port: Int) async throws -> LatencyProxy {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { near in
                ClientBootstrap(group: near.eventLoop)
                    .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .connect(host: "127.0.0.1", port: port)
                    .flatMap { far in
                        // Both ends live on one event loop.
                        near.eventLoop.makeCompletedFuture {
                            try near.pipeline.syncOperations.addHandler(DelayHandler(to: far))
                            try far.pipeline.syncOperations.addHandler(DelayHandler(to: near))
                            try near.syncOptions?.setOption(.autoRead, value: true)
                        }
                    }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        return LatencyProxy(port: server.localAddress?.port ?? 0, server: server, group: group)
    }

    /// Closes the proxy.
    func end() async {
        try? await server.close()
        try? await group.shutdownGracefully()
    }
}

/// Passes on data, and its end, with a delay of 25 ms.
private final class DelayHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(to other: any Channel) {
        self.other = other
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let (other, bytes) = (other, unwrapInboundIn(data))
        context.eventLoop.scheduleTask(in: LatencyProxy.oneWay) { other.writeAndFlush(bytes, promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        let other = other
        context.eventLoop.scheduleTask(in: LatencyProxy.oneWay) { other.close(promise: nil) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
