import AlarmCore
import CurlClient
import Delivery
import DeviceSimulator
import Foundation
import GatewaySimulator
import TestSupport

/// A prepared relay, run by `reveille serve` as an operator would, with a gateway that records when a push arrives.
struct ServedRelay {
    let process: RelayProcess
    /// Time from the start of the process to the first push; nil if no alarm was due.
    let firstRing: Duration?

    /// Starts the relay, and waits for the first push if one is due.
    static func start(
        _ relay: PreparedRelay,
        gateway: GatewaySimulator,
        ringing couple: StoredCouple?,
        folder: Folder,
        client: CurlClient
    ) async throws -> ServedRelay {
        let key = try gateway.makeTeamKey(topics: [StoredCouple.topic])
        let keyFile = try folder.write(key.pem, to: "team.p8")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyFile)
        if let couple {
            gateway.register(deviceToken: couple.pushToken, topic: StoredCouple.topic, environment: .sandbox)
        }
        let pushes = gateway.receivedPushes()
        let clock = ContinuousClock()
        let start = clock.now
        let first = Task { () -> Duration? in
            for await _ in pushes { return clock.now - start }
            return nil
        }
        defer { first.cancel() }
        let process = try await RelayProcess.start(
            executable: Tool.sibling("reveille").executable,
            port: FreePort.find(),
            environment: relay.environment.merging([
                "REVEILLE_APNS_KEY_FILE": keyFile,
                "REVEILLE_APNS_KEY_ID": key.keyID,
                "REVEILLE_APNS_TEAM_ID": key.teamID,
                "REVEILLE_APNS_TOPIC": StoredCouple.topic,
                "REVEILLE_APNS_ENDPOINT": "https://localhost:\(gateway.port)",
                "REVEILLE_APNS_CA_FILE": try folder.write(gateway.certificateAuthorityPEM, to: "authority.pem"),
            ]) { _, given in given },
            logFile: folder.url.appending(path: "served.log"),
            client: client
        )
        guard couple != nil else { return ServedRelay(process: process, firstRing: nil) }
        let timeout = Task {
            try await Task.sleep(for: .seconds(20))
            first.cancel()
        }
        defer { timeout.cancel() }
        guard let firstRing = await first.value else {
            let log = process.log
            await process.kill()
            throw Failure.nothingRang(log: log)
        }
        return ServedRelay(process: process, firstRing: firstRing)
    }

    /// Why a measurement is invalid.
    enum Failure: Error, CustomStringConvertible {
        /// The gateway received nothing.
        case nothingRang(log: String)
        /// The process has ended.
        case ended(log: String)

        var description: String {
            switch self {
            case .nothingRang(let log): "the relay rang nobody:\n\(log)"
            case .ended(let log): "the relay ended:\n\(log)"
            }
        }
    }

    /// Returns the resources that the relay has used.
    func resources() throws -> Resources {
        guard let resources = Resources.of(process: process.processID) else { throw Failure.ended(log: process.log) }
        return resources
    }
}

/// A gateway without latency: accepts every push at once.
struct ImmediateChannel: APNsPushing {
    let apps = APNsApps([StoredCouple.topic])

    func send(_ push: RenderedPush) async -> DeliveryOutcome { .accepted }
}
