import NIOCore
import NIOPosix

/// A way to a server of this computer that is as long as one to another continent.
///
/// Every byte waits 25 ms each way; there is no limit to how many are under way.
struct Distance {
    /// How long there and back takes.
    static let roundTripSeconds = 0.05
    fileprivate static let oneWay = TimeAmount.milliseconds(25)

    /// The port at which the way begins.
    let port: Int
    private let server: any Channel
    private let group: MultiThreadedEventLoopGroup

    /// Opens a way to `port`.
    static func start(to port: Int) async throws -> Distance {
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
                            try near.pipeline.syncOperations.addHandler(DelayedPassage(to: far))
                            try far.pipeline.syncOperations.addHandler(DelayedPassage(to: near))
                            try near.syncOptions?.setOption(.autoRead, value: true)
                        }
                    }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        return Distance(port: server.localAddress?.port ?? 0, server: server, group: group)
    }

    /// Closes it.
    func end() async {
        try? await server.close()
        try? await group.shutdownGracefully()
    }
}

/// Passes on what comes in, and the end of it, 25 ms later.
private final class DelayedPassage: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(to other: any Channel) {
        self.other = other
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let (other, bytes) = (other, unwrapInboundIn(data))
        context.eventLoop.scheduleTask(in: Distance.oneWay) { other.writeAndFlush(bytes, promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        let other = other
        context.eventLoop.scheduleTask(in: Distance.oneWay) { other.close(promise: nil) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
