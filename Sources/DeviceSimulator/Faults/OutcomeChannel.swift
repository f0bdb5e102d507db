import AlarmCore
import Delivery
import Synchronization

/// Passes pushes on, and records which outcomes the sender was told.
final class OutcomeChannel: APNsPushing {
    /// Counts of what has been seen so far.
    struct Account {
        /// Number of pushes handed over.
        var sends = 0
        /// How often the outcome of each push was indeterminate.
        var indeterminate: [DeliveryID: Int] = [:]
    }

    let apps: APNsApps
    private let channel: any APNsPushing
    private let state = Mutex(Account())

    init(_ channel: any APNsPushing) {
        apps = channel.apps
        self.channel = channel
    }

    /// Counts of what has been seen so far.
    var account: Account { state.withLock { $0 } }

    func send(_ push: RenderedPush) async -> DeliveryOutcome {
        let outcome = await channel.send(push)
        state.withLock { account in
            account.sends += 1
            if case .retry(_, _, indeterminate: true) = outcome {
                account.indeterminate[push.id, default: 0] += 1
            }
        }
        return outcome
    }
}
