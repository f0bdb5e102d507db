import Delivery
import RelayServer
import Testing

@Suite("Addresses of the gateways")
struct GatewayEndpointTests {
    private static let one = "https://localhost:2197"
    private static let other = "https://localhost:2198"

    @Test(
        "Apple's two hosts can be replaced by one gateway or by two, or the sandbox's alone",
        arguments: [
            (nil, nil, APNsEndpoints.apple),
            (one, nil, APNsEndpoints(single: one)),
            (one, other, APNsEndpoints(production: one, sandbox: other)),
            (nil, other, APNsEndpoints(production: APNsEndpoints.apple.production, sandbox: other)),
        ] as [(String?, String?, APNsEndpoints)]
    )
    func endpoints(endpoint: String?, sandbox: String?, expected: APNsEndpoints) async throws {
        try await TemporaryDirectory.with { directory in
            var environment = [
                "HOME": "/home/ana",
                "REVEILLE_APNS_KEY_FILE": try directory.write("key", to: "key.p8", mode: 0o600),
                "REVEILLE_APNS_KEY_ID": "ABCDE12345",
                "REVEILLE_APNS_TEAM_ID": "TEAM123456",
                "REVEILLE_APNS_TOPIC": "com.example.app",
            ]
            environment["REVEILLE_APNS_ENDPOINT"] = endpoint
            environment["REVEILLE_APNS_SANDBOX_ENDPOINT"] = sandbox
            #expect(try RelayConfiguration(environment: environment).apns?.endpoints == expected)
        }
    }
}
