import CoreMetrics
import Synchronization

/// A metric with one or more lines of the exposition.
protocol Exposed: AnyObject, Sendable {
    /// Writes the present value under `name`.
    func write(_ name: String, _ labels: String, to format: inout TextFormat)
}

/// A counter of whole numbers, which never decreases.
final class ExposedCounter: CounterHandler, Exposed {
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        // Wraps rather than traps: an overflow is out of reach, and a counter must not end the process.
        if amount > 0 { value.wrappingAdd(amount, ordering: .relaxed) }
    }

    func reset() { value.store(0, ordering: .relaxed) }

    func write(_ name: String, _ labels: String, to format: inout TextFormat) {
        format.sample(name, labels, "\(value.load(ordering: .relaxed))")
    }
}

/// A counter of fractional numbers, which never decreases.
final class ExposedSum: FloatingPointCounterHandler, Exposed {
    private let value = Mutex(0.0)

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        value.withLock { $0 += amount }
    }

    func reset() { value.withLock { $0 = 0 } }

    func write(_ name: String, _ labels: String, to format: inout TextFormat) {
        format.sample(name, labels, TextFormat.number(value.withLock { $0 }))
    }
}

/// A value that goes up and down.
final class ExposedGauge: MeterHandler, RecorderHandler, Exposed {
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) { self.value.withLock { $0 = value } }

    func increment(by amount: Double) { value.withLock { $0 += amount } }

    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    func record(_ value: Int64) { set(value) }

    func record(_ value: Double) { set(value) }

    func write(_ name: String, _ labels: String, to format: inout TextFormat) {
        format.sample(name, labels, TextFormat.number(value.withLock { $0 }))
    }
}
