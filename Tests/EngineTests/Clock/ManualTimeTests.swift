import AlarmCore
import Engine
import Synchronization
import TestSupport
import Testing

@Suite("Time that is turned by hand", .timeLimit(.minutes(10)))
struct ManualTimeTests {
    private let start = Instant(seconds: 1_800_000_000)

    @Test("A sleeper wakes when its time is shown and wakes are given out, not before")
    func wakesInTime() async throws {
        let time = ManualTime(at: start)
        let end = start + .seconds(10)
        let sleeper = Task { try await time.sleep(until: end) }
        await time.somebodySleeps()
        #expect(time.earliest == end)
        time.set(to: end - .milliseconds(1))
        #expect(time.earliest == end)
        time.show(end)
        #expect(time.earliest == end, "shown, but nobody was woken yet")
        time.wakeDue()
        try await sleeper.value
        #expect(time.earliest == nil)
    }

    @Test("A sleep until the past is over at once, also when the time is set back later")
    func pastIsOver() async throws {
        let time = ManualTime(at: start)
        try await time.sleep(until: start)
        time.set(to: start - .hours(1))
        #expect(time.now == start - .hours(1))
    }

    @Test("A cancelled sleep ends with a cancellation, and its end is no longer the earliest")
    func cancellation() async {
        let time = ManualTime(at: start)
        let sleeper = Task { try await time.sleep(until: .init(milliseconds: .max)) }
        await time.somebodySleeps()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(time.earliest == nil)
    }

    @Test("Every change of the earliest end is told")
    func tellsEarliest() async throws {
        let changes = Mutex(0)
        let time = ManualTime(at: start) { changes.withLock { $0 += 1 } }
        let late = Task { [start] in try await time.sleep(until: start + .seconds(20)) }
        await time.somebodySleeps()
        let soon = Task { [start] in try await time.sleep(until: start + .seconds(10)) }
        while time.earliest != start + .seconds(10) { try await Task.yieldUnlessCancelled() }
        time.set(to: start + .seconds(5))
        time.set(to: start + .seconds(10))
        try await soon.value
        time.set(to: start + .seconds(20))
        try await late.value
        while changes.withLock({ $0 }) < 4 { try await Task.yieldUnlessCancelled() }
        #expect(changes.withLock { $0 } == 4)
    }
}
