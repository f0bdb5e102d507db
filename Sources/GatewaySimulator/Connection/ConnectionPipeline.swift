import NIOCore
import NIOHTTP2
import NIOSSL

/// The handlers of every accepted connection: TLS, a gate, HTTP/2, and the gateway's own handler.
struct ConnectionPipeline: Sendable {
    private let gateway: Gateway
    private let connections: ConnectionList
    private let context: NIOSSLContext

    init(gateway: Gateway, connections: ConnectionList, identity: CertificateAuthority.Identity) throws {
        self.gateway = gateway
        self.connections = connections
        context = try NIOSSLContext(configuration: Self.tls(identity))
    }

    /// Adds the handlers to a connection that the listener of `environment` accepted.
    func initialize(_ channel: any Channel, environment: GatewaySimulator.Environment) -> EventLoopFuture<Void> {
        let number = connections.add(channel)
        return channel.eventLoop.makeCompletedFuture {
            let protection = gateway.withState(\.rules.resetProtection)
            let gate = ConnectionGate(resetBucket: Self.resetBucket(protection))
            let handler = ConnectionHandler(gateway: gateway, gate: gate, number: number, environment: environment)
            try channel.pipeline.syncOperations.addHandlers(
                NIOSSLServerHandler(context: context),
                gate,
                NIOHTTP2Handler(
                    mode: .server,
                    frameDelegate: handler,
                    connectionConfiguration: connectionConfiguration(),
                    streamConfiguration: Self.streamConfiguration(protection)
                ),
                handler
            )
        }
    }

    private static func tls(_ identity: CertificateAuthority.Identity) throws -> TLSConfiguration {
        let certificate = try NIOSSLCertificate(bytes: Array(identity.certificatePEM.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(identity.keyPEM.utf8), format: .pem)
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)],
            privateKey: .privateKey(key)
        )
        tls.minimumTLSVersion = .tlsv12
        // Offered, not required: the real gateway serves clients without ALPN (aioapns is one). A client that speaks
        // HTTP/1.1 fails at the connection preface (RFC 9113, section 3.4).
        tls.applicationProtocols = ["h2"]
        return tls
    }

    private func connectionConfiguration() -> NIOHTTP2Handler.ConnectionConfiguration {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: gateway.configuration.initialConcurrentStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: GatewayConnection.headerListLimit),
            HTTP2Setting(parameter: .initialWindowSize, value: GatewayConnection.streamWindow),
        ]
        // No limit for PING and PRIORITY: the real gateway documents none.
        connection.controlFrameRateLimit.windowLength = .zero
        return connection
    }

    private static func streamConfiguration(
        _ protection: GatewaySimulator.ConnectionRules.ResetProtection?
    ) -> NIOHTTP2Handler.StreamConfiguration {
        var stream = NIOHTTP2Handler.StreamConfiguration()
        switch protection {
        case .nio: stream.streamResetFrameRateLimit.maximumCount = GatewaySimulator.ConnectionRules.nioResetLimit
        case .limit(let count): stream.streamResetFrameRateLimit.maximumCount = count
        // A window of zero length never holds enough frames to reach the limit.
        case .nghttp2, nil: stream.streamResetFrameRateLimit.windowLength = .zero
        }
        return stream
    }

    private static func resetBucket(
        _ protection: GatewaySimulator.ConnectionRules.ResetProtection?
    ) -> TokenBucket? {
        guard protection == .nghttp2 else { return nil }
        return TokenBucket(burst: 1000, perSecond: 33, at: .now())
    }
}

extension ChannelPipeline {
    /// Ends the connection below TLS: the peer sees the stream end without close_notify, and no reply is awaited.
    func hangUp() {
        guard let tls = try? syncOperations.context(handlerType: NIOSSLServerHandler.self) else {
            return close(promise: nil)
        }
        tls.close(promise: nil)
    }
}
