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
