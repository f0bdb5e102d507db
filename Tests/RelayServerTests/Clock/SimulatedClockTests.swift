import AlarmCore
import RelayServer
import Testing

@Suite("A relay's simulated clock", .timeLimit(.minutes(10)))
struct SimulatedClockTests {
    @Test("It shows the time that its keeper told first, and is lost with it")
    func follows() async throws {
        try await SpeakingPort.with(saying: "show 1800000000123\n", untilHearing: "shown 1800000000123\n") { port in
            let clock = try await SimulatedClock.follow(port.address, process: 1, patience: .seconds(600))
            #expect(clock.now() == Instant(milliseconds: 1_800_000_000_123))
            await clock.loss()
        }
    }

    @Test("What listens and never speaks is no time keeper, and is not waited for in vain")
    func silent() async throws {
        let (address, told) = try await SpeakingPort.with(saying: "") { port in
            (port.address, try await Self.failure(of: port.address, patience: .milliseconds(200)))
        }
        #expect(
            told == "what listens on \(address) is no time keeper, it does not tell the time: "
                + "unset REVEILLE_SIMULATED_CLOCK"
        )
    }

    @Test(
        "What says anything but the time, or hangs up, is no time keeper either",
        arguments: [("HTTP/1.1 400 Bad Request\r\n", nil), ("process 1\n", nil), ("", "process 1\n")]
    )
    func garbled(words: String, end: String?) async throws {
        let told = try await SpeakingPort.with(saying: words, untilHearing: end) { port in
            try await Self.failure(of: port.address)
        }
        #expect(told.contains("is no time keeper"))
    }

    @Test("Where nothing listens, the address and what to do are told")
    func unreachable() async throws {
        let address = try await SpeakingPort.with(saying: "") { $0.address }
        let told = try await Self.failure(of: address)
        #expect(told.hasPrefix("no time keeper answers on \(address) ("))
        #expect(told.hasSuffix("start the simulation, or unset REVEILLE_SIMULATED_CLOCK"))
    }

    @Test("Whoever gives up waiting is told so, and not that the keeper is silent")
    func cancelled() async throws {
        try await SpeakingPort.with(saying: "") { port in
            let following = Task { try await SimulatedClock.follow(port.address, process: 1) }
            following.cancel()
            _ = await #expect(throws: CancellationError.self) { _ = try await following.value }
        }
    }

    /// What is wrong with a keeper, in words.
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
