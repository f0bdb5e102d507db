import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// The listening socket and the connections that it accepted.
final class Server: Sendable {
    let port: Int
    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let connections: ConnectionList

    private init(port: Int, group: MultiThreadedEventLoopGroup, listener: any Channel, connections: ConnectionList) {
        self.port = port
        self.group = group
        self.listener = listener
        self.connections = connections
    }

    static func start(_ gateway: Gateway, identity: CertificateAuthority.Identity) async throws -> Server {
        let configuration = gateway.configuration
        let address = try SocketAddress.makeAddressResolvingHost(configuration.host, port: configuration.port)
        guard configuration.allowPublicAddress || address.isLoopback else {
            throw GatewaySimulator.StartError.publicAddress(configuration.host)
        }
        let context = try NIOSSLContext(configuration: tls(identity))
        let connections = ConnectionList()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, configuration.threads))
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                let number = connections.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    let handler = ConnectionHandler(gateway: gateway, number: number)
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context),
                        NIOHTTP2Handler(
                            mode: .server,
                            frameDelegate: handler,
                            connectionConfiguration: connectionConfiguration(configuration),
                            streamConfiguration: streamConfiguration(configuration)
                        ),
                        handler
                    )
                }
            }
        do {
            let listener = try await bootstrap.bind(to: address).get()
            let port = listener.localAddress?.port ?? configuration.port
            return Server(port: port, group: group, listener: listener, connections: connections)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// Drops every connection without a word, as a network failure would.
    func dropConnections() async {
        for channel in connections.all {
            channel.eventLoop.execute { channel.pipeline.hangUp() }
            try? await channel.closeFuture.get()
        }
    }

    func shutdown() async throws {
        try? await listener.close().get()
        await dropConnections()
        try await group.shutdownGracefully()
    }

    private static func tls(_ identity: CertificateAuthority.Identity) throws -> TLSConfiguration {
        let certificate = try NIOSSLCertificate(bytes: Array(identity.certificatePEM.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(identity.keyPEM.utf8), format: .pem)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)],
            privateKey: .privateKey(key)
        )
        tls.minimumTLSVersion = .tlsv12
        // Offered, not demanded: the real gateway serves clients that know no ALPN (aioapns is one). Who speaks
        // HTTP/1.1 fails at the connection preface (RFC 9113, section 3.4).
        tls.applicationProtocols = ["h2"]
        return tls
    }

    private static func connectionConfiguration(
        _ configuration: GatewaySimulator.Configuration
    ) -> NIOHTTP2Handler.ConnectionConfiguration {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: configuration.initialConcurrentStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 8000),
            HTTP2Setting(parameter: .initialWindowSize, value: GatewayConnection.streamWindow),
        ]
        // PING and PRIORITY as often as a client likes: the real gateway documents no limit.
        connection.controlFrameRateLimit.windowLength = .zero
        return connection
    }

    private static func streamConfiguration(
        _ configuration: GatewaySimulator.Configuration
    ) -> NIOHTTP2Handler.StreamConfiguration {
        var stream = NIOHTTP2Handler.StreamConfiguration()
        // A window of no length never holds enough frames to reach the limit.
        if let limit = configuration.resetLimit {
            stream.streamResetFrameRateLimit.maximumCount = limit
        } else {
            stream.streamResetFrameRateLimit.windowLength = .zero
        }
        return stream
    }
}

/// The open connections; safe to share because all of it is behind a lock.
private final class ConnectionList: Sendable {
    private let state = NIOLockedValueBox((accepted: 0, open: [Int: any Channel]()))

    /// Takes a new connection in until it closes; gives its number.
    func add(_ channel: any Channel) -> Int {
        let number = state.withLockedValue { state in
            state.accepted += 1
            state.open[state.accepted] = channel
            return state.accepted
        }
        channel.closeFuture.whenComplete { [state] _ in
            state.withLockedValue { $0.open[number] = nil }
        }
        return number
    }

    var all: [any Channel] { state.withLockedValue { Array($0.open.values) } }
}

extension ChannelPipeline {
    /// Ends the connection below TLS, so that the peer sees a bare end of the stream, and nobody waits for its reply.
    func hangUp() {
        guard let tls = try? syncOperations.context(handlerType: NIOSSLServerHandler.self) else {
            return close(promise: nil)
        }
        tls.close(promise: nil)
    }
}

extension SocketAddress {
    fileprivate var isLoopback: Bool {
        guard let ipAddress else { return false }
        return ipAddress.hasPrefix("127.") || ipAddress == "::1"
    }
}
