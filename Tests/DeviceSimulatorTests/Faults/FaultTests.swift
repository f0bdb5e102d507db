import DeviceSimulator
import Testing

@Suite("A gateway's faults cost no push")
struct FaultTests {
    private static let named = ["one-stream", "goaway"]

    private func flawless(_ name: String, pushes: Int) async throws {
        let fault = try #require(GatewayFault.all.first { $0.name == name })
        let result = try await FaultTrial(fault, pushes: pushes).run()
        #expect(result.accepted == pushes && result.lost == 0 && result.doubled == 0, "\(result)")
        #expect(result.requests >= pushes)
    }

    @Test(
        "Under every fault each of 1,000 pushes is accepted, and none twice without need",
        arguments: GatewayFault.all.map(\.name).filter { !named.contains($0) }
    )
    func everyFault(name: String) async throws {
        try await flawless(name, pushes: 1000)
    }

    @Test(
        "Of 10,000 pushes none is lost or doubled by GOAWAY at every 40th request, or with one stream at a time",
        arguments: named
    )
    func tenThousand(name: String) async throws {
        try await flawless(name, pushes: 10_000)
    }
}
