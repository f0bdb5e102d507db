/// The description of all metrics of one name.
package struct MetricFamily: Hashable, Sendable {
    /// The name, with its base unit at the end, as in `reveille_wake_lateness_seconds`.
    package var name: String
    /// The meaning of the metrics, in one line.
    package var help: String
    /// For a histogram, the upper bounds of its buckets, ascending; `+Inf` is added.
    package var buckets: [Double]

    /// Creates a description; a histogram without `buckets` gets ``seconds``.
    package init(_ name: String, _ help: String, buckets: [Double] = []) {
        self.name = name
        self.help = help
        self.buckets = buckets
    }

    /// Bounds for durations that should be a few milliseconds and never a minute.
    ///
    /// 1 ms to 15 min.
    package static let seconds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900,
    ]
    /// Bounds for durations of disk writes and gateway requests.
    ///
    /// 0.1 ms to 10 s.
    package static let shortSeconds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// Bounds for the number of items in a batch.
    ///
    /// Powers of two from 1 to 256.
    package static let sizes: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256]
}

/// The type of a family, as named in the format.
enum MetricType: String {
    case counter, gauge, histogram
}
