/// Results of a suite: figures, and how they compare.
struct ReportSection: Encodable {
    /// Subject of the measurement.
    let title: String
    /// Conditions of the measurement.
    let setting: String
    /// One line per contender; the others are references for the first.
    let lines: [Line]
    /// Figures without a comparison.
    let figures: [Figure]

    /// Results of one contender.
    struct Line: Encodable {
        let name: String
        /// Operations per second.
        let rate: Spread
        /// Rate of the first contender divided by this one's, in the same round; nil for the first itself.
        let ratio: Spread?
        /// Median over the runs of the median latency, in milliseconds.
        let medianMilliseconds: Double?
        /// Median over the runs of the 99th percentile of the latency, in milliseconds.
        let p99Milliseconds: Double?
    }

    /// Creates a section of figures.
    init(title: String, setting: String, figures: [Figure]) {
        self.title = title
        self.setting = setting
        self.figures = figures
        lines = []
    }

    /// Creates a section that compares the first of `series` with each of the others, round by round.
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

/// One thing that was measured, with what it is to be.
struct Figure: Encodable {
    let name: String
    let value: Spread?
    let unit: String
    /// What it is to be; nil where nothing was promised.
    let bar: String?

    /// Sums up what the rounds gave.
    init(_ name: String, _ values: [Double], _ unit: String, bar: String? = nil) {
        self.name = name
        self.value = Spread(values.filter(\.isFinite))
        self.unit = unit
        self.bar = bar
    }
}
