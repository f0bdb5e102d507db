import AlarmCore
import Testing

@testable import DeviceSimulator

@Suite("Simulated time that has to flow", .timeLimit(.minutes(10)))
struct TimeFlowTests {
    private let start = Instant(seconds: 1_800_000_000)

    @Test("Time need not flow unless someone waits for an answer")
    func jumps() {
        let flow = TimeFlow()
        #expect(flow.advance(from: start) == nil)
        flow.begin { false }
        #expect(flow.advance(from: start) == nil)
    }

    @Test("It goes as far as real time does, even past slow operations, and no further")
    func keepsPace() async throws {
        let flow = TimeFlow()
        flow.begin { true }
        let began = ContinuousClock.now
        let first = try #require(flow.advance(from: start))
        #expect(first > start)
        try await Task.sleep(for: .milliseconds(50))
        let second = try #require(flow.advance(from: first))
        let elapsed = (ContinuousClock.now - began) / .milliseconds(1)
        #expect(second - first >= .milliseconds(50))
        #expect(Double((second - start).milliseconds) <= elapsed)
    }

    @Test("Once no one waits any more, the next wait begins from the time shown then")
    func beginsAnew() async throws {
        let flow = TimeFlow()
        let waits = SharedValue(true)
        flow.begin { waits.value }
        _ = flow.advance(from: start)
        waits.set(false)
        #expect(flow.advance(from: start) == nil)
        try await Task.sleep(for: .milliseconds(50))
        waits.set(true)
        let later = start + .hours(3)
        let began = ContinuousClock.now
        let present = try #require(flow.advance(from: later))
        let elapsed = (ContinuousClock.now - began) / .milliseconds(1)
        #expect(present > later)
        #expect(Double((present - later).milliseconds) <= elapsed)
    }

    @Test("A keeper whose time flows is never ahead of real time, and jumps when no one waits any more")
    func keeper() async throws {
        let keeper = try await TimeKeeper.start(at: start)
        let waits = SharedValue(true)
        keeper.flow { waits.value }
        let began = ContinuousClock.now
        let waiting = Task {
            while keeper.now == start { try await Task.sleep(for: .milliseconds(20)) }
            let flowed = keeper.now - start
            let elapsed = (ContinuousClock.now - began) / .milliseconds(1)
            waits.set(false)
            return (flowed: flowed, elapsed: elapsed)
        }
        try await keeper.run(until: start + .hours(1))
        let outcome = try await waiting.value
        #expect(outcome.flowed > .zero)
        #expect(Double(outcome.flowed.milliseconds) <= outcome.elapsed)
        #expect(keeper.now == start + .hours(1))
        await keeper.stop()
    }

    @Test("Cancelling a run does not wait for its end")
    func cancellation() async throws {
        let keeper = try await TimeKeeper.start(at: start)
        keeper.flow { true }
        let run = Task { try await keeper.run(until: start + .days(365)) }
        try await Task.sleep(for: .milliseconds(20))
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        await keeper.stop()
    }
}
