import AlarmCore
import Synchronization

/// A ledger that phones, gateway and the hand that kills write into at once.
final class SharedLedger: Sendable {
    private let ledger = Mutex(Ledger())

    /// What was noted so far.
    var now: Ledger { ledger.withLock { $0 } }

    /// Notes something.
    func note(_ change: (inout Ledger) -> Void) {
        ledger.withLock { change(&$0) }
    }

    /// Looks something up.
    func ask<Answer>(_ question: (borrowing Ledger) -> Answer) -> Answer {
        ledger.withLock { question($0) }
    }
}
