/// What an operator is told of all metrics of one name.
package struct Family: Hashable, Sendable {
    /// The name, with its base unit at the end, as in `reveille_wake_lateness_seconds`.
    package var name: String
    /// What it says, in one line.
    package var help: String
    /// For a histogram, the upper bounds of its buckets, ascending; `+Inf` is added.
    package var buckets: [Double]

    /// Describes a family; a histogram without `buckets` gets ``seconds``.
    package init(_ name: String, _ help: String, buckets: [Double] = []) {
        self.name = name
        self.help = help
        self.buckets = buckets
    }

    /// Bounds for spans of time of which a few milliseconds are good and a minute is bad.
    ///
    /// 1 ms to 15 min.
    package static let seconds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900,
    ]
    /// Bounds for what the disk and a gateway take.
    ///
    /// 0.1 ms to 10 s.
    package static let shortSeconds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// Bounds for how many things share something.
    ///
    /// 1 to 256, each twice the one before.
    package static let sizes: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256]
}

/// What kind of thing a family measures, in the words of the format.
enum FamilyKind: String {
    case counter, gauge, histogram
}
