import AlarmCore

/// The positions of moments on a chart's time axis.
///
/// Neighbouring moments are spread out so that marks do not overlap, and long stretches without events are shortened,
/// so that a lead of a day and a policy of minutes are both readable. Between two neighbouring moments the axis is
/// linear.
struct TimeScale {
    /// A stretch that is drawn shortened.
    struct Break {
        let start: Double
        let end: Double
        let length: Span
    }

    private struct Stop {
        let at: Instant
        let x: Double
    }

    /// The shortest stretch that may be shortened.
    private static let shortestBreak = Span.minutes(3)
    /// Maximum width of a shortened stretch, in CSS pixels.
    private static let breakWidth = 56.0

    /// Maximum width of a millisecond beside a shortened stretch, in CSS pixels.
    private static let widest = 0.05

    private let stops: [Stop]
    let breaks: [Break]

    /// Creates the scale on which `moments` fill `range`; equal moments are drawn side by side.
    ///
    /// - Parameters:
    ///   - moments: the moments in order; not empty.
    ///   - spacing: the minimum distance of each moment but the first from the one before it, if there is room.
    ///   - range: the positions of the first and the last moment.
    init(moments: [Instant], spacing: [Double], range: ClosedRange<Double>) {
        let gaps = zip(moments, moments.dropFirst()).map { $1 - $0 }
        let isBroken = Self.broken(gaps)
        let width = range.upperBound - range.lowerBound
        let widths = Self.widths(of: gaps, broken: isBroken, spacing: spacing, in: width)
        var x = range.lowerBound
        var stops = moments.prefix(1).map { Stop(at: $0, x: x) }
        var (breaks, runs, runStart) = ([Break](), [ClosedRange<Int>](), 0)
        for (index, width) in widths.enumerated() {
            if isBroken[index] {
                breaks.append(Break(start: x, end: x + width, length: gaps[index]))
                runs.append(runStart...index)
                runStart = index + 1
            }
            x += width
            stops.append(Stop(at: moments[index + 1], x: x))
        }
        if !moments.isEmpty { runs.append(runStart...(moments.count - 1)) }
        self.stops = stops
        self.breaks = breaks
        self.runs = runs
    }

    /// Returns the position of the moment with this index.
    func x(ofMoment index: Int) -> Double { stops[index].x }

    /// Returns the position of an instant, clamped to the first and the last moment.
    func x(at instant: Instant) -> Double {
        guard let next = stops.firstIndex(where: { $0.at >= instant }) else { return stops.last?.x ?? 0 }
        guard next > 0, stops[next].at > instant else { return stops[next].x }
        let (left, right) = (stops[next - 1], stops[next])
        let share = Double((instant - left.at).milliseconds) / Double((right.at - left.at).milliseconds)
        return left.x + (right.x - left.x) * share
    }

    /// The stretches between breaks, as ranges of moments.
    let runs: [ClosedRange<Int>]

    /// Returns the time of the moment with this index.
    func instant(ofMoment index: Int) -> Instant { stops[index].at }

    /// Shortens a stretch that dwarfs the others: more than a third of what is left, or ten times the median.
    private static func broken(_ gaps: [Span]) -> [Bool] {
        var isBroken = gaps.map { _ in false }
        let defaults = gaps.filter { $0 >= .seconds(2) }.sorted()
        let median = defaults.isEmpty ? Double.infinity : Double(defaults[defaults.count / 2].milliseconds)
        var left = gaps.reduce(0.0) { $0 + Double($1.milliseconds) }
        for (index, gap) in gaps.enumerated().sorted(by: { $0.element > $1.element }) where gap >= shortestBreak {
            let length = Double(gap.milliseconds)
            guard length > 0.35 * left || length > 10 * median else { continue }
            isBroken[index] = true
            left -= length
        }
        return isBroken
    }

    /// Returns the width of each gap: fixed for shortened ones, else in proportion, but wide enough for a mark.
    private static func widths(
        of gaps: [Span],
        broken: [Bool],
        spacing: [Double],
        in width: Double
    ) -> [Double] {
        let cuts = broken.count(where: \.self)
        let cutWidth = min(breakWidth, 0.4 * width / Double(max(cuts, 1)))
        let wish = zip(spacing, broken).reduce(0) { $0 + ($1.1 ? 0 : $1.0) }
        let least = spacing.map { $0 * min(1, wish > 0 ? 0.6 * width / wish : 1) }
        var isLeast = zip(gaps, broken).map { !$1 && $0 <= .zero }
        var scale = 0.0
        while true {
            let room = width - Double(cuts) * cutWidth - zip(least, isLeast).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
            let flexible = gaps.indices.filter { !broken[$0] && !isLeast[$0] }
            let length = flexible.reduce(0.0) { $0 + Double(gaps[$1].milliseconds) }
            scale = length > 0 ? max(room, 0) / length : 0
            let narrow = flexible.filter { Double(gaps[$0].milliseconds) * scale < least[$0] }
            guard !narrow.isEmpty else { break }
            for index in narrow { isLeast[index] = true }
        }
        let most = cuts > 0 ? min(scale, widest) : scale
        let widths = gaps.indices.map { index in
            broken[index] ? cutWidth : isLeast[index] ? least[index] : Double(gaps[index].milliseconds) * most
        }
        let total = widths.reduce(0, +)
        guard scale <= 0 else {
            // Width that the rest does not need goes to the shortened stretches.
            return zip(widths, broken).map { $1 ? $0 + (width - total) / Double(cuts) : $0 }
        }
        // No gap is in proportion: the width is divided among them.
        return total > 0 ? widths.map { $0 * width / total } : widths
    }
}
