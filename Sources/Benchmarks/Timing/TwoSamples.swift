/// Two samples of independent measurements, compared without assumptions about their distributions.
struct TwoSamples {
    /// The share of pairs, one value of each sample, in which the second one's is larger: U ÷ (n·m) of Mann and
    /// Whitney.
    ///
    /// From 0 to 1; 0.5 if neither sample tends to larger values.
    let superiority: Double
    /// How far `superiority` is from 0.5, in standard deviations of its distribution for samples of one distribution.
    let deviations: Double
    /// The largest distance between the distribution functions of both: D of Kolmogorov and Smirnov, from 0 to 1.
    let distance: Double
    /// The distance that two samples of one distribution exceed in one case of a hundred.
    let chanceDistance: Double

    /// Compares two samples, neither of which is empty.
    init(_ first: [Double], _ second: [Double]) {
        let (n, m) = (Double(first.count), Double(second.count))
        let values = (first.map { ($0, false) } + second.map { ($0, true) }).sorted { $0.0 < $1.0 }
        var rankSum = 0.0
        var (below, belowSecond) = (0.0, 0.0)
        var distance = 0.0
        var index = 0
        while index < values.count {
            // Equal values share the mean of their ranks.
            var end = index
            while end < values.count, values[end].0 == values[index].0 { end += 1 }
            let seconds = Double(values[index..<end].count { $0.1 })
            rankSum += seconds * Double(index + 1 + end) / 2
            below += Double(end - index) - seconds
            belowSecond += seconds
            distance = max(distance, abs(below / n - belowSecond / m))
            index = end
        }
        let u = rankSum - m * (m + 1) / 2
        superiority = u / (n * m)
        deviations = (u - n * m / 2) / (n * m * (n + m + 1) / 12).squareRoot()
        self.distance = distance
        chanceDistance = 1.628 * ((n + m) / (n * m)).squareRoot()
    }
}
