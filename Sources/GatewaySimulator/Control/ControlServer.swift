import NIOCore
import NIOHTTP1
import NIOPosix

/// The control endpoint's socket: plain HTTP/1.1, on a loopback address.
struct ControlServer: Sendable {
    let port: Int
    private let channel: any Channel

    /// Time after which an idle connection is closed.
    private static let idleTime = TimeAmount.seconds(60)

    /// Opens the endpoint.
    ///
    /// - Throws: `StartError` if `host` is not a loopback address, else the system's error.
    static func start(
        _ api: ControlAPI,
        host: String,
        port: Int,
        group: MultiThreadedEventLoopGroup
    ) async throws -> ControlServer {
        let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        guard address.isLoopback else { throw GatewaySimulator.StartError.publicControlAddress(host) }
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    var limits = NIOHTTPDecoderLimitConfiguration()
                    limits.maxHeaderFieldSize = 8 * 1024
                    limits.maxHeaderListSize = 32 * 1024
                    try pipeline.addHandler(IdleStateHandler(allTimeout: idleTime))
                    try pipeline.configureHTTPServerPipeline(
                        withEncoderConfiguration: .init(),
                        withDecoderLimitConfiguration: limits
                    )
                    try pipeline.addHandler(ControlHandler(api: api))
                }
            }
            .bind(to: address)
            .get()
        return ControlServer(port: channel.localAddress?.port ?? port, channel: channel)
    }

    /// Stops listening; open connections end with the event loop.
    func stop() async {
        try? await channel.close().get()
    }
}
