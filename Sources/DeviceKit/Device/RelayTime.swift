public import AlarmCore
import Synchronization

/// The clock of a device's relay, as far as the device knows it: what the relay says happened is counted by it.
public final class RelayTime: Sendable {
    private let local: @Sendable () -> Instant
    private let offset: Mutex<Span>

    /// Makes a clock that is ahead of the device's own by `offset`.
    public init(_ local: @escaping @Sendable () -> Instant, offset: Span) {
        self.local = local
        self.offset = Mutex(offset)
    }

    /// The present by the relay's clock: the device's own time, corrected by what the relay has said of its own.
    public var now: Instant { local() + offset.withLock { $0 } }

    func correct(by offset: Span) {
        self.offset.withLock { $0 = offset }
    }
}
