import AlarmCore
import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import Testing

@Suite("An envelope that does not open")
struct HostileEnvelopeTests {
    @Test("There are at least forty ways, each of its own")
    func tableIsLarge() {
        #expect(Set(HostileEnvelope.table.map(\.testDescription)).count >= 40)
    }

    @Test("All of them are answered byte for byte the same, in a body and in Authorization")
    func sameAnswer() async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            let device = try await TestDevice(at: relay)
            let expected = Self.fixed(try await relay.get(Endpoints.Alarms.list.target).headers)
            #expect(expected[.wwwAuthenticate] == "PA1")
            for method in [RequestMethod.post, .get] {
                let plaintext = RequestPlaintext(
                    issuedAt: relay.clock.now(),
                    id: TestDevice.newID(),
                    method: method,
                    target: Endpoints.Alarms.list.target
                )
                for hostile in HostileEnvelope.table {
                    let text = try hostile.text(from: device, around: plaintext.wire)
                    let answer = try await relay.send(method, Endpoints.Alarms.list.target, envelope: text)
                    #expect(answer.status == .unauthorized, "\(method) \(hostile.testDescription)")
                    #expect(Array(buffer: answer.body) == Problem(.unauthorized).wire, "\(hostile.testDescription)")
                    #expect(Self.fixed(answer.headers) == expected, "\(hostile.testDescription)")
                }
            }
        }
    }

    /// The headers without the request identifier.
    private static func fixed(_ headers: HTTPFields) -> HTTPFields {
        HTTPFields(headers.filter { $0.name.canonicalName != "x-request-id" })
    }

    @Test(
        "An Authorization that is no envelope is the same answer",
        arguments: ["", "PA1", "PA1 ", "Bearer abc", "PA2 a..b.c.d", "PA1 a..b.c.d, PA1 a..b.c.d"]
    )
    func badAuthorization(value: String) async throws {
        try await TestRelay.with { relay in
            let answer = try await relay.client.execute(
                uri: Endpoints.Alarms.list.target,
                method: .get,
                headers: [.authorization: value]
            )
            #expect(Array(buffer: answer.body) == Problem(.unauthorized).wire)
        }
    }

    @Test("A request without any envelope is the same answer")
    func noAuthorization() async throws {
        try await TestRelay.with { relay in
            let answer = try await relay.get(Endpoints.Alarms.list.target)
            #expect(Array(buffer: answer.body) == Problem(.unauthorized).wire)
        }
    }
}
