import AlarmCore
import Testing

@Suite("When a delivery is tried again")
struct RetryPolicyTests {
    private let policy = RetryPolicy(first: .seconds(1), longest: .seconds(30))
    private let now = Instant(seconds: 1_800_000_000)

    private func wait(_ attempts: Int, asked: Span? = nil, jitter: Double) -> Span? {
        policy.next(after: attempts, asked: asked, now: now, deadline: now + .hours(2), jitter: jitter).map { $0 - now }
    }

    @Test("The wait doubles up to its ceiling, between half of it and all of it")
    func doubles() {
        #expect(
            (1...7).map { wait($0, jitter: 0) }
                == [500, 1000, 2000, 4000, 8000, 15_000, 15_000].map { .milliseconds($0) }
        )
        #expect(wait(3, jitter: 1) == .seconds(4))
        #expect(wait(.max, jitter: 1) == .seconds(30))
    }

    @Test("A retry never comes earlier than the gateway asks for")
    func asked() {
        #expect(wait(1, asked: .minutes(10), jitter: 0) == .minutes(10))
        #expect(wait(6, asked: .seconds(1), jitter: 0) == .seconds(15))
    }

    @Test("Nothing is tried at or after the deadline")
    func deadline() {
        #expect(policy.next(after: 1, asked: nil, now: now, deadline: now + .milliseconds(500), jitter: 0) == nil)
        #expect(policy.next(after: 1, asked: nil, now: now, deadline: now + .milliseconds(501), jitter: 0) != nil)
    }

    @Test(
        "No jitter, however odd, makes it wait nothing or trap",
        arguments: [Double.nan, .infinity, -.infinity, -1, 2]
    )
    func oddJitter(jitter: Double) throws {
        let span = try #require(wait(1, jitter: jitter))
        #expect((Span.milliseconds(500)...Span.seconds(1)).contains(span))
    }
}
