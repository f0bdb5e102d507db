import AlarmCore
import Engine
import Storage
import Testing

@Suite("Readings of three clocks, compared")
struct ClockReadingTests {
    private let start = ClockReading(wall: Instant(seconds: 1_800_000_000), awake: .hours(5), real: .hours(9))

    /// A reading after a time awake and a time asleep, with the wall clock set by `step` in between.
    private func later(awake: Span, asleep: Span = .zero, step: Span = .zero) -> ClockReading {
        ClockReading(
            wall: start.wall + awake + asleep + step,
            awake: start.awake + awake,
            real: start.real + awake + asleep
        )
    }

    @Test("Time that passes, awake or asleep, is no step")
    func passing() {
        let reading = later(awake: .seconds(10), asleep: .hours(3))
        #expect(reading.step(since: start) == .zero)
        #expect(reading.suspension(since: start) == .hours(3))
    }

    @Test("A step is told to the millisecond, forward and back", arguments: [1, -1, 3_600_000, -3_600_000] as [Int64])
    func steps(milliseconds: Int64) {
        let reading = later(awake: .seconds(7), asleep: .minutes(1), step: .milliseconds(milliseconds))
        #expect(reading.step(since: start) == .milliseconds(milliseconds))
        #expect(reading.suspension(since: start) == .minutes(1))
    }

    @Test("The computer's own clocks agree with the clock that the relay goes by")
    func real() {
        let before = SystemClock().now()
        let reading = ClockReading.now()
        #expect(reading.wall >= before)
        #expect(reading.real >= reading.awake)
        #expect(reading.awake > .zero)
    }

    private func blindness(_ reading: ClockReading, failed: Bool = false) -> [BlindInterval] {
        var detector = BlindnessDetector(interval: .seconds(10), since: start)
        if failed { detector.noteFailure() }
        return detector.blindness(until: reading)
    }

    @Test("Signs of life in time, and small corrections of the clock, are no blindness")
    func inTime() {
        #expect(blindness(later(awake: .seconds(10))) == [])
        #expect(blindness(later(awake: .seconds(30))) == [])
        #expect(blindness(later(awake: .seconds(10), step: .milliseconds(499))) == [])
        #expect(blindness(later(awake: .seconds(10), step: -.milliseconds(499))) == [])
    }

    @Test("A late sign of life is blindness, for the cause that shows")
    func late() {
        let end = start.wall + .seconds(31)
        #expect(
            blindness(later(awake: .seconds(31))) == [BlindInterval(from: start.wall, until: end, cause: .stalled)]
        )
        #expect(
            blindness(later(awake: .seconds(31)), failed: true) == [
                BlindInterval(from: start.wall, until: end, cause: .storage)
            ]
        )
        #expect(
            blindness(later(awake: .seconds(10), asleep: .hours(1)), failed: true) == [
                BlindInterval(from: start.wall, until: start.wall + .seconds(3610), cause: .suspended)
            ]
        )
    }

    @Test("A step is blindness for the times that it passed over; back, it ends before it begins")
    func stepped() {
        let undisturbed = start.wall + .seconds(3)
        #expect(
            blindness(later(awake: .seconds(3), step: .hours(1))) == [
                BlindInterval(from: undisturbed, until: undisturbed + .hours(1), cause: .clockForward)
            ]
        )
        let back = blindness(later(awake: .seconds(3), step: -.hours(1)))
        #expect(back == [BlindInterval(from: undisturbed, until: undisturbed - .hours(1), cause: .clockBack)])
        #expect(back.map(\.absence.length) == [.zero])
    }

    @Test("After a sign of life all begins anew")
    func anew() {
        var detector = BlindnessDetector(interval: .seconds(10), since: start)
        detector.noteFailure()
        let wake = later(awake: .seconds(60), step: .hours(1))
        #expect(detector.blindness(until: wake).map(\.cause) == [.storage, .clockForward])
        detector.noteHeartbeat(at: wake)
        #expect(detector.blindness(until: later(awake: .seconds(70), step: .hours(1))) == [])
        #expect(detector.blindness(until: later(awake: .seconds(99), step: .hours(1))).map(\.cause) == [.stalled])
    }

    @Test("The intervals cover the wall clock from one sign of life to the next, at random", arguments: 0..<200)
    func gapless(seed: Int) {
        var chance = SeededGenerator(seed: UInt64(seed))
        let reading = later(
            awake: .milliseconds(.random(in: 31_000...500_000, using: &chance)),
            asleep: .milliseconds(.random(in: 0...9_000_000, using: &chance)),
            step: .milliseconds(.random(in: -90_000_000...90_000_000, using: &chance))
        )
        let intervals = blindness(reading)
        #expect(intervals.first?.from == start.wall)
        for (left, right) in zip(intervals, intervals.dropFirst()) { #expect(left.until == right.from) }
        let rest = (reading.wall - (intervals.last?.until ?? start.wall)).milliseconds
        #expect(abs(rest) < 500)
    }
}
