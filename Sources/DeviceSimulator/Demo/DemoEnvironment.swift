package import CurlClient
import DeviceKit
package import Foundation
package import GatewaySimulator

/// Everything that an alarm needs on one computer: a relay in a process of its own, a simulated gateway, and the folder
/// for their files.
package struct DemoEnvironment: Sendable {
    /// Bundle identifier of the app that the phones run.
    package static let topic = "org.example.reveille"

    /// A policy with delays in seconds instead of minutes.
    package static let hastyPolicy = """
        name: partner-alarm
        steps:
          - {at: acceptance, audience: receiver, stage: handoff}
          - {at: 0s, audience: receiver, stage: ring, unless: [armed]}
          - {at: 3s, audience: receiver, stage: ring, unless: [ringing]}
          - {at: 6s, audience: receiver, stage: ring, urgency: critical, repeats: 4, every: 3s}
          - {at: 20s, audience: sender, stage: no-answer}
        """

    /// Folder that holds all files.
    package let folder: URL
    package let gateway: GatewaySimulator
    package private(set) var relay: RelayProcess
    package let client: CurlClient
    package let timeline: Timeline
    /// Clock of the gateway and the phones.
    package let clock: PhoneClock
    /// Environment with which the relay was started, for a restart after a kill.
    package let environment: [String: String]
    private let executable: URL
    private let port: Int

    /// Starts gateway and relay.
    ///
    /// - Parameters:
    ///   - executable: the command, run as the relay.
    ///   - folder: the folder for all files.
    ///   - policy: the relay's policy file; nil for its built-in policy.
    ///   - extra: further environment variables of the relay.
    ///   - clock: the clock of gateway and phones; the relay gets its own from `environment`.
    /// - Returns: the environment, to be ended with ``stop()``.
    /// - Throws: the reason why gateway or relay did not start.
    package static func start(
        executable: URL,
        folder: URL,
        policy: String? = hastyPolicy,
        environment extra: [String: String] = [:],
        clock: PhoneClock = .system
    ) async throws -> DemoEnvironment {
        var configuration = GatewaySimulator.Configuration()
        configuration.clock = clock.now
        let gateway = try await GatewaySimulator.start(configuration)
        do {
            return try await start(executable, folder, gateway, policy, extra, clock)
        } catch {
            try? await gateway.shutdown()
            throw error
        }
    }

    private static func start(
        _ executable: URL,
        _ folder: URL,
        _ gateway: GatewaySimulator,
        _ policy: String?,
        _ extra: [String: String],
        _ clock: PhoneClock
    ) async throws -> DemoEnvironment {
        var environment = try configuration(for: gateway, policy: policy, in: folder)
        environment["REVEILLE_DATA"] = folder.path
        environment.merge(extra) { _, given in given }
        let client = try CurlClient()
        let port = FreePort.find()
        let relay: RelayProcess
        do {
            relay = try await startRelay(executable, port, environment, folder, client)
        } catch {
            await client.shutdown()
            throw error
        }
        return DemoEnvironment(
            folder: folder,
            gateway: gateway,
            relay: relay,
            client: client,
            timeline: Timeline(now: clock.now),
            clock: clock,
            environment: environment,
            executable: executable,
            port: port
        )
    }

    /// Writes the files that a relay needs to send by `gateway`, and returns the environment that names them.
    package static func configuration(
        for gateway: GatewaySimulator,
        policy: String?,
        in folder: URL
    ) throws -> [String: String] {
        let key = try gateway.makeTeamKey(topics: [topic])
        let authority = folder.appending(path: "gateway-ca.pem")
        let keyFile = folder.appending(path: "AuthKey_\(key.keyID).p8")
        let policyFile = folder.appending(path: "policy.yaml")
        try write(gateway.certificateAuthorityPEM, to: authority)
        try write(key.pem, to: keyFile)
        var environment = [
            "REVEILLE_APNS_ENDPOINT": "https://localhost:\(gateway.port)",
            "REVEILLE_APNS_CA_FILE": authority.path,
            "REVEILLE_APNS_KEY_FILE": keyFile.path,
            "REVEILLE_APNS_KEY_ID": key.keyID,
            "REVEILLE_APNS_TEAM_ID": key.teamID,
            "REVEILLE_APNS_TOPIC": topic,
            "REVEILLE_WEBPUSH_ALLOW": "https://localhost:\(gateway.port)",
            "REVEILLE_WEBPUSH_CA_FILE": authority.path,
            "REVEILLE_WEBPUSH_SUBJECT": "mailto:operator@example.org",
        ]
        if let policy {
            try write(policy, to: policyFile)
            environment["REVEILLE_POLICY_FILE"] = policyFile.path
        }
        return environment
    }

    /// Returns the environment with a new relay process on the same port and files, after the first has ended.
    package func restarted() async throws -> DemoEnvironment {
        var stage = self
        stage.relay = try await Self.startRelay(executable, port, environment, folder, client)
        return stage
    }

    private static func startRelay(
        _ executable: URL,
        _ port: Int,
        _ environment: [String: String],
        _ folder: URL,
        _ client: CurlClient
    ) async throws -> RelayProcess {
        try await RelayProcess.start(
            executable: executable,
            port: port,
            environment: environment,
            logFile: folder.appending(path: "relay.log"),
            client: client
        )
    }

    /// Stops the relay and the gateway; the files stay.
    package func stop() async {
        if relay.isRunning { await relay.stop() }
        await client.shutdown()
        try? await gateway.shutdown()
    }

    /// Creates a phone with the app installed, not yet registered with the relay, and turns it on.
    package func phone(
        _ name: String,
        habits: Habits,
        state: PhoneState = PhoneState()
    ) async throws -> VirtualPhone {
        let phone = try VirtualPhone(
            name: name,
            relay: relay.url,
            topic: Self.topic,
            gateway: gateway,
            applicationServerKey: state.browser == nil ? nil : try await applicationServerKey(),
            transport: CurlTransport(client: client),
            state: state,
            habits: habits,
            timeline: timeline,
            clock: clock
        )
        await phone.turnOn()
        return phone
    }

    /// The key with which browsers subscribe, as the relay tells anybody.
    package func applicationServerKey() async throws -> [UInt8]? {
        let profile = try Profile.new(relay: relay.url)
        let device = LocalDevice(
            profile: profile,
            store: InMemoryProfileStore(profile),
            transport: CurlTransport(client: client),
            clock: clock.now
        )
        return try await device.webPushKey()
    }

    /// Runs this command with `arguments` beside the relay, as its operator would, and returns what it prints.
    package func operate(_ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, given in given }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        // A blocking wait can spin, so Foundation calls back instead.
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        for await _ in ends {}
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes a file that only its owner can read.
    static func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
