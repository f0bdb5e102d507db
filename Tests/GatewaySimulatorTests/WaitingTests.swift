import AlarmCore
import GatewaySimulator
import Testing

@Suite(
    "Pending requests, by the library h2",
    .timeLimit(.minutes(10)),
    .enabled(if: PythonClient.isWanted("h2"), PythonClient.hint)
)
struct WaitingTests {
    typealias Event = WireClient.Event

    @Test("A request is owed an answer until it has one")
    func unanswered() async throws {
        try await GatewayFixture.run { fixture in
            let gateway = fixture.gateway
            var events: [Event] = []
            // A check that comes too late finds the response already sent; the next attempt delays it for longer.
            for seconds in [1, 8, 64] as [Int64] where events.isEmpty {
                gateway.behavior = .delay(.seconds(seconds))
                do {
                    events = try await WireClient.run(.push(1), .until("end"), on: fixture) {
                        try await fixture.until { gateway.unansweredCount == 1 && gateway.openStreamCount == 1 }
                    }
                } catch is WireClient.EndedEarly {}
            }
            #expect(events.contains(Event("end", "1")))
            try await fixture.until { gateway.unansweredCount == 0 && gateway.openStreamCount == 0 }
        }
    }

    @Test("A request that is never answered is owed nothing, and its stream is open until a reset or the end")
    func inVain() async throws {
        try await GatewayFixture.run { fixture in
            fixture.gateway.behavior = .neverAnswer()
            let counted = FileSignal()
            _ = try await WireClient.run(
                .push(1),
                .until("streams", count: 2),
                .push(1),
                .reset(3),
                .await(counted),
                on: fixture
            ) {
                try await fixture.until { fixture.gateway.recordedCount == 5 }
                try await fixture.until { fixture.gateway.openStreamCount == 2 }
                #expect(fixture.gateway.unansweredCount == 0)
                try counted.give()
            }
            try await fixture.until { fixture.gateway.openStreamCount == 0 }
        }
    }

    @Test("A client that fails, or ends before its time, fails the test instead of holding it up")
    func failing() async throws {
        try await GatewayFixture.run { fixture in
            _ = await #expect(throws: WireClient.EndedEarly.self) {
                _ = try await WireClient.run(.push(1), .until("end"), on: fixture) {
                    try await fixture.until { fixture.gateway.recordedCount == 2 }
                }
            }
        }
    }
}
