import Testing

@testable import StorageSQLite

@Suite("The pace of the alarm path's commits")
struct CommitPaceTests {
    private let start = ContinuousClock.now

    @Test("After a rest the first few commits do not wait, and the next one does")
    func free() {
        var pace = CommitPace()
        for _ in 0..<CommitPace.free { #expect(pace.wait(at: start) == .zero) }
        #expect(pace.wait(at: start) == CommitPace.interval)
    }

    @Test("Under load commits are an interval apart on average, however short the waits between them")
    func load() {
        var pace = CommitPace()
        var (now, commits) = (start, 0)
        while now < start + CommitPace.interval * 100 {
            if pace.wait(at: now) == .zero { commits += 1 } else { now += .microseconds(100) }
        }
        #expect((100...100 + CommitPace.free).contains(commits))
    }

    @Test("A rest frees as many commits as fit into it, and no more than at the beginning", arguments: [1, 2, 50])
    func rest(intervals: Int) {
        var pace = CommitPace()
        while pace.wait(at: start) == .zero {}
        let later = start + CommitPace.interval * intervals
        for _ in 0..<min(intervals, CommitPace.free) { #expect(pace.wait(at: later) == .zero) }
        #expect(pace.wait(at: later) > .zero)
    }
}
