import AlarmCore
import AlarmWire
import CurlClient
import DeviceKit
import DeviceTransport
import Foundation
import GatewaySimulator
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
        try await keeper.settle()
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
        try await SimulatedHouse.run { house in
            let due = house.keeper.now + .hours(26)
            let accepted = try await house.ana.send(text: "Up", at: due, to: house.pair)
            try await house.keeper.run(until: due + .minutes(3))
            let log = house.gateway.log
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
        try await SimulatedHouse.run { house in
            await house.keeper.stop()
            let status = await house.relay.exitStatus()
            #expect(status != 0)
            #expect(house.relay.log.contains("time keeper"))
        }
    }

    @Test("A relay that is killed and started again finds the time that has come meanwhile")
    func restart() async throws {
        try await SimulatedHouse.run { house in
            let due = house.keeper.now + .minutes(5)
            _ = try await house.ana.send(text: "Up", at: due, to: house.pair)
            try await house.keeper.settle()
            await house.relay.kill()
            try await house.keeper.run(until: due + .minutes(2))
            house.gateway.clearLog()
            let again = try await house.startRelay()
            try await house.keeper.settle()
            #expect(house.gateway.log.map(\.receivedAt) == [due + .minutes(2)])
            await again.stop()
        }
    }
}

/// A relay that lives by simulated time, a gateway, and two devices that are a pair.
struct SimulatedHouse {
    let keeper: TimeKeeper
    let gateway: GatewaySimulator
    let relay: RelayProcess
    let ana: LocalDevice
    let pair: PairID
    private let client: CurlClient
    private let environment: [String: String]
    private let folder: URL

    static func run(_ body: (SimulatedHouse) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reveille-time-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let house = try await open(in: folder)
        do {
            try await body(house)
        } catch {
            await house.close()
            throw error
        }
        await house.close()
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
            executable: Journey.executable,
            port: FreePort.find(),
            environment: environment,
            logFile: folder.appending(path: "relay.log"),
            client: client
        )
    }

    private static func open(in folder: URL) async throws -> SimulatedHouse {
        let keeper = try await TimeKeeper.start(at: Instant(seconds: 1_803_000_000))
        var configuration = GatewaySimulator.Configuration()
        configuration.clock = { keeper.now }
        let gateway = try await GatewaySimulator.start(configuration)
        let topic = "org.example.app"
        let key = gateway.makeTeamKey(topics: [topic])
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
        func device(_ name: String) throws -> LocalDevice {
            let token = gateway.registerDevice(topic: topic, environment: .sandbox)
            let profile = try Profile.new(
                relay: relay.url,
                push: PushRegistration(token: token, environment: .sandbox, topic: topic),
                capabilities: Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "26.1"),
                timeZone: "Europe/Berlin",
                displayName: name
            )
            return LocalDevice(
                profile: profile,
                store: InMemoryProfileStore(profile),
                transport: CurlTransport(client: client),
                clock: { keeper.now }
            )
        }
        let (ana, ben) = (try device("Ana"), try device("Ben"))
        _ = try await ana.register()
        let pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(20)) }
        let invite = try await ana.createInvite(name: "Ana")
        let claim = try await ben.claim(typed: invite.link.qrText)
        let digits = try await ben.accept(claim.inviteID, name: "Ben")
        _ = try await ana.awaitAnswer(invite.inviteID, pause: pause)
        try await ana.confirm(invite.inviteID, digits: digits)
        async let theirs = ben.awaitConfirmation(claim.inviteID, pause: pause)
        let pair = try await ana.awaitActive(invite.inviteID, pause: pause)
        _ = try await theirs
        return SimulatedHouse(
            keeper: keeper,
            gateway: gateway,
            relay: relay,
            ana: ana,
            pair: pair.id,
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
