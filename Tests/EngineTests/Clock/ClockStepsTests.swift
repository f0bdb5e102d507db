import Engine
import Testing

@Suite("Being told that the clock was set", .timeLimit(.minutes(10)))
struct ClockStepsTests {
    @Test("Everybody who waits is woken by a step")
    func everybody() async {
        let steps = ClockSteps()
        await withDiscardingTaskGroup { group in
            for _ in 1...5 { group.addTask { await steps.step(after: 0) } }
            group.addTask { steps.noticed() }
        }
        #expect(steps.count == 1)
    }

    @Test("A step before the wait is not missed")
    func before() async {
        let steps = ClockSteps()
        let known = steps.count
        steps.noticed()
        await steps.step(after: known)
        #expect(steps.count == 1)
    }

    @Test("A cancelled wait ends, before it began or after")
    func cancelled() async {
        let steps = ClockSteps()
        let waiting = Task { await steps.step(after: 0) }
        waiting.cancel()
        await waiting.value
        let late = Task {
            withUnsafeCurrentTask { unsafe $0?.cancel() }
            await steps.step(after: 0)
        }
        await late.value
        #expect(steps.count == 0)
    }
}
