import AlarmCore
import Synchronization

/// The last known difference between the relay's clock and this device's, to be read outside the device's actor.
final class SharedOffset: Sendable {
    private let offset: Mutex<Span>

    init(_ offset: Span) {
        self.offset = Mutex(offset)
    }

    var value: Span { offset.withLock { $0 } }

    func set(_ span: Span) {
        offset.withLock { $0 = span }
    }
}
