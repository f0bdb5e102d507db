import Testing

@testable import CurlClient

@Suite("How long a peer may be silent")
struct SilenceTests {
    @Test("The nudge comes at half of the time, and the end after all of it")
    func steps() {
        var silence = Silence(since: 1000)
        #expect(!silence.isNudged)
        #expect(silence.dueAt(timeout: 3000) == 2500)
        silence.nudged(at: 2500)
        #expect(silence.isNudged)
        #expect(silence.dueAt(timeout: 3000) == 4000)
    }

    @Test("A late nudge leaves the peer half of the time, and a timely one no more than all of it")
    func late() {
        var silence = Silence(since: 1000)
        silence.nudged(at: 60_000)
        #expect(silence.dueAt(timeout: 3000) == 61_500)
        silence = Silence(since: 1000)
        silence.nudged(at: 2700)
        #expect(silence.dueAt(timeout: 3000) == 4200)
    }

    @Test("A restarted silence lasts all of the time, without another nudge")
    func anew() {
        var silence = Silence(since: 1000)
        silence.nudged(at: 2500)
        silence.begin(anewAt: 4000)
        #expect(silence.isNudged)
        #expect(silence.dueAt(timeout: 3000) == 7000)
    }
}
