import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RelayTesting
import Testing

@testable import RelayServer

@Suite("What an answer tells of limits (RateLimit)")
struct QuotaFieldsTests {
    private static let open = "open-registration"

    /// Both fields of an answer, the policies first.
    private static func fields(_ answer: TestResponse) throws -> [String?] {
        [answer.headers[try #require(.init("RateLimit-Policy"))], answer.headers[try #require(.init("RateLimit"))]]
    }

    @Test("Each claim and registration tells how many are left to its address, and a refusal until when there is none")
    func claims() async throws {
        try await TestRelay.with([Self.open: "true", "limit-claims-per-minute": "3"]) { relay in
            let policy = "\"claims-per-minute\";q=3;w=60"
            let key = [UInt8](repeating: 5, count: 32)
            let registered = try await relay.register(RegisterDevice(deviceKey: key, platform: .events))
            #expect(try Self.fields(registered) == [policy, "\"claims-per-minute\";r=2;t=60"])
            let id = try registered.message(DeviceRegistered.self).deviceID
            let device = try await TestDevice(at: relay, id, deviceKey: key)
            relay.clock.advance(by: .seconds(20))
            let claim = ClaimInvite(locator: "00000", auth: [UInt8](repeating: 0, count: 32))
            for left in [1, 0] {
                let answer = try await device.send(Endpoints.Invites.claim(claim))
                #expect(try Self.fields(answer) == [policy, "\"claims-per-minute\";r=\(left);t=40"])
            }
            let refused = try await device.send(Endpoints.Invites.claim(claim))
            #expect(refused.status == .tooManyRequests)
            #expect(try Self.fields(refused) == [policy, "\"claims-per-minute\";r=0;t=40"])
            #expect(refused.headers[.retryAfter] == "40")
        }
    }

    @Test("What meets no limit tells of none")
    func unlimited() async throws {
        try await TestRelay.with([Self.open: "true"]) { relay in
            let device = try await TestDevice(at: relay)
            #expect(try Self.fields(await device.send(Endpoints.Alarms.list())) == [nil, nil])
            #expect(try Self.fields(await relay.get("/healthz")) == [nil, nil])
        }
    }

    @Test("Each alarm tells how many are left to the pair and its direction, of the hour and of the day")
    func alarms() async throws {
        try await TestRelay.with([Self.open: "true", "limit-requests-per-hour": "2"]) { relay in
            let couple = try await TestPair(at: relay)
            let policies = "\"requests-per-hour\";q=2;w=3600, \"requests-per-day\";q=600;w=86400"
            for (hour, day) in [(1, 599), (0, 598)] {
                let answer = try await couple.ana.send(Endpoints.Alarms.set(couple.request()))
                #expect(answer.status == .accepted)
                let limits = "\"requests-per-hour\";r=\(hour), \"requests-per-day\";r=\(day)"
                #expect(try Self.fields(answer) == [policies, limits])
            }
            let refused = try await couple.ana.send(Endpoints.Alarms.set(couple.request()))
            #expect(refused.status == .tooManyRequests)
            // The window slides: both alarms count until an hour has passed.
            let limit = "\"requests-per-hour\";r=0;t=3601"
            #expect(try Self.fields(refused) == ["\"requests-per-hour\";q=2;w=3600", limit])
            #expect(refused.headers[.retryAfter] == "3601")
            relay.clock.advance(by: .seconds(3600))
            #expect(try await couple.ana.send(Endpoints.Alarms.set(couple.request())).status == .tooManyRequests)
            relay.clock.advance(by: .seconds(1))
            #expect(try await couple.ana.send(Endpoints.Alarms.set(couple.request())).status == .accepted)
        }
    }

    @Test("What is refused for another reason uses nothing up, and says so")
    func rolledBack() async throws {
        try await TestRelay.with([Self.open: "true"]) { relay in
            let couple = try await TestPair(at: relay)
            let request = try couple.request()
            _ = try await couple.ana.send(Endpoints.Alarms.set(request))
            // The message repeats the time, and has to come along.
            let change = AlarmChange(time: AlarmTime(relay.clock.now() + .hours(2)))
            let refused = try await couple.ana.send(Endpoints.Alarms.change(request.id, change))
            #expect(try refused.problem().kind == .malformed)
            let limits = "\"changes-per-hour\";r=60;t=3600, \"changes-per-day\";r=600;t=86400"
            #expect(try Self.fields(refused).last == limits)
            let taken = try await couple.ana.send(Endpoints.Alarms.change(request.id, AlarmChange(ttl: .minutes(5))))
            #expect(taken.status == .ok)
            #expect(
                try Self.fields(taken).last == "\"changes-per-hour\";r=59;t=3600, \"changes-per-day\";r=599;t=86400"
            )
        }
    }

    @Test("Too many requests at once tell their bound, as one of requests that are under way together")
    func atOnce() async throws {
        try await TestRelay.with([Self.open: "true", "limit-requests-at-once-per-device": "1"]) { relay in
            let device = try await TestDevice(at: relay)
            try await relay.relay.bounds.during(device.id) {
                let answer = try await device.send(Endpoints.Alarms.list())
                #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] == "1")
                let name = "\"requests-at-once-per-device\""
                #expect(try Self.fields(answer) == [name + ";q=1;qu=\"concurrent-requests\"", name + ";r=0;t=1"])
            }
        }
    }

    @Test("A refusal for what no window ends says when there is room again: when the invite expires")
    func endless() async throws {
        try await TestRelay.with([Self.open: "true", "limit-open-invites": "1"]) { relay in
            let device = try await TestDevice(at: relay)
            let first = try await device.send(Endpoints.Invites.create(CreateInvite.sample(fill: 1)))
            #expect(try Self.fields(first).last == "\"invites-per-hour\";r=29;t=3600, \"invites-per-day\";r=99;t=86400")
            let second = try await device.send(Endpoints.Invites.create(CreateInvite.sample(fill: 2)))
            #expect(second.status == .tooManyRequests && second.headers[.retryAfter] == "600")
            #expect(try Self.fields(second) == [nil, "\"rate-limited\";r=0;t=600"])
        }
    }

    @Test("What counts everybody's registrations is told to those alone whom it refuses")
    func everybodys() async throws {
        try await TestRelay.with([Self.open: "true", "limit-registrations-per-hour": "1"]) { relay in
            let ana = try await TestDevice(at: relay)
            for (byte, left) in [(UInt8(1), 1), (2, 0)] {
                let proof = [UInt8](repeating: byte, count: 32)
                let created = try await ana.ask(Endpoints.Invites.create(CreateInvite.sample(proof: proof)))
                let message = RegisterDevice(
                    deviceKey: [UInt8](repeating: byte, count: 32),
                    platform: .events,
                    ticket: .invite(locator: created.locator, auth: proof)
                )
                let answer = try await relay.register(message)
                let told = try Self.fields(answer).last ?? nil
                #expect(answer.status == (left == 1 ? .created : .tooManyRequests))
                #expect(told?.contains("\"registrations-per-hour\";r=0;t=3600") == (left == 0), "\(told ?? "")")
            }
        }
    }
}
