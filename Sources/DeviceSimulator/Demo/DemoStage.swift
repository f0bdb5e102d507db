package import AlarmCore
import AlarmWire
package import CurlClient
import DeviceKit
import DeviceTransport
package import Foundation
package import GatewaySimulator

/// Everything that an alarm needs to travel, on one computer: a relay in a process of its own, a simulated gateway, and
/// the folder in which they keep their files.
package struct DemoStage: Sendable {
    /// The app that the phones run.
    package static let topic = "org.example.reveille"

    /// A ladder that takes seconds where the real one takes minutes.
    package static let hastyPolicy = """
        name: partner-alarm
        steps:
          - {at: acceptance, audience: receiver, stage: handoff}
          - {at: 0s, audience: receiver, stage: ring, unless: [armed]}
          - {at: 3s, audience: receiver, stage: ring, unless: [ringing]}
          - {at: 6s, audience: receiver, stage: ring, urgency: critical, repeats: 4, every: 3s}
          - {at: 20s, audience: sender, stage: no-answer}
        """

    /// Where everything lies.
    package let folder: URL
    package let gateway: GatewaySimulator
    package private(set) var relay: RelayProcess
    package let client: CurlClient
    package let timeline: Timeline
    /// How the relay was started, for another start after a kill.
    package let environment: [String: String]
    private let executable: URL
    private let port: Int

    /// Starts gateway and relay.
    package static func start(
        executable: URL,
        folder: URL,
        policy: String = hastyPolicy,
        environment extra: [String: String] = [:]
    ) async throws -> DemoStage {
        let gateway = try await GatewaySimulator.start()
        let key = gateway.makeTeamKey(topics: [topic])
        let authority = folder.appending(path: "gateway-ca.pem")
        let keyFile = folder.appending(path: "AuthKey_\(key.keyID).p8")
        let policyFile = folder.appending(path: "policy.yaml")
        try write(gateway.certificateAuthorityPEM, to: authority)
        try write(key.pem, to: keyFile)
        try write(policy, to: policyFile)
        var environment = [
            "REVEILLE_DATA": folder.path,
            "REVEILLE_POLICY_FILE": policyFile.path,
            "REVEILLE_APNS_ENDPOINT": "https://localhost:\(gateway.port)",
            "REVEILLE_APNS_CA_FILE": authority.path,
            "REVEILLE_APNS_KEY_FILE": keyFile.path,
            "REVEILLE_APNS_KEY_ID": key.keyID,
            "REVEILLE_APNS_TEAM_ID": key.teamID,
            "REVEILLE_APNS_TOPIC": topic,
        ]
        environment.merge(extra) { _, given in given }
        let client = try CurlClient()
        let port = FreePort.find()
        return DemoStage(
            folder: folder,
            gateway: gateway,
            relay: try await startRelay(executable, port, environment, folder, client),
            client: client,
            timeline: Timeline(now: PhoneClock.system.now),
            environment: environment,
            executable: executable,
            port: port
        )
    }

    /// The same stage with another relay process, on the same port and files, after the first one has ended.
    package func restarted() async throws -> DemoStage {
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

    /// Ends everything that runs; the files stay.
    package func stop() async {
        if relay.isRunning { await relay.stop() }
        await client.shutdown()
        try? await gateway.shutdown()
    }

    /// Makes a phone with the app on it, not yet registered with the relay, and turns it on.
    package func phone(
        _ name: String,
        habits: Habits,
        capabilities: Device.Capabilities = Device.Capabilities(alarmKit: true, criticalAlerts: false, os: "26.1"),
        timeZone: String = "Europe/Berlin"
    ) async throws -> VirtualPhone {
        let token = gateway.registerDevice(topic: Self.topic, environment: .sandbox)
        let profile = try Profile.new(
            relay: relay.url,
            push: PushRegistration(token: token, environment: .sandbox, topic: Self.topic),
            capabilities: capabilities,
            timeZone: timeZone,
            displayName: name
        )
        let device = LocalDevice(
            profile: profile,
            store: InMemoryProfileStore(profile),
            transport: CurlTransport(client: client),
            clock: PhoneClock.system.now
        )
        let phone = VirtualPhone(
            name: name,
            device: device,
            token: token,
            gateway: gateway,
            habits: habits,
            timeline: timeline
        )
        await phone.turnOn()
        return phone
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
        // Waiting by hand can spin: Foundation is asked to call back instead.
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        for await _ in ends {}
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        return String(decoding: text, as: UTF8.self)
    }

    private static func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
