import AlarmCore
import AlarmWire
import Engine
import Features
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayServer
import RelayTesting
import Testing

@Suite("Registering a device")
struct RegistrationTests {
    private static let key = [UInt8](repeating: 5, count: 32)

    @Test("A closed relay wants a ticket")
    func closed() async throws {
        try await TestRelay.with { relay in
            let answer = try await relay.register(RegisterDevice(deviceKey: Self.key, platform: .events))
            #expect(try answer.problem().kind == .registrationClosed)
        }
    }

    @Test("An enrolment code is good for one device, and a repeat of the registration returns the same")
    func enrolment() async throws {
        try await TestRelay.with { relay in
            _ = try await relay.relay.engine.write { tx in try tx.devices.enroll("CODE") }
            let message = RegisterDevice(deviceKey: Self.key, platform: .events, ticket: .enrolment(code: "CODE"))
            let first: DeviceRegistered = try await relay.register(message).message()
            let second: DeviceRegistered = try await relay.register(message).message()
            #expect(first.deviceID == second.deviceID)
            let other = RegisterDevice(
                deviceKey: [UInt8](repeating: 6, count: 32),
                platform: .events,
                ticket: .enrolment(code: "CODE")
            )
            #expect(try await relay.register(other).problem().kind == .notFound)
        }
    }

    @Test("A relay without a gateway does not take a phone")
    func noGateway() async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            let push = PushRegistration(
                token: String(repeating: "ab", count: 32),
                environment: .production,
                topic: "com.example.app"
            )
            let answer = try await relay.register(RegisterDevice(deviceKey: Self.key, platform: .apns, apns: push))
            #expect(try answer.problem().kind == .noGateway)
        }
    }

    @Test("The eleventh attempt within a minute has to wait, from one address and not from others")
    func rateLimit() async throws {
        try await TestRelay.with(["limit-claims-per-minute": "10"]) { relay in
            let message = RegisterDevice(deviceKey: Self.key, platform: .events, ticket: .enrolment(code: "WRONG"))
            for _ in 0..<10 {
                #expect(try await relay.register(message).problem().kind == .notFound)
            }
            relay.clock.advance(by: .seconds(20))
            let refused = try await relay.register(message)
            #expect(try refused.problem().kind == .rateLimited)
            #expect(refused.headers[.retryAfter] == "40")
            relay.clock.advance(by: .seconds(40))
            #expect(try await relay.register(message).problem().kind == .notFound)
        }
    }

    @Test("The body has to be JSON and is read strictly")
    func strictBody() async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            let text = #"{"deviceKey":"BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU","platform":"events","admin":true}"#
            func post(_ type: String) async throws -> Problem {
                try await relay.client.execute(
                    uri: Endpoints.Devices.register.target,
                    method: .post,
                    headers: [.contentType: type],
                    body: ByteBuffer(string: text)
                ).problem()
            }
            let pointer = try await post("application/json; charset=utf-8").pointer
            #expect(pointer == "/admin")
            let kind = try await post("application/jose").kind
            #expect(kind == .unsupportedMediaType)
        }
    }
}
