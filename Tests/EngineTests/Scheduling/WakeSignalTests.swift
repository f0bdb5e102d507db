import AlarmCore
import Engine
import RelayTesting
import Testing

@Suite("The wake signal", .timeLimit(.minutes(10)))
struct WakeSignalTests {
    @Test("Raising the signal wakes the task that waits")
    func wakes() async {
        let signal = WakeSignal()
        let clock = TestClock()
        async let waiting: Void = signal.wait(until: clock.now() + .hours(1), by: clock)
        await clock.somebodySleeps()
        signal.raise()
        await waiting
        #expect(clock.now() == TestClock().now(), "nobody turned the clock")
    }

    @Test("A signal raised while no task waits is kept for the next one, once")
    func kept() async {
        let signal = WakeSignal()
        let clock = TestClock()
        signal.raise()
        signal.raise()
        await signal.wait(until: nil, by: clock)
        async let second: Void = signal.wait(until: clock.now() + .seconds(1), by: clock)
        await clock.somebodySleeps()
        clock.advance(by: .seconds(1))
        await second
    }

    @Test("Without a signal the wait ends at its time, or at once when that has passed")
    func time() async {
        let signal = WakeSignal()
        let clock = TestClock()
        await signal.wait(until: clock.now(), by: clock)
        await signal.wait(until: clock.now() - .hours(1), by: clock)
        async let waiting: Void = signal.wait(until: clock.now() + .seconds(30), by: clock)
        await clock.somebodySleeps()
        clock.advance(by: .seconds(30))
        await waiting
    }

    @Test("A wait ends after its longest time although the clock was set back meanwhile")
    func clockSetBack() async {
        let signal = WakeSignal()
        let clock = SettableClock()
        async let waiting: Void = signal.wait(until: clock.now() + .minutes(1), atMost: .minutes(2), by: clock)
        await clock.wall.somebodySleeps()
        await clock.steady.somebodySleeps()
        clock.wall.set(to: clock.now() - .hours(1))
        clock.steady.advance(by: .minutes(2))
        await waiting
        #expect(clock.now() == TestClock().now() - .hours(1), "nobody turned the clock on")
    }

    @Test("A cancelled wait ends, and the next one is not disturbed")
    func cancelled() async {
        let signal = WakeSignal()
        let clock = TestClock()
        let task = Task { await signal.wait(until: nil, by: clock) }
        task.cancel()
        await task.value
        async let waiting: Void = signal.wait(until: clock.now() + .hours(1), by: clock)
        await clock.somebodySleeps()
        signal.raise()
        await waiting
    }

    @Test("No signal is lost between a loop's last check and its wait")
    func race() async {
        let signal = WakeSignal()
        let clock = TestClock()
        let rounds = 300
        let (work, feed) = AsyncStream.makeStream(of: Int.self)
        // The signaller raises the signal once for every round that was seen; if one were lost, the test would hang.
        let ringer = Task {
            for await _ in work { signal.raise() }
        }
        for round in 0..<rounds {
            feed.yield(round)
            await signal.wait(until: nil, by: clock)
        }
        feed.finish()
        await ringer.value
    }
}

/// A wall clock that can be set while time goes on.
private struct SettableClock: RelayClock {
    let wall = TestClock()
    let steady = TestClock()

    func now() -> Instant { wall.now() }
    func sleep(until instant: Instant) async throws { try await wall.sleep(until: instant) }
    func pause(for span: Span) async throws { try await steady.pause(for: span) }
}
