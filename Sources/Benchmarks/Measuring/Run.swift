/// What one run of a contender measured.
struct Run: Sendable {
    /// How many operations ended, all of them well.
    let count: Int
    /// How long they took together, in seconds.
    let seconds: Double
    /// How long each of some of them took, in seconds, ascending; empty where nobody measured it.
    let latencies: [Double]

    init(count: Int, seconds: Double, latencies: [Double] = []) {
        self.count = count
        self.seconds = seconds
        self.latencies = latencies.sorted()
    }

    /// Operations a second.
    var rate: Double { seconds > 0 ? Double(count) / seconds : 0 }

    /// The latency that the given share of operations stayed below, in seconds; nil where nobody measured it.
    func latency(quantile: Double) -> Double? {
        guard let last = latencies.indices.last else { return nil }
        return latencies[min(max(Int((Double(latencies.count) * quantile).rounded(.down)), 0), last)]
    }
}

/// The middle of some values, and how far they lie apart.
struct Spread: Sendable, Encodable {
    let median: Double
    let lowest: Double
    let highest: Double

    /// Sums up `values`; nil when there are none.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        lowest = first
        highest = last
        median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
