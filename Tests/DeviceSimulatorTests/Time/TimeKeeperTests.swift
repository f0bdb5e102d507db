import AlarmCore
import AlarmWire
import CurlClient
import DeviceKit
import Foundation
import GatewaySimulator
import TestSupport
import Testing

@testable import DeviceSimulator

@Suite("Simulated time", .timeLimit(.minutes(10)))
struct TimeKeeperTests {
    @Test("Time stands still until it is let pass, and then jumps from one sleeper's end to the next")
    func jumps() async throws {
        let start = Instant(seconds: 1_800_000_000)
        let keeper = try await TimeKeeper.start(at: start)
        let clock = keeper.phoneClock
        let seen = Seen()
        let walker = Task {
            for hour in 1...48 {
                try await clock.sleep(start + .hours(Int64(hour)))
                seen.add(clock.now())
            }
        }
        try await keeper.waitUntilIdle()
        #expect(keeper.now == start)
        #expect(seen.all.isEmpty)
        try await keeper.run(until: start + .hours(2))
        #expect(seen.all == [start + .hours(1), start + .hours(2)])
        try await keeper.run(until: start + .hours(72))
        try await walker.value
        let hours = (1...48).map { start + .hours(Int64($0)) }
        #expect(seen.all == hours)
        #expect(keeper.now == start + .hours(72))
        await keeper.stop()
    }

    @Test("A relay in a process of its own rings at the very second of the simulated time, a day later")
    func relayFollows() async throws {
        try await SimulatedRelay.run { simulated in
            let due = simulated.keeper.now + .hours(26)
            let accepted = try await simulated.ana.send(text: "Up", at: due, to: simulated.pair)
            try await simulated.keeper.run(until: due + .minutes(3))
            let log = simulated.gateway.log
            let refused = log.filter { !$0.isAccepted }
            #expect(refused.isEmpty)
            let rings = log.filter { push in
                guard let alarm = try? ReceivedAlarmPush(payload: push.payload).alarm else { return false }
                return alarm.id == accepted.id && alarm.stage.stage == .ring
            }
            #expect(rings.map(\.receivedAt) == [due, due + .seconds(60), due + .seconds(120), due + .seconds(180)])
            let handoffs = log.count - rings.count
            #expect(handoffs == 4, "on acceptance, and 24 h, 1 h and 10 min before")
        }
    }

    @Test("A relay whose time keeper has gone ends by itself")
    func orphan() async throws {
        try await SimulatedRelay.run { simulated in
            await simulated.keeper.stop()
            let status = await simulated.relay.exitStatus()
            #expect(status != 0)
            #expect(simulated.relay.log.contains("time keeper"))
        }
    }

    @Test("A relay that is killed and started again finds the time that has come meanwhile")
    func restart() async throws {
        try await SimulatedRelay.run { simulated in
            let due = simulated.keeper.now + .minutes(5)
            _ = try await simulated.ana.send(text: "Up", at: due, to: simulated.pair)
            try await simulated.keeper.waitUntilIdle()
            await simulated.relay.kill()
            try await simulated.keeper.run(until: due + .minutes(2))
            simulated.gateway.clearLog()
            let again = try await simulated.startRelay()
            try await simulated.keeper.waitUntilIdle()
            #expect(simulated.gateway.log.map(\.receivedAt) == [due + .minutes(2)])
            await again.stop()
        }
    }
}

/// A relay on simulated time, a gateway, and two paired devices.
struct SimulatedRelay {
    let keeper: TimeKeeper
    let gateway: GatewaySimulator
    let relay: RelayProcess
    let ana: LocalDevice
    let pair: PairID
    private let client: CurlClient
    private let environment: [String: String]
    private let folder: URL

    static func run(_ body: (SimulatedRelay) async throws -> Void) async throws {
        let folder = try TemporaryFolder("time")
        let simulated = try await open(in: folder.url)
        do {
            try await body(simulated)
        } catch {
            await simulated.close()
            throw error
        }
        await simulated.close()
    }

    func startRelay() async throws -> RelayProcess {
        try await Self.startRelay(environment, folder, client)
    }

    private func close() async {
        if relay.isRunning { await relay.kill() }
        await client.shutdown()
        try? await gateway.shutdown()
        await keeper.stop()
    }

    private static func startRelay(
        _ environment: [String: String],
        _ folder: URL,
        _ client: CurlClient
    ) async throws -> RelayProcess {
        try await RelayProcess.start(
            executable: PhoneJourney.executable,
            port: FreePort.find(),
            environment: environment,
            logFile: folder.appending(path: "relay.log"),
            client: client
        )
    }

    private static func open(in folder: URL) async throws -> SimulatedRelay {
        let keeper = try await TimeKeeper.start(at: Instant(seconds: 1_803_000_000))
        var configuration = GatewaySimulator.Configuration()
        configuration.clock = { keeper.now }
        let gateway = try await GatewaySimulator.start(configuration)
        let topic = "org.example.app"
        let key = try gateway.makeTeamKey(topics: [topic])
        try Data(gateway.certificateAuthorityPEM.utf8).write(to: folder.appending(path: "ca.pem"))
        let keyFile = folder.appending(path: "key.p8")
        try Data(key.pem.utf8).write(to: keyFile)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keyFile.path)
        let environment = [
            "REVEILLE_DATA": folder.path,
            "REVEILLE_OPEN_REGISTRATION": "true",
            "REVEILLE_APNS_ENDPOINT": "https://localhost:\(gateway.port)",
            "REVEILLE_APNS_CA_FILE": folder.appending(path: "ca.pem").path,
            "REVEILLE_APNS_KEY_FILE": keyFile.path,
            "REVEILLE_APNS_KEY_ID": key.keyID,
            "REVEILLE_APNS_TEAM_ID": key.teamID,
            "REVEILLE_APNS_TOPIC": topic,
        ].merging(keeper.environment) { _, given in given }
        let client = try CurlClient()
        let relay = try await startRelay(environment, folder, client)
        let couple = try await DeviceCouple.make(
            relay: relay.url,
            gateway: gateway,
            topic: topic,
            client: client,
            capabilities: Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "26.1"),
            clock: { keeper.now }
        )
        return SimulatedRelay(
            keeper: keeper,
            gateway: gateway,
            relay: relay,
            ana: couple.sender,
            pair: couple.pair,
            client: client,
            environment: environment,
            folder: folder
        )
    }
}

/// Instants, gathered from any task.
private final class Seen: Sendable {
    private let instants = SharedValue<[Instant]>([])
    var all: [Instant] { instants.value }
    func add(_ instant: Instant) { instants.set(instants.value + [instant]) }
}
