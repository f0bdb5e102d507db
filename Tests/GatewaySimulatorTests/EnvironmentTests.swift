import AlarmCore
import Testing

@testable import GatewaySimulator

@Suite("Sandbox and production, side by side")
struct EnvironmentTests {
    @Test("Each listener knows the tokens of its own environment, and one log has both")
    func sideBySide() async throws {
        try await GatewayFixture.run(configure: { $0.productionPort = 0 }) { fixture async throws in
            let gateway = fixture.gateway
            let productionPort = try #require(gateway.productionPort)
            #expect(productionPort != gateway.port)
            let production = gateway.registerDevice(topic: PushRequest.topic, environment: .production)
            var request = try fixture.request()
            #expect(try await fixture.push(request).status == 200)
            #expect(try await fixture.push(request, port: productionPort).body == #"{"reason":"BadDeviceToken"}"#)
            request.path = "/3/device/\(production)"
            #expect(try await fixture.push(request, port: productionPort).status == 200)
            #expect(try await fixture.push(request).body == #"{"reason":"BadDeviceToken"}"#)
            #expect(gateway.log.map(\.environment) == [.sandbox, .production, .production, .sandbox])
            #expect(gateway.log.map(\.number) == [1, 2, 3, 4])
            #expect(gateway.log.map(\.connection) == [1, 2, 3, 4])
        }
    }

    @Test("A key for one environment is refused by the other")
    func key() async throws {
        try await GatewayFixture.run(configure: { $0.productionPort = 0 }) { fixture async throws in
            let key = try fixture.gateway.makeTeamKey(topics: [PushRequest.topic], environments: [.production])
            var request = try fixture.request()
            request.set("authorization", try key.authorization(issuedAt: fixture.now))
            #expect(try await fixture.push(request).body == #"{"reason":"BadEnvironmentKeyIdInToken"}"#)
            let production = try await fixture.push(request, port: fixture.gateway.productionPort)
            #expect(production.body == #"{"reason":"BadDeviceToken"}"#)
        }
    }
}
