import AlarmCore

/// An APNs for tests: as strict as the real one, over real HTTP/2 and TLS, and as nasty as you ask it to be.
///
/// Start it, trust ``certificateAuthorityPEM``, sign provider tokens with a key of
/// ``makeTeamKey(topics:environments:)``, register devices, and push to `https://localhost:PORT/3/device/TOKEN`:
///
/// ```swift
/// let gateway = try await GatewaySimulator.start()
/// let key = gateway.makeTeamKey(topics: ["com.example.app"])
/// let token = gateway.registerDevice(topic: "com.example.app", environment: .sandbox)
/// for await push in gateway.pushes(to: token) { … }
/// ```
///
/// Every method may be called from any thread, while pushes come in.
public final class GatewaySimulator: Sendable {
    /// The TCP port that the gateway listens on.
    public var port: Int { server.port }

    /// The certificate of the authority that vouches for this gateway, in PEM: the one that a client has to trust.
    public let certificateAuthorityPEM: String

    private let gateway: Gateway
    private let server: Server

    private init(certificateAuthorityPEM: String, gateway: Gateway, server: Server) {
        self.certificateAuthorityPEM = certificateAuthorityPEM
        self.gateway = gateway
        self.server = server
    }

    /// Starts a gateway; end it with ``shutdown()``.
    ///
    /// - Throws: ``StartError`` if the configuration will not do, else what the system says about the address.
    public static func start(_ configuration: Configuration = Configuration()) async throws -> GatewaySimulator {
        try configuration.validate()
        let authority = try CertificateAuthority()
        let identity = try authority.makeIdentity(host: configuration.host)
        let gateway = Gateway(configuration: configuration)
        let server = try await Server.start(gateway, identity: identity)
        return GatewaySimulator(certificateAuthorityPEM: authority.pem, gateway: gateway, server: server)
    }

    /// Stops listening, drops every connection, and ends every stream of pushes.
    public func shutdown() async throws {
        try await server.shutdown()
        for continuation in gateway.withState({ $0.subscribers.removeAll() }) {
            continuation.finish()
        }
    }

    /// Drops every open connection without a word, as a network failure would; new ones are welcome.
    public func dropConnections() async {
        await server.dropConnections()
    }

    func withState<Result>(_ body: (inout GatewayState) throws -> Result) rethrows -> Result {
        try gateway.withState(body)
    }

    func now() -> Instant { gateway.configuration.clock() }
}
