import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("Registering a device")
struct RegistrationTests {
    @Test("An open relay registers any device")
    func open() async throws {
        let fixture = try EngineFixture(registration: .open)
        let device = try await fixture.register()
        #expect(device.platform == .apns)
        #expect(device.timeZone == "Europe/Berlin")
        #expect(device.since == fixture.now)
        #expect(device.isReachable)
    }

    @Test("A closed relay refuses a device without a ticket and keeps nothing of it")
    func closed() async throws {
        let fixture = try EngineFixture(registration: .closed)
        let request = fixture.registration()
        try await expectProblem(.registrationClosed) { try await fixture.register(request) }
        let lookup = try fixture.engine.vault.registration(of: request.deviceKey)
        #expect(try await fixture.engine.read { try $0.device(registration: lookup) } == nil)
    }

    @Test("The secrets of a device are stored sealed, and can be opened again")
    func sealed() async throws {
        let fixture = try EngineFixture()
        let request = fixture.registration()
        let device = try await fixture.register(request)
        #expect(device.sealedKey != request.deviceKey)
        #expect(try fixture.engine.vault.openDeviceKey(of: device) == request.deviceKey)
        let token = try #require(try fixture.engine.vault.pushToken(of: device))
        #expect(token == request.apns?.token)
    }

    @Test("A sealed key moved into another device's row cannot be opened there")
    func movedKey() async throws {
        let fixture = try EngineFixture()
        let ana = try await fixture.register()
        var ben = try await fixture.register()
        ben.sealedKey = ana.sealedKey
        let moved = ben
        #expect(throws: KeyringError.self) { try fixture.engine.vault.openDeviceKey(of: moved) }
    }

    @Test("A repeat with the same device key returns the same device, even if other members differ")
    func retry() async throws {
        let fixture = try EngineFixture()
        var request = fixture.registration()
        let first = try await fixture.register(request)
        request.apns = fixture.pushToken()
        request.ticket = .enrolment(code: "worn out")
        let second = try await fixture.register(request)
        #expect(second == first)
    }

    @Test("An unknown time zone is refused by its name", arguments: ["Europe/Atlantis", "CEST", "../etc/passwd"])
    func unknownZone(zone: String) async throws {
        let fixture = try EngineFixture()
        var request = fixture.registration()
        request.timeZone = zone
        let problem = try await expectProblem(.unknownZone) { [request] in try await fixture.register(request) }
        #expect(problem.pointer == "/timeZone")
        #expect(problem.detail.contains(zone))
    }

    @Test("A device without a push token needs no gateway")
    func events() async throws {
        let fixture = try EngineFixture(gateways: Gateways())
        #expect(try await fixture.register(.events).isReachable)
    }
}

@Suite("Registering with a gateway")
struct GatewayRegistrationTests {
    @Test("Without any gateway a push token is refused")
    func none() async throws {
        let fixture = try EngineFixture(gateways: Gateways())
        let problem = try await expectProblem(.noGateway) { try await fixture.register() }
        #expect(problem.pointer == "/apns")
    }

    @Test("A topic without a key is refused, naming the topics that have one")
    func topic() async throws {
        let fixture = try EngineFixture()
        var request = fixture.registration()
        request.apns?.topic = "com.example.other"
        let problem = try await expectProblem(.noGateway) { [request] in try await fixture.register(request) }
        #expect(problem.pointer == "/apns/topic")
        #expect(problem.detail.contains(EngineFixture.topic))
    }

    @Test("An environment that is not served is refused, naming those that are")
    func environment() async throws {
        let channel = RecordingChannel(APNsApps([EngineFixture.topic], environments: [.sandbox]))
        let fixture = try EngineFixture(gateways: Gateways(channel))
        let problem = try await expectProblem(.noGateway) { try await fixture.register() }
        #expect(problem.pointer == "/apns/environment")
        #expect(problem.detail.contains("sandbox"))
    }
}
