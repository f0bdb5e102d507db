import AlarmCore
import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import Testing

@Suite("The log")
struct LogTests {
    @Test("It has the template of every route, and no name, token, key or proof")
    func templates() async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            let couple = try await TestPair(at: relay)
            let request = try couple.request()
            _ = try await couple.ana.send(Endpoints.Alarms.set(request))
            _ = try await couple.ben.send(Endpoints.Alarms.show(request.id))
            _ = try await couple.ana.send(Endpoints.Pairs.revoke(couple.pair))
            _ = try await relay.get("/p/secret?token=secret")
            let routes = relay.log.lines("request")
            #expect(routes.contains { $0.contains("route=/v1/alarms/{id}") && $0.contains("status=200") })
            #expect(routes.contains { $0.contains("route=unknown") && $0.contains("status=404") })
            let proof = Base64URL.encode([UInt8](repeating: 9, count: 32))
            for secret in [
                request.id.description, couple.pair.description, couple.anasToken.text, couple.bensToken.text, proof,
                "secret", try SealedText.sample().text,
            ] {
                #expect(!relay.log.text.contains(secret), "\(secret)")
            }
        }
    }
}
