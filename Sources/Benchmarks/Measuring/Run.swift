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
