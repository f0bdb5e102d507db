import AlarmCore
import RelayServer
import Testing

@Suite("A relay's simulated clock", .timeLimit(.minutes(10)))
struct SimulatedClockTests {
    @Test("It starts with its keeper's first time, and is lost with the keeper")
    func follows() async throws {
        try await GreetingServer.with(saying: "show 1800000000123\n", untilHearing: "shown 1800000000123\n") { port in
            let clock = try await SimulatedClock.follow(port.address, process: 1, patience: .seconds(600))
            #expect(clock.now() == Instant(milliseconds: 1_800_000_000_123))
            await clock.loss()
        }
    }

    @Test("A server that stays silent is no time keeper, and is not waited for")
    func silent() async throws {
        let (address, told) = try await GreetingServer.with(saying: "") { port in
            (port.address, try await Self.failure(of: port.address, patience: .milliseconds(200)))
        }
        #expect(
            told == "what listens on \(address) is no time keeper, it does not tell the time: "
                + "unset REVEILLE_SIMULATED_CLOCK"
        )
    }

    @Test(
        "A server that sends anything but the time, or hangs up, is no time keeper either",
        arguments: [("HTTP/1.1 400 Bad Request\r\n", nil), ("process 1\n", nil), ("", "process 1\n")]
    )
    func garbled(words: String, end: String?) async throws {
        let told = try await GreetingServer.with(saying: words, untilHearing: end) { port in
            try await Self.failure(of: port.address)
        }
        #expect(told.contains("is no time keeper"))
    }

    @Test("Without a listener the error names the address and what to do")
    func unreachable() async throws {
        let address = try await GreetingServer.with(saying: "") { $0.address }
        let told = try await Self.failure(of: address)
        #expect(told.hasPrefix("no time keeper answers on \(address) ("))
        #expect(told.hasSuffix("start the simulation, or unset REVEILLE_SIMULATED_CLOCK"))
    }

    @Test("A cancelled wait is reported as cancelled, and not as a silent keeper")
    func cancelled() async throws {
        try await GreetingServer.with(saying: "") { port in
            let following = Task { try await SimulatedClock.follow(port.address, process: 1) }
            following.cancel()
            _ = await #expect(throws: CancellationError.self) { _ = try await following.value }
        }
    }

    /// The error message for a time keeper's failure.
    private static func failure(
        of address: ListenAddress,
        patience: Duration = SimulatedClock.patience
    ) async throws -> String {
        let failure = await #expect(throws: SimulatedClock.Failure.self) {
            _ = try await SimulatedClock.follow(address, process: 1, patience: patience)
        }
        return try #require(failure).description
    }
}
