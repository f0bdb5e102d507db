import AlarmCore
import Testing

@testable import DeviceSimulator

@Suite("The time axis of a chart")
struct TimeScaleTests {
    private func scale(_ seconds: [Int64]) -> TimeScale {
        TimeScale(
            moments: seconds.map { Instant(seconds: $0) },
            spacing: seconds.dropFirst().map { _ in 20 },
            range: 0...1000
        )
    }

    @Test("Moments of like distance lie evenly, from end to end")
    func even() {
        let scale = scale([0, 120, 240, 360, 480, 600])
        #expect(scale.breaks.isEmpty)
        #expect((0..<6).map { scale.x(ofMoment: $0) } == [0, 200, 400, 600, 800, 1000])
        #expect(scale.x(at: Instant(seconds: 60)) == 100)
        #expect(scale.x(at: Instant(seconds: -5)) == 0)
        #expect(scale.x(at: Instant(seconds: 9999)) == 1000)
    }

    @Test("Moments that coincide, or nearly do, are drawn apart in their order")
    func apart() {
        let scale = scale([0, 0, 0, 1, 100])
        #expect((0..<4).map { scale.x(ofMoment: $0) } == [0, 20, 40, 60])
        #expect(scale.x(at: Instant(seconds: 0)) == 0)
    }

    @Test("Only what dwarfs all the rest is cut")
    func cuts() {
        #expect(scale([0, 86_400, 86_460, 86_520]).breaks.map(\.length) == [.days(1)])
        #expect(scale([0, 21_600, 43_200, 64_800, 86_400]).breaks.isEmpty)
        #expect(scale([0, 100, 101]).breaks.isEmpty, "a short run is never cut")
        #expect(scale([0, 3600, 7200, 7260, 7320, 7380, 7440]).runs == [0...0, 1...1, 2...6])
    }

    @Test("Time beside a cut is not stretched: a second is 50 wide at most")
    func second() {
        let scale = scale([0, 86_400, 86_402])
        #expect(scale.x(ofMoment: 1) == 900 && scale.x(ofMoment: 2) == 1000)
    }

    @Test("With nothing but cuts, the room is shared out")
    func cutsAlone() {
        let scale = scale([0, 36_000, 72_000])
        #expect(scale.x(ofMoment: 1) == 500 && scale.x(ofMoment: 2) == 1000)
    }

    @Test("Later is never further left, and the whole width is used", arguments: 0..<300 as Range<UInt64>)
    func monotonous(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 2...80, using: &generator)
        let widths: [Int64] = [10, 5000, 600_000, 90_000_000, .max / 4]
        let width = widths[Int.random(in: widths.indices, using: &generator)]
        let times = (0..<count).map { _ in Int64.random(in: -width...width, using: &generator) }.sorted()
        let spacing = (1..<count).map { _ in Double.random(in: 3...22, using: &generator) }
        let scale = TimeScale(moments: times.map(Instant.init(milliseconds:)), spacing: spacing, range: 20...900)
        let places = times.indices.map { scale.x(ofMoment: $0) }
        for (left, right) in zip(places, places.dropFirst()) { #expect(left < right) }
        #expect(abs(places[0] - 20) < 0.001 && abs(places[count - 1] - 900) < 0.001)
        var last = 0.0
        for time in times {
            let x = scale.x(at: Instant(milliseconds: time))
            #expect(x >= last)
            last = x
        }
    }
}
