import AlarmCore
import GatewaySimulator
import Testing

@Suite(
    "Who waits for an answer, by the library h2",
    .timeLimit(.minutes(10)),
    .enabled(if: PythonClient.isWanted("h2"), PythonClient.hint)
)
struct WaitingTests {
    typealias Event = WireClient.Event

    @Test("A request is owed an answer until it has one")
    func unanswered() async throws {
        try await Laboratory.run { laboratory in
            let gateway = laboratory.gateway
            var events: [Event] = []
            // Whoever looks too late finds the answer given: then it is held back for longer.
            for seconds in [1, 8, 64] as [Int64] where events.isEmpty {
                gateway.behavior = .delay(.seconds(seconds))
                do {
                    events = try await WireClient.run(.push(1), .until("end"), on: laboratory) {
                        try await laboratory.until { gateway.unansweredCount == 1 && gateway.openStreamCount == 1 }
                    }
                } catch is WireClient.EndedEarly {}
            }
            #expect(events.contains(Event("end", "1")))
            try await laboratory.until { gateway.unansweredCount == 0 && gateway.openStreamCount == 0 }
        }
    }

    @Test("Who waits in vain is owed nothing, and counts until giving up or hanging up")
    func inVain() async throws {
        try await Laboratory.run { laboratory in
            laboratory.gateway.behavior = .neverAnswer()
            let counted = Signal()
            _ = try await WireClient.run(
                .push(1),
                .until("streams", count: 2),
                .push(1),
                .reset(3),
                .await(counted),
                on: laboratory
            ) {
                try await laboratory.until { laboratory.gateway.recordedCount == 5 }
                try await laboratory.until { laboratory.gateway.openStreamCount == 2 }
                #expect(laboratory.gateway.unansweredCount == 0)
                try counted.give()
            }
            try await laboratory.until { laboratory.gateway.openStreamCount == 0 }
        }
    }

    @Test("A client that fails, or ends before its time, fails the test instead of holding it up")
    func failing() async throws {
        try await Laboratory.run { laboratory in
            _ = await #expect(throws: WireClient.EndedEarly.self) {
                _ = try await WireClient.run(.push(1), .until("end"), on: laboratory) {
                    try await laboratory.until { laboratory.gateway.recordedCount == 2 }
                }
            }
        }
    }
}
