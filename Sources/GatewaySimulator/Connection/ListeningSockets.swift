import NIOCore
import NIOPosix

/// The listening sockets, which can be closed and opened again.
actor ListeningSockets {
    /// A socket that listens, or can listen again.
    struct Listener {
        let environment: GatewaySimulator.Environment
        let address: SocketAddress
        var channel: (any Channel)?
    }

    /// The connections that the sockets accepted.
    nonisolated let connections: ConnectionList
    /// The port of the first listener.
    nonisolated let port: Int
    /// The port of the listener for the production environment, if there is one.
    nonisolated let productionPort: Int?

    private let pipeline: ConnectionPipeline
    private let group: MultiThreadedEventLoopGroup
    private var listeners: [Listener]
    /// The last change, for which the next one waits: in an actor alone they could interleave.
    private var change: Task<Void, any Error>?

    private init(
        pipeline: ConnectionPipeline,
        connections: ConnectionList,
        group: MultiThreadedEventLoopGroup,
        listeners: [Listener]
    ) {
        self.pipeline = pipeline
        self.connections = connections
        self.group = group
        self.listeners = listeners
        port = listeners.first?.address.port ?? 0
        productionPort = listeners.count > 1 ? listeners[1].address.port : nil
    }

    /// Opens the listeners of the gateway's `configuration`.
    static func start(
        _ gateway: Gateway,
        identity: CertificateAuthority.Identity,
        group: MultiThreadedEventLoopGroup
    ) async throws -> ListeningSockets {
        let connections = ConnectionList()
        let pipeline = try ConnectionPipeline(gateway: gateway, connections: connections, identity: identity)
        var listeners: [Listener] = []
        do {
            for (environment, address) in try addresses(gateway.configuration) {
                let channel = try await listen(address, environment, pipeline, group)
                // The system may have chosen the port; a later start has to use the same one.
                let bound = channel.localAddress ?? address
                listeners.append(Listener(environment: environment, address: bound, channel: channel))
            }
        } catch {
            for listener in listeners { try? await listener.channel?.close().get() }
            throw error
        }
        return ListeningSockets(pipeline: pipeline, connections: connections, group: group, listeners: listeners)
    }

    /// Whether connections are accepted.
    var isUp: Bool { listeners.allSatisfy { $0.channel != nil } }

    /// Closes the listening sockets, so that connecting is refused.
    func goDown() async throws {
        try await next { server in await server.close() }
    }

    /// Opens the listening sockets again, on the same ports.
    func comeUp() async throws {
        try await next { server in try await server.open() }
    }

    private func next(_ body: @escaping @Sendable (ListeningSockets) async throws -> Void) async throws {
        let change = Task { [previous = change] in
            _ = await previous?.result
            try await body(self)
        }
        self.change = change
        try await change.value
    }

    private func close() async {
        for index in listeners.indices {
            try? await listeners[index].channel?.close().get()
            listeners[index].channel = nil
        }
    }

    private func open() async throws {
        for index in listeners.indices where listeners[index].channel == nil {
            let listener = listeners[index]
            let channel = try await Self.listen(listener.address, listener.environment, pipeline, group)
            listeners[index].channel = channel
        }
    }

    private static func addresses(
        _ configuration: GatewaySimulator.Configuration
    ) throws -> [(GatewaySimulator.Environment, SocketAddress)] {
        var addresses = [(configuration.environment, configuration.host, configuration.port)]
        if let port = configuration.productionPort {
            addresses.append((.production, configuration.productionHost ?? configuration.host, port))
        }
        return try addresses.map { environment, host, port in
            let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
            guard configuration.allowPublicAddress || address.isLoopback else {
                throw GatewaySimulator.StartError.publicAddress(host)
            }
            return (environment, address)
        }
    }

    private static func listen(
        _ address: SocketAddress,
        _ environment: GatewaySimulator.Environment,
        _ pipeline: ConnectionPipeline,
        _ group: MultiThreadedEventLoopGroup
    ) async throws -> any Channel {
        try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in pipeline.initialize(channel, environment: environment) }
            .bind(to: address)
            .get()
    }
}

extension SocketAddress {
    /// Whether the address is reachable from this machine only.
    var isLoopback: Bool {
        guard let ipAddress else { return false }
        return ipAddress.hasPrefix("127.") || ipAddress == "::1"
    }
}
