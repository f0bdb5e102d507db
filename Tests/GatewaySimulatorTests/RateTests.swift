import AlarmCore
import Testing

@testable import GatewaySimulator

@Suite("Throttling by rate")
struct RateTests {
    @Test("More requests than the rate allows are told when to come again, by the gateway's clock")
    func rate() async throws {
        try await GatewayFixture.run { fixture async throws in
            fixture.gateway.behavior = .limit(2, per: .seconds(5))
            let request = try fixture.request()
            let first = try await [fixture.push(request).status, fixture.push(request).status]
            #expect(first == [200, 200])
            fixture.advance(by: .milliseconds(1500))
            let throttled = try await fixture.push(request)
            #expect(throttled.status == 429)
            #expect(throttled.headers["retry-after"] == "4")
            #expect(throttled.body == #"{"reason":"TooManyRequests"}"#)
            fixture.advance(by: .milliseconds(3500))
            let later = try await [fixture.push(request).status, fixture.push(request).status]
            #expect(later == [200, 200])
            #expect(try await fixture.push(request).status == 429)
        }
    }

    @Test("A rate per token leaves the others their own")
    func ratePerToken() {
        var table = BehaviorTable()
        table.general = .limit(1, scope: .token)
        let befallen = ["a", "b", "a", "b"].map { table.fault(for: $0, at: GatewayFixture.start) != nil }
        #expect(befallen == [false, false, true, true])
        table.general = .limit(1)
        #expect(["a", "b"].map { table.fault(for: $0, at: GatewayFixture.start) != nil } == [false, true])
    }

    @Test("Never are more accepted in any stretch as long as the window", arguments: 0..<50 as Range<UInt64>)
    func rateMeter(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limit = Int.random(in: 0...5, using: &generator)
        let window = Span.milliseconds(.random(in: 1...50, using: &generator))
        var meter = RateMeter(.init(requests: limit, per: window))
        var now = GatewayFixture.start
        var accepted: [Instant] = []
        for _ in 0..<500 {
            now = now + .milliseconds(.random(in: 0...20, using: &generator))
            guard let wait = meter.take(at: now) else {
                accepted.append(now)
                #expect(accepted.filter { now - $0 < window }.count <= limit, "seed \(seed)")
                continue
            }
            #expect(wait > .zero && wait <= window)
            var later = meter
            if limit > 0 { #expect(later.take(at: now + wait) == nil, "who waits as told is let in; seed \(seed)") }
        }
    }
}
