package import AlarmCore
import Synchronization

/// A limit as a request has left it: what may still be done, and until when.
package struct QuotaState: Hashable, Sendable {
    /// What is counted.
    package enum Unit: Hashable, Sendable {
        case requests
        /// Requests that are under way at once.
        case concurrentRequests
    }

    /// The limit's name: that of its configuration key without `limit-`, where it has one, as in `requests-per-hour`.
    package var name: String
    /// How much may be done within the window; nil where no single number says it.
    package var quota: Int?
    /// The time for which something counts; nil for what counts as long as it lasts.
    package var window: Span?
    package var unit = Unit.requests
    /// How much may still be done.
    package var available: Int
    /// How long no more than that may be done; nil where it is not known.
    package var renewal: Span?
    /// How much the request has used up.
    package var spent = 0
    /// Whether the request was refused for this limit.
    package var isRefused = false

    package init(
        _ name: String,
        quota: Int? = nil,
        window: Span? = nil,
        unit: Unit = .requests,
        available: Int,
        renewal: Span? = nil,
        spent: Int = 0,
        isRefused: Bool = false
    ) {
        self.name = name
        self.quota = quota
        self.window = window
        self.unit = unit
        self.available = max(available, 0)
        self.renewal = renewal
        self.spent = spent
        self.isRefused = isRefused
    }
}

/// The limits that one request has met, for its answer.
package final class QuotaLedger: Sendable {
    private let noted = Mutex<[QuotaState]>([])

    package init() {}

    /// The limits, each once, in the order in which they were met first.
    package var states: [QuotaState] { noted.withLock(\.self) }

    /// Notes a limit, in place of what was noted of it before.
    package func note(_ state: QuotaState) {
        noted.withLock { noted in
            if let known = noted.firstIndex(where: { $0.name == state.name }) {
                noted[known] = state
            } else {
                noted.append(state)
            }
        }
    }

    /// Takes back what was used up: the transaction that had counted it was rolled back.
    func rollBack() {
        noted.withLock { noted in
            for index in noted.indices where !noted[index].isRefused {
                noted[index].available += noted[index].spent
                noted[index].spent = 0
            }
        }
    }
}
