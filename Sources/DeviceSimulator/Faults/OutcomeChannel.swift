import AlarmCore
import Delivery
import Synchronization

/// Passes pushes on, and remembers what the sender was left to believe.
final class WitnessChannel: Channel {
    /// What was seen so far.
    struct Account {
        /// How often a push was handed over.
        var sends = 0
        /// How often each push came back with nobody knowing whether it was taken.
        var indeterminate: [DeliveryID: Int] = [:]
    }

    private let channel: any Channel
    private let state = Mutex(Account())

    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// What was seen so far.
    var account: Account { state.withLock { $0 } }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
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
