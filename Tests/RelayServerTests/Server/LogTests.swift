import AlarmCore
import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import RelayTesting
import Testing

@testable import RelayServer

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

    @Test("Strangers fill no log: their requests are counted, and told in one line")
    func strangers() async throws {
        try await TestRelay.with(["open-registration": "true"], loggingFrom: .info) { relay in
            let device = try await TestDevice(at: relay)
            _ = try await device.send(Endpoints.Alarms.list())
            #expect(relay.log.lines("request").count == 1)
            for _ in 0..<3 { _ = try await relay.get("/nowhere") }
            _ = try await relay.get("/healthz")
            #expect(relay.log.lines("request").count == 1)
            relay.relay.tally.report(to: relay.log.logger)
            relay.relay.tally.report(to: relay.log.logger)
            // The registration comes without an envelope too.
            #expect(
                relay.log.lines("requests without a device") == [
                    "requests without a device answered=2 failed=0 refused=3"
                ]
            )
        }
    }

    @Test("A device that asks without end has its lines, and the rest is told in one")
    func restlessDevice() async throws {
        try await TestRelay.with(["open-registration": "true"], loggingFrom: .info) { relay in
            let (restless, other) = (try await TestDevice(at: relay), try await TestDevice(at: relay))
            for _ in 0..<AccessTally.linesOfDevice + 5 { _ = try await restless.send(Endpoints.Alarms.list()) }
            _ = try await other.send(Endpoints.Alarms.list())
            #expect(relay.log.lines("request").count == AccessTally.linesOfDevice + 1)
            relay.relay.tally.report(to: relay.log.logger)
            #expect(relay.log.lines("requests of devices").map { $0.hasSuffix("untold=5") } == [true])
            _ = try await restless.send(Endpoints.Alarms.list())
            #expect(relay.log.lines("request").count == AccessTally.linesOfDevice + 2)
        }
    }

    @Test("A request that fails again and again is told of once a minute, with how often it was not")
    func complaints() {
        let (line, start) = (RareLine(), ContinuousClock.now)
        #expect(line.untold("a", at: start) == 0)
        for second in 1..<60 { #expect(line.untold("a", at: start + .seconds(second)) == nil) }
        #expect(line.untold("b", at: start + .seconds(1)) == 0)
        #expect(line.untold("a", at: start + .seconds(60)) == 59)
    }

    @Test("What the relay turns away on purpose is no error in its log")
    func meant() async throws {
        try await TestRelay.with(["limit-requests-at-once": "1"], loggingFrom: .error) { relay in
            try await relay.relay.bounds.during(nil) {
                for _ in 0..<3 {
                    let status = try await relay.get("/readyz").status
                    #expect(status == .serviceUnavailable)
                }
            }
            #expect(relay.log.text.isEmpty)
        }
    }
}
