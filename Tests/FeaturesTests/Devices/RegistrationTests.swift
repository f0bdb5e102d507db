import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("Registering a device")
struct RegistrationTests {
    @Test("An open relay registers whoever asks")
    func open() async throws {
        let scene = try EngineScene(registration: .open)
        let device = try await scene.register()
        #expect(device.platform == .apns)
        #expect(device.timeZone == "Europe/Berlin")
        #expect(device.since == scene.now)
        #expect(device.isReachable)
    }

    @Test("A closed relay refuses a device without a ticket and keeps nothing of it")
    func closed() async throws {
        let scene = try EngineScene(registration: .closed)
        let request = scene.registration()
        try await expectProblem(.registrationClosed) { try await scene.register(request) }
        let lookup = try scene.engine.vault.registration(of: request.deviceKey)
        #expect(try await scene.engine.read { try $0.device(registration: lookup) } == nil)
    }

    @Test("What is secret about a device is stored sealed, and can be opened again")
    func sealed() async throws {
        let scene = try EngineScene()
        let request = scene.registration()
        let device = try await scene.register(request)
        #expect(device.sealedKey != request.deviceKey)
        #expect(try scene.engine.vault.openDeviceKey(of: device) == request.deviceKey)
        let token = try #require(device.token)
        #expect(try scene.engine.vault.openPushToken(token, of: device.id) == request.apns?.token)
    }

    @Test("A sealed key moved into another device's row cannot be opened there")
    func movedKey() async throws {
        let scene = try EngineScene()
        let ana = try await scene.register()
        var ben = try await scene.register()
        ben.sealedKey = ana.sealedKey
        let moved = ben
        #expect(throws: KeyringError.self) { try scene.engine.vault.openDeviceKey(of: moved) }
    }

    @Test("A repeat with the same device key returns the same device, whatever else it says")
    func retry() async throws {
        let scene = try EngineScene()
        var request = scene.registration()
        let first = try await scene.register(request)
        request.apns = scene.pushToken()
        request.ticket = .enrolment(code: "worn out")
        let second = try await scene.register(request)
        #expect(second == first)
    }

    @Test("An unknown time zone is refused by its name", arguments: ["Europe/Atlantis", "CEST", "../etc/passwd"])
    func unknownZone(zone: String) async throws {
        let scene = try EngineScene()
        var request = scene.registration()
        request.timeZone = zone
        let problem = try await expectProblem(.unknownZone) { [request] in try await scene.register(request) }
        #expect(problem.pointer == "/timeZone")
        #expect(problem.detail.contains(zone))
    }

    @Test("A device without a push token needs no gateway")
    func events() async throws {
        let scene = try EngineScene(gateways: Gateways())
        #expect(try await scene.register(.events).isReachable)
    }
}

@Suite("Registering with a gateway")
struct GatewayRegistrationTests {
    @Test("Without any gateway a push token is refused")
    func none() async throws {
        let scene = try EngineScene(gateways: Gateways())
        let problem = try await expectProblem(.noGateway) { try await scene.register() }
        #expect(problem.pointer == "/apns")
    }

    @Test("A topic without a key is refused, naming the topics that have one")
    func topic() async throws {
        let scene = try EngineScene()
        var request = scene.registration()
        request.apns?.topic = "com.example.other"
        let problem = try await expectProblem(.noGateway) { [request] in try await scene.register(request) }
        #expect(problem.pointer == "/apns/topic")
        #expect(problem.detail.contains(EngineScene.topic))
    }

    @Test("A world without a key is refused, naming the worlds that have one")
    func world() async throws {
        let gateways = Gateways(apns: RecordingChannel(), topics: [EngineScene.topic], environments: [.sandbox])
        let scene = try EngineScene(gateways: gateways)
        let problem = try await expectProblem(.noGateway) { try await scene.register() }
        #expect(problem.pointer == "/apns/environment")
        #expect(problem.detail.contains("sandbox"))
    }
}
