import AlarmCore
import Engine
import RelayTesting
import Testing

@Suite("The bell", .timeLimit(.minutes(10)))
struct BellTests {
    @Test("A ring wakes the one who waits")
    func wakes() async {
        let bell = Bell()
        let clock = TestClock()
        async let waiting: Void = bell.wait(until: clock.now() + .hours(1), by: clock)
        await clock.somebodySleeps()
        bell.ring()
        await waiting
        #expect(clock.now() == TestClock().now(), "nobody turned the clock")
    }

    @Test("A ring while nobody waits is kept for the next who does, once")
    func kept() async {
        let bell = Bell()
        let clock = TestClock()
        bell.ring()
        bell.ring()
        await bell.wait(until: nil, by: clock)
        async let second: Void = bell.wait(until: clock.now() + .seconds(1), by: clock)
        await clock.somebodySleeps()
        clock.advance(by: .seconds(1))
        await second
    }

    @Test("Without a ring the wait ends at its time, or at once when that has passed")
    func time() async {
        let bell = Bell()
        let clock = TestClock()
        await bell.wait(until: clock.now(), by: clock)
        await bell.wait(until: clock.now() - .hours(1), by: clock)
        async let waiting: Void = bell.wait(until: clock.now() + .seconds(30), by: clock)
        await clock.somebodySleeps()
        clock.advance(by: .seconds(30))
        await waiting
    }

    @Test("A cancelled wait ends, and the next one is not disturbed")
    func cancelled() async {
        let bell = Bell()
        let clock = TestClock()
        let task = Task { await bell.wait(until: nil, by: clock) }
        task.cancel()
        await task.value
        async let waiting: Void = bell.wait(until: clock.now() + .hours(1), by: clock)
        await clock.somebodySleeps()
        bell.ring()
        await waiting
    }

    @Test("No ring is lost between a loop's last look and its wait")
    func race() async {
        let bell = Bell()
        let clock = TestClock()
        let rounds = 300
        let (work, feed) = AsyncStream.makeStream(of: Int.self)
        // The ringer rings once for every round that was seen; a lost ring would end in waiting for ever.
        let ringer = Task {
            for await _ in work { bell.ring() }
        }
        for round in 0..<rounds {
            feed.yield(round)
            await bell.wait(until: nil, by: clock)
        }
        feed.finish()
        await ringer.value
    }
}
