import AlarmCore
import RelayServer
import Testing

@Suite("Limiting claims by network")
struct ClaimLimiterTests {
    private static let start = Instant(seconds: 1_800_000_000)

    @Test(
        "Within any minute no more claims pass than allowed, at any times",
        arguments: 0..<20 as Range<UInt64>
    )
    func window(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limiter = ClaimLimiter(limit: 10)
        var now = Self.start
        var passed: [Instant] = []
        for _ in 0..<500 {
            now = now + .milliseconds(.random(in: 0...9000, using: &generator))
            if let wait = limiter.take(from: [1], at: now) {
                #expect(wait > .zero && wait <= ClaimLimiter.window, "seed \(seed)")
                #expect(passed.filter { now - $0 < ClaimLimiter.window }.count == 10, "seed \(seed)")
            } else {
                passed.append(now)
            }
        }
        for (index, first) in passed.enumerated() {
            let within = passed[index...].prefix { $0 - first < ClaimLimiter.window }
            #expect(within.count <= 10, "seed \(seed)")
        }
    }

    @Test("A client that has waited as long as told may claim again, and not a millisecond earlier")
    func wait() throws {
        let limiter = ClaimLimiter(limit: 2)
        _ = limiter.take(from: [1], at: Self.start)
        _ = limiter.take(from: [1], at: Self.start + .seconds(10))
        let now = Self.start + .seconds(30)
        let wait = try #require(limiter.take(from: [1], at: now))
        #expect(limiter.take(from: [1], at: now + wait - .milliseconds(1)) != nil)
        #expect(limiter.take(from: [1], at: now + wait) == nil)
    }

    @Test("One network's claims do not count for another")
    func networks() {
        let limiter = ClaimLimiter(limit: 1)
        #expect(limiter.take(from: [1], at: Self.start) == nil)
        #expect(limiter.take(from: [2], at: Self.start) == nil)
        #expect(limiter.take(from: [1], at: Self.start) != nil)
    }

    @Test("Memory stays bounded, and networks whose minute is over make room first")
    func memory() {
        let limiter = ClaimLimiter(limit: 1, capacity: 100)
        for number in 0..<99 { _ = limiter.take(from: [UInt8(number)], at: Self.start) }
        let later = Self.start + .seconds(61)
        _ = limiter.take(from: [200], at: later)
        _ = limiter.take(from: [201], at: later)
        #expect(limiter.count == 2)
        #expect(limiter.take(from: [200], at: later) != nil)
        for number in 0..<1000 {
            _ = limiter.take(from: [UInt8(number / 256), UInt8(number % 256)], at: later)
            #expect(limiter.count <= 100)
        }
    }

    @Test("A network that has used up its claims gets none back however many others claim after it")
    func crowd() {
        let limiter = ClaimLimiter(limit: 3, capacity: 100)
        for _ in 0..<3 { _ = limiter.take(from: [9, 9, 9], at: Self.start) }
        for number in 0..<10_400 {
            let now = Self.start + .milliseconds(Int64(number))
            _ = limiter.take(from: [UInt8(number / 256), UInt8(number % 256)], at: now)
            #expect(limiter.count <= 100)
        }
        #expect(limiter.take(from: [9, 9, 9], at: Self.start + .seconds(11)) != nil)
    }

    @Test("A clock that is set back locks no client out")
    func clockSetBack() {
        let limiter = ClaimLimiter(limit: 1)
        _ = limiter.take(from: [1], at: Self.start)
        #expect(limiter.take(from: [1], at: Self.start - .hours(1)) == nil)
    }
}
