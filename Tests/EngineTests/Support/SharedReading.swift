import Engine
import Synchronization

/// Clock readings that a test sets.
final class SharedReading: Sendable {
    private let state: Mutex<ClockReading>

    init(_ reading: ClockReading) {
        state = Mutex(reading)
    }

    var value: ClockReading { state.withLock { $0 } }

    func set(_ reading: ClockReading) {
        state.withLock { $0 = reading }
    }
}
