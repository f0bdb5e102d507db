import AlarmCore

/// Where moments lie on a chart's time axis.
///
/// Moments that belong together are spread out so that marks do not cover one another, and long stretches in which nothing
/// happens are cut short: a lead of a day and a ladder of minutes are both to be read. Between two neighbouring moments
/// the axis is even.
struct TimeScale {
    /// A stretch that is drawn shorter than it was.
    struct Break {
        let start: Double
        let end: Double
        let length: Span
    }

    private struct Stop {
        let at: Instant
        let x: Double
    }

    /// The shortest stretch that is ever cut.
    private static let shortestBreak = Span.minutes(3)
    /// How wide a cut stretch is drawn, at most.
    private static let breakWidth = 56.0

    /// How much room a millisecond is given beside a cut, at most.
    private static let widest = 0.05

    private let stops: [Stop]
    let breaks: [Break]

    /// Makes the scale on which `moments`, in order, fill `range`; equal moments are drawn side by side.
    ///
    /// - Parameters:
    ///   - moments: in order; not empty.
    ///   - spacing: how far each moment but the first is drawn from the one before it, at least, if there is room.
    ///   - range: where the first and the last moment lie.
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

    /// Where the moment with this number lies.
    func x(ofMoment index: Int) -> Double { stops[index].x }

    /// Where an instant lies; one outside of all moments lies at the first or the last.
    func x(at instant: Instant) -> Double {
        guard let next = stops.firstIndex(where: { $0.at >= instant }) else { return stops.last?.x ?? 0 }
        guard next > 0, stops[next].at > instant else { return stops[next].x }
        let (left, right) = (stops[next - 1], stops[next])
        let share = Double((instant - left.at).milliseconds) / Double((right.at - left.at).milliseconds)
        return left.x + (right.x - left.x) * share
    }

    /// The stretches between breaks, by the numbers of their first and last moments.
    let runs: [ClosedRange<Int>]

    /// When the moment with this number was.
    func instant(ofMoment index: Int) -> Instant { stops[index].at }

    /// Cuts a stretch that dwarfs all the others: more than a third of what is left, or ten times the median.
    private static func broken(_ gaps: [Span]) -> [Bool] {
        var isBroken = gaps.map { _ in false }
        let usual = gaps.filter { $0 >= .seconds(2) }.sorted()
        let median = usual.isEmpty ? Double.infinity : Double(usual[usual.count / 2].milliseconds)
        var left = gaps.reduce(0.0) { $0 + Double($1.milliseconds) }
        for (index, gap) in gaps.enumerated().sorted(by: { $0.element > $1.element }) where gap >= shortestBreak {
            let length = Double(gap.milliseconds)
            guard length > 0.35 * left || length > 10 * median else { continue }
            isBroken[index] = true
            left -= length
        }
        return isBroken
    }

    /// Gives each gap its width: the cut ones a fixed one, the others in proportion, but none too little for a mark.
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
            // What the rest does not need goes to the cuts.
            return zip(widths, broken).map { $1 ? $0 + (width - total) / Double(cuts) : $0 }
        }
        // Nothing that is in proportion: the room is shared out.
        return total > 0 ? widths.map { $0 * width / total } : widths
    }
}
