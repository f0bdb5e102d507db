import CoreMetrics
import Synchronization

/// A histogram with fixed buckets.
///
/// An observation is a search among some twenty bounds under a lock that is never held for longer: no allocation, and
/// no text.
final class Histogram: RecorderHandler, TimerHandler, Exposed {
    private struct State {
        /// The number of observations in each bucket; the last bucket is above all bounds.
        var counts: [UInt64]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    /// Creates a histogram with these upper bounds, sorted; duplicates and infinite bounds are left out.
    init(bounds: [Double]) {
        self.bounds = Set(bounds.filter(\.isFinite)).sorted()
        state = Mutex(State(counts: Array(repeating: 0, count: self.bounds.count + 1)))
    }

    func record(_ value: Int64) { observe(Double(value)) }

    func record(_ value: Double) { observe(value) }

    func recordNanoseconds(_ duration: Int64) { observe(Double(duration) / 1e9) }

    func preferDisplayUnit(_ unit: TimeUnit) {
        // Prometheus expects base units.
    }

    private func observe(_ value: Double) {
        guard !value.isNaN else { return }
        let bucket = bucket(of: value)
        state.withLock { state in
            state.counts[bucket] &+= 1
            state.sum += value
        }
    }

    /// The first bucket whose bound is not below `value`.
    private func bucket(of value: Double) -> Int {
        var (low, high) = (0, bounds.count)
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func write(_ name: String, _ labels: String, to format: inout TextFormat) {
        let state = state.withLock { $0 }
        let separator = labels.isEmpty ? "" : ","
        var total: UInt64 = 0
        for (bound, count) in zip(bounds.map(TextFormat.number) + ["+Inf"], state.counts) {
            total &+= count
            format.sample(name + "_bucket", "\(labels)\(separator)le=\"\(bound)\"", "\(total)")
        }
        format.sample(name + "_sum", labels, TextFormat.number(state.sum))
        format.sample(name + "_count", labels, "\(total)")
    }
}
