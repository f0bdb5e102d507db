/// What a suite has to say: some figures, and how they compare.
struct Section: Encodable {
    /// What was measured.
    let title: String
    /// How.
    let setting: String
    /// One line a contender; the first is the one that the others are references for.
    let lines: [Line]
    /// What is no race between contenders.
    let figures: [Figure]

    /// One contender.
    struct Line: Encodable {
        let name: String
        /// Operations a second.
        let rate: Spread
        /// The first contender's rate as a share of this one's, in the same round; nil for the first itself.
        let ratio: Spread?
        /// The median over the runs of the latency that half of the operations stayed below, in milliseconds.
        let medianMilliseconds: Double?
        /// The same for 99 of 100 operations.
        let p99Milliseconds: Double?
    }

    /// Lists what was measured.
    init(title: String, setting: String, figures: [Figure]) {
        self.title = title
        self.setting = setting
        self.figures = figures
        lines = []
    }

    /// Compares the first of `series` with each of the others, round by round.
    init(title: String, setting: String, series: [Series]) {
        self.title = title
        self.setting = setting
        figures = []
        let subject = series.first?.runs ?? []
        lines = series.enumerated().compactMap { index, series in
            guard let rate = Spread(series.runs.map(\.rate)) else { return nil }
            let ratios = zip(subject, series.runs).compactMap { own, other in
                other.rate > 0 ? own.rate / other.rate : nil
            }
            return Line(
                name: series.name,
                rate: rate,
                ratio: index == 0 ? nil : Spread(ratios),
                medianMilliseconds: Self.milliseconds(series.runs, quantile: 0.5),
                p99Milliseconds: Self.milliseconds(series.runs, quantile: 0.99)
            )
        }
    }

    private static func milliseconds(_ runs: [Run], quantile: Double) -> Double? {
        Spread(runs.compactMap { $0.latency(quantile: quantile) }).map { $0.median * 1000 }
    }
}
