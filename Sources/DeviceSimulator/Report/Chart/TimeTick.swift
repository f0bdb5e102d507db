import AlarmCore

/// A labelled position on a chart's time axis.
struct TimeTick {
    let x: Double
    let label: String
    /// Whether the tick marks the due time.
    let isDue: Bool

    /// Distances between ticks, in round units of time.
    private static let steps: [Span] = [
        .seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(15), .seconds(30),
        .minutes(1), .minutes(2), .minutes(5), .minutes(10), .minutes(15), .minutes(30),
        .hours(1), .hours(2), .hours(3), .hours(6), .hours(12), .days(1), .days(2), .days(7),
    ]
    /// Minimum distance between evenly spaced ticks, in CSS pixels.
    private static let spacing = 76.0
    /// Approximate width of a letter on the axis, in CSS pixels.
    private static let letter = 6.4

    /// Returns a chart's ticks, relative to `due`: the due time, the start of each stretch, and round numbers between.
    static func ticks(on scale: TimeScale, due: Instant) -> [TimeTick] {
        var placed = [TimeTick(x: scale.x(at: due), label: "due", isDue: true)]
        let runs = scale.runs
        for run in runs {
            place(tick(at: scale.instant(ofMoment: run.lowerBound), on: scale, due: due), among: &placed)
        }
        for run in runs {
            for instant in roundInstants(in: run, of: scale, due: due) {
                place(tick(at: instant, on: scale, due: due), among: &placed)
            }
        }
        return placed.sorted { $0.x < $1.x }
    }

    private static func tick(at instant: Instant, on scale: TimeScale, due: Instant) -> TimeTick {
        TimeTick(x: scale.x(at: instant), label: RelativeTime.short(instant - due), isDue: false)
    }

    private static func place(_ tick: TimeTick, among placed: inout [TimeTick]) {
        let isFree = placed.allSatisfy { abs($0.x - tick.x) > ($0.halfWidth + tick.halfWidth) + 10 }
        if isFree { placed.append(tick) }
    }

    /// Half the approximate width of the label.
    var halfWidth: Double { Double(label.count) * Self.letter / 2 }

    private static func roundInstants(in run: ClosedRange<Int>, of scale: TimeScale, due: Instant) -> [Instant] {
        let (first, last) = (scale.instant(ofMoment: run.lowerBound), scale.instant(ofMoment: run.upperBound))
        let length = Double((last - first).milliseconds)
        let width = scale.x(ofMoment: run.upperBound) - scale.x(ofMoment: run.lowerBound)
        guard length > 0, let step = steps.first(where: { Double($0.milliseconds) / length * width >= spacing }) else {
            return []
        }
        let (from, to) = ((first - due).milliseconds, (last - due).milliseconds)
        var multiple = from / step.milliseconds
        var instants: [Instant] = []
        while multiple * step.milliseconds <= to {
            if multiple * step.milliseconds >= from { instants.append(due + step * multiple) }
            multiple += 1
        }
        return instants
    }
}
