import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("A device speaks to its relay through sealed requests")
struct PerformingTests {
    private let pairs = PairList(pairs: [])

    @Test("After a lost reply the very same bytes go out again, and no more often than configured")
    func repeats() async throws {
        let ana = try PairedProfiles().ana
        let transport = ScriptedTransport([
            .failure(.interrupted("reset")), .failure(.unreachable("refused")), .ok(pairs),
        ])
        _ = try await LocalDevice(ana, transport).refreshPairs()
        #expect(transport.sent.count == 3)
        #expect(Set(transport.sent).count == 1)

        let silent = ScriptedTransport()
        await #expect {
            _ = try await LocalDevice(ana, silent).refreshPairs()
        } throws: { error in
            if case DeviceError.transport(.unreachable) = error { true } else { false }
        }
        #expect(silent.sent.count == 3)
    }

    @Test("An untrusted certificate ends the attempt at once")
    func untrusted() async throws {
        let transport = ScriptedTransport([.failure(.untrusted("self-signed"))])
        await #expect {
            _ = try await LocalDevice(try PairedProfiles().ana, transport).refreshPairs()
        } throws: { error in
            if case DeviceError.transport(.untrusted) = error { true } else { false }
        }
        #expect(transport.sent.count == 1)
    }

    @Test("A request is sealed for its method, target and moment, under a name of its own")
    func envelope() async throws {
        let ana = try PairedProfiles().ana
        let transport = ScriptedTransport([.ok(pairs), .ok(pairs)])
        let device = LocalDevice(ana, transport)
        _ = try await device.refreshPairs()
        _ = try await device.refreshPairs()
        let opened = try transport.sent.map { try ana.opened($0) }
        #expect(opened.map(\.method) == [.get, .get])
        #expect(opened.map(\.target) == ["/v1/pairs", "/v1/pairs"])
        #expect(opened.map(\.issuedAt) == [noon, noon])
        #expect(opened[0].id != opened[1].id)
    }

    @Test("A clock that is wrong is corrected by the relay's word, once and for good")
    func clockSkew() async throws {
        let ana = try PairedProfiles().ana
        let serverTime = noon + .hours(2)
        let transport = ScriptedTransport([
            .problem(Problem(.clockSkew, serverTime: serverTime)), .ok(pairs), .ok(pairs),
        ])
        let store = InMemoryProfileStore()
        let device = LocalDevice(ana, transport, store: store)
        _ = try await device.refreshPairs()
        _ = try await device.refreshPairs()
        let opened = try transport.sent.map { try ana.opened($0) }
        #expect(opened.map(\.issuedAt) == [noon, serverTime, serverTime])
        #expect(opened[0].id != opened[1].id)
        #expect(try store.load()?.clockOffset == .hours(2))
        #expect(device.relayClock.now == serverTime)
    }

    @Test("A relay that complains of the clock again is not asked a third time")
    func stubbornClock() async throws {
        let skew = Problem(.clockSkew, serverTime: noon + .hours(2))
        let transport = ScriptedTransport([.problem(skew), .problem(skew), .ok(pairs)])
        await #expect {
            _ = try await LocalDevice(try PairedProfiles().ana, transport).refreshPairs()
        } throws: { error in
            (error as? DeviceError)?.problemKind == .clockSkew
        }
        #expect(transport.sent.count == 2)
    }

    @Test("A refusal tells its reason and when to come back")
    func refusal() async throws {
        let transport = ScriptedTransport([
            .problem(Problem(.rateLimited), headers: [.init("Retry-After", "17")])
        ])
        await #expect {
            _ = try await LocalDevice(try PairedProfiles().ana, transport).refreshPairs()
        } throws: { error in
            if case DeviceError.refused(let problem, .seconds(17)?) = error {
                problem.kind == .rateLimited
            } else {
                false
            }
        }
    }

    @Test(
        "A refusal that passes says when in whole words, and names no header",
        arguments: [(1, "1 second"), (40, "40 seconds"), (130, "3 minutes"), (7200, "2 hours"), (259_200, "3 days")]
    )
    func wait(seconds: Int64, words: String) {
        let error = DeviceError.refused(Problem(.rateLimited), retryAfter: .seconds(seconds))
        #expect(error.description.hasSuffix(" Try again in \(words)."), "\(error)")
        #expect(!error.description.contains("Retry-After"))
        let full = DeviceError.refused(Problem(.storageFull), retryAfter: .seconds(10))
        #expect(!full.description.contains("10"), "nobody knows when it passes")
    }

    @Test(
        "An answer that is none of PA1's is named as that",
        arguments: [
            WireResponse(status: 502, body: Array("<html>".utf8)), WireResponse(status: 200, body: []),
            WireResponse(status: 200, body: Array("{\"pairs\":7}".utf8)), WireResponse(status: 302),
        ]
    )
    func nonsense(response: WireResponse) async throws {
        let transport = ScriptedTransport([.answer(response)])
        await #expect {
            _ = try await LocalDevice(try PairedProfiles().ana, transport).refreshPairs()
        } throws: { error in
            if case DeviceError.protocolViolation = error { true } else { false }
        }
    }

    @Test("An answer may hold members that a newer relay has added")
    func newerRelay() async throws {
        let body = Array("{\"pairs\":[],\"addedLater\":true}".utf8)
        let transport = ScriptedTransport([.answer(WireResponse(status: 200, body: body))])
        #expect(try await LocalDevice(try PairedProfiles().ana, transport).refreshPairs().count == 1)
    }

    @Test("A device that is not registered asks nothing of the relay")
    func unregistered() async throws {
        let transport = ScriptedTransport()
        let device = LocalDevice(try Profile.new(relay: PairedProfiles.relay), transport)
        await #expect {
            _ = try await device.sync()
        } throws: { error in
            if case DeviceError.notRegistered = error { true } else { false }
        }
        #expect(transport.sent.isEmpty)
    }
}

@Suite("A device registers once")
struct RegistrationTests {
    @Test("A key that went out without an answer goes out again, also after a restart")
    func sameKey() async throws {
        let store = InMemoryProfileStore()
        let silent = ScriptedTransport()
        let profile = try Profile.new(relay: PairedProfiles.relay)
        await #expect(throws: DeviceError.self) { try await LocalDevice(profile, silent, store: store).register() }

        let kept = try #require(try store.load())
        let transport = ScriptedTransport([
            .ok(DeviceRegistered(deviceID: PairedProfiles.anaID, serverTime: noon), status: 201)
        ])
        let device = LocalDevice(kept, transport, store: store)
        #expect(try await device.register(ticket: .enrolment(code: "abc")) == PairedProfiles.anaID)
        let first = try RegisterDevice(wire: silent.sent[0].body)
        let second = try RegisterDevice(wire: transport.sent[0].body)
        #expect(first.deviceKey == second.deviceKey)
        #expect(second.ticket == .enrolment(code: "abc"))
        #expect(try store.load()?.deviceID == PairedProfiles.anaID)

        #expect(try await device.register() == PairedProfiles.anaID)
        #expect(transport.sent.count == 1)
    }

    @Test("A new push token is kept only when the relay has it")
    func token() async throws {
        let push = PushRegistration(
            token: String(repeating: "ab", count: 32),
            environment: .sandbox,
            topic: "com.example.app"
        )
        let transport = ScriptedTransport([.problem(Problem(.noGateway)), .ok(TokenReplaced(serverTime: noon))])
        let device = LocalDevice(try PairedProfiles().ana, transport)
        await #expect(throws: DeviceError.self) { try await device.replacePushToken(push) }
        #expect(await device.profile.push == nil)
        try await device.replacePushToken(push)
        #expect(await device.profile.push == push)
    }
}
