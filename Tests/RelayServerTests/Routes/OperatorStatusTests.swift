import AlarmCore
import AlarmWire
import Delivery
import Engine
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayServer
import RelayTesting
import Storage
import Testing

@Suite("The operator's page")
struct OperatorStatusTests {
    private static func ask(_ relay: TestRelay, _ credentials: String?) async throws -> TestResponse {
        var fields = HTTPFields()
        fields[.authorization] = credentials
        return try await relay.client.execute(uri: "/v1/operator/status", method: .get, headers: fields)
    }

    private static func members(_ response: TestResponse) throws -> JSONObject {
        guard case .object(let members) = try JSONValue(parsing: Array(buffer: response.body)) else {
            throw WireError(.missing)
        }
        return members
    }

    @Test("It opens to the code that was made last, however it is typed, and to nothing else")
    func code() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try RelayConfiguration(flags: [:], environment: TestRelay.environment(directory))
            let clock = TestClock()
            try await TestRelay.with(in: directory, under: clock) { relay in
                #expect(try await Self.ask(relay, "Bearer 00000-00000-00000-00000").status == .forbidden)
                let first = try await OperatorCode.make(configuration: configuration, clock: clock).text
                for typed in [first, first.lowercased(), first.replacing("-", with: "")] {
                    #expect(try await Self.ask(relay, "bearer \(typed)").status == .ok, "\(typed)")
                }
                for wrong in [
                    nil, "", "Bearer", "Bearer ", "Basic \(first)", "Bearer \(first)0", "Bearer \(first.dropLast())",
                ] {
                    let answer = try await Self.ask(relay, wrong)
                    #expect(answer.status == .forbidden, "\(wrong ?? "nothing")")
                    #expect(!answer.text.contains("counts"))
                }
                let second = try await OperatorCode.make(configuration: configuration, clock: clock).text
                #expect(try await Self.ask(relay, "Bearer \(first)").status == .forbidden)
                #expect(try await Self.ask(relay, "Bearer \(second)").status == .ok)
            }
        }
    }

    @Test("It tells what /readyz tells, the ways to people, and numbers")
    func report() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try RelayConfiguration(flags: [:], environment: TestRelay.environment(directory))
            let clock = TestClock()
            try await TestRelay.with(["open-registration": "true"], in: directory, under: clock) { relay in
                _ = try await TestDevice(at: relay)
                let code = try await OperatorCode.make(configuration: configuration, clock: clock).text
                let told = try Self.members(await Self.ask(relay, "Bearer \(code)"))
                let ready = try Self.members(await relay.get("/readyz"))
                for name in ["status", "checks", "upSince", "blind", "apns"] {
                    #expect(told[name] == ready[name], "\(name)")
                }
                #expect(told["at"] == .string(clock.now().iso8601))
                guard case .object(let counts) = told["counts"], case .array(let channels) = told["channels"] else {
                    Issue.record("counts and channels are missing")
                    return
                }
                #expect(counts["devices"] == 1 && counts["people"] == 1 && counts["pairs"] == 0)
                #expect(told["letters"] == .object(of: ["waiting": 0]))
                let configured = channels.compactMap { channel -> String? in
                    guard case .object(let members) = channel, members["configured"] == true,
                        case .string(let name) = members["channel"]
                    else { return nil }
                    return name
                }
                #expect(configured == ["events"])
            }
        }
    }
}
