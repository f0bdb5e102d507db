import Foundation
import Testing

@testable import GatewaySimulator

@Suite("Starting a gateway")
struct StartTests {
    @Test("An address that others could reach is refused", arguments: ["0.0.0.0", "::", "192.0.2.1"])
    func publicAddress(host: String) async {
        var configuration = GatewaySimulator.Configuration()
        configuration.host = host
        await #expect(throws: GatewaySimulator.StartError.publicAddress(host)) {
            _ = try await GatewaySimulator.start(configuration)
        }
    }

    @Test("A public address is taken where that is allowed")
    func allowed() async throws {
        var configuration = GatewaySimulator.Configuration()
        configuration.host = "0.0.0.0"
        configuration.allowPublicAddress = true
        let gateway = try await GatewaySimulator.start(configuration)
        #expect(gateway.port > 0)
        try await gateway.shutdown()
    }

    @Test(
        "A number out of its range is refused before it can trap",
        arguments: [
            { $0.port = -1 }, { $0.port = 65_536 }, { $0.threads = 0 }, { $0.initialConcurrentStreams = 0 },
            { $0.maximumConcurrentStreams = Int.max }, { $0.resetLimit = -1 }, { $0.productionPort = 65_536 },
            { $0.controlPort = -1 }, { $0.backgroundLimit = -1 },
            { ($0.environment, $0.productionPort) = (.production, 0) },
        ] as [@Sendable (inout GatewaySimulator.Configuration) -> Void]
    )
    func ranges(change: @Sendable (inout GatewaySimulator.Configuration) -> Void) {
        var configuration = GatewaySimulator.Configuration()
        change(&configuration)
        #expect(throws: GatewaySimulator.StartError.self) { try configuration.validate() }
    }

    @Test("A port that is taken is an error, not a second gateway")
    func takenPort() async throws {
        let first = try await GatewaySimulator.start()
        var configuration = GatewaySimulator.Configuration()
        configuration.port = first.port
        await #expect(throws: (any Error).self) { _ = try await GatewaySimulator.start(configuration) }
        try await first.shutdown()
    }

    @Test("A key kept from an earlier run goes on working when it is registered, and not after it is revoked")
    func keptKey() async throws {
        let earlier = try await GatewayFixture.run { $0.key }
        try await GatewayFixture.run { fixture in
            var request = try fixture.request()
            request.set("authorization", try Provider(earlier).authorization(at: fixture.now))
            let before = try await fixture.push(request)
            #expect(before.body == #"{"reason":"InvalidProviderToken"}"#)
            try fixture.gateway.register(earlier, topics: [PushRequest.topic])
            let registered = try await fixture.push(request)
            #expect(registered.status == 200)
            fixture.gateway.revokeKey(earlier.keyID)
            let revoked = try await fixture.push(request)
            #expect(revoked.body == #"{"reason":"InvalidProviderToken"}"#)
        }
    }

    @Test("A team key is PKCS#8 in PEM with names of ten letters and digits")
    func teamKey() async throws {
        let key = try await GatewayFixture.run { $0.key }
        #expect(key.pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(key.keyID.wholeMatch(of: /[A-Z0-9]{10}/) != nil)
        #expect(key.teamID.wholeMatch(of: /[A-Z0-9]{10}/) != nil)
    }
}
