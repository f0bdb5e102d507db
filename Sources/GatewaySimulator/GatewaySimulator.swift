import AlarmCore
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// An APNs for tests: as strict as the real one, over real HTTP/2 and TLS, with faults on demand.
///
/// Start it, trust ``certificateAuthorityPEM``, sign provider tokens with a key of
/// ``makeTeamKey(topics:environments:)``, register devices, and push to `https://localhost:PORT/3/device/TOKEN`:
///
/// ```swift
/// let gateway = try await GatewaySimulator.start()
/// let key = try gateway.makeTeamKey(topics: ["com.example.app"])
/// let token = gateway.registerDevice(topic: "com.example.app", environment: .sandbox)
/// for await push in gateway.pushes(to: token) { … }
/// ```
///
/// Every method may be called from any thread, while pushes come in.
public final class GatewaySimulator: Sendable {
    /// The TCP port on which the gateway listens.
    public var port: Int { server.port }

    /// The TCP port of the listener for the production environment, if there is one.
    public var productionPort: Int? { server.productionPort }

    /// The TCP port of the control endpoint, if there is one and the gateway runs.
    public var controlPort: Int? { control.withLockedValue { $0?.port } }

    /// The certificate of this gateway's authority, in PEM, which a client has to trust.
    public let certificateAuthorityPEM: String

    private let gateway: Gateway
    private let group: MultiThreadedEventLoopGroup
    let server: ListeningSockets
    /// Refers back to the gateway that it controls, until that is shut down.
    private let control = NIOLockedValueBox<ControlServer?>(nil)

    private init(
        certificateAuthorityPEM: String,
        gateway: Gateway,
        group: MultiThreadedEventLoopGroup,
        server: ListeningSockets
    ) {
        self.certificateAuthorityPEM = certificateAuthorityPEM
        self.gateway = gateway
        self.group = group
        self.server = server
    }

    /// Starts a gateway; end it with ``shutdown()``.
    ///
    /// - Throws: ``StartError`` if the configuration is invalid, else the system's error about the address.
    public static func start(_ configuration: Configuration = Configuration()) async throws -> GatewaySimulator {
        try configuration.validate()
        let authority = try CertificateAuthority()
        let hosts = [configuration.host, configuration.productionHost].compactMap { $0 }
        let identity = try authority.makeIdentity(hosts: hosts)
        let gateway = Gateway(configuration: configuration)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, configuration.threads))
        do {
            let server = try await ListeningSockets.start(gateway, identity: identity, group: group)
            let simulator = GatewaySimulator(
                certificateAuthorityPEM: authority.pem,
                gateway: gateway,
                group: group,
                server: server
            )
            do {
                try await simulator.startControl()
            } catch {
                try? await server.goDown()
                throw error
            }
            simulator.deliverDueRegularly()
            return simulator
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// Stops listening, drops every connection, and ends every stream of pushes.
    public func shutdown() async throws {
        let control = control.withLockedValue { control in
            defer { control = nil }
            return control
        }
        await control?.stop()
        try await server.goDown()
        await server.connections.drop()
        try await group.shutdownGracefully()
        for continuation in gateway.withState({ $0.subscribers.removeAll() }) {
            continuation.finish()
        }
    }

    func withState<Result>(_ body: (inout GatewayState) throws -> Result) rethrows -> Result {
        try gateway.withState(body)
    }

    func now() -> Instant { gateway.configuration.clock() }

    /// Number of requests that have arrived at least in part and are yet to be answered.
    ///
    /// Requests that will never be answered do not count. While it is 0 the gateway owes no answer.
    public var unansweredCount: Int { gateway.unansweredCount }

    /// Number of streams without an answer, including those that will never have one.
    ///
    /// While it is 0 no client waits for the gateway, as far as it can tell: it no longer reads from a stalled
    /// connection, and counts no streams there.
    public var openStreamCount: Int { gateway.openStreamCount }

    private func startControl() async throws {
        guard let port = gateway.configuration.controlPort else { return }
        let host = gateway.configuration.controlHost
        let control = try await ControlServer.start(ControlAPI(gateway: self), host: host, port: port, group: group)
        self.control.withLockedValue { $0 = control }
    }

    /// Looks for due background pushes several times a second: the clock need not be the system's.
    private func deliverDueRegularly() {
        guard gateway.configuration.backgroundLimit != nil else { return }
        let interval = Self.dueInterval
        _ = group.next().scheduleRepeatedTask(initialDelay: interval, delay: interval) { [gateway] _ in
            gateway.deliverDue()
        }
    }
}

extension GatewaySimulator {
    /// One of the two environments that a push token belongs to; a token of one is unknown in the other.
    public enum Environment: String, Hashable, Sendable, CaseIterable {
        /// What `api.sandbox.push.apple.com` serves: apps signed for development.
        case sandbox
        /// What `api.push.apple.com` serves: TestFlight and the App Store.
        case production
    }
}
