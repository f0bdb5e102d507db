import AlarmCore
import Delivery
import Engine
import Synchronization

/// Passes pushes on, and keeps when each was handed over and answered.
final class WatchedChannel: Channel {
    private struct State {
        var handed: [Int64] = []
        var answered: [Int64] = []
        var failures = 0
        var example: String?
        var lastHanded = Instant(milliseconds: 0)
        var lastAnswered = Instant(milliseconds: 0)
    }

    private let channel: any Channel
    private let clock: any RelayClock
    private let state = Mutex(State())

    init(_ channel: any Channel, clock: any RelayClock) {
        self.channel = channel
        self.clock = clock
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        // A push expires when its alarm's lifetime ends, and every alarm here has the same one.
        let due = push.expiration - Population.lifetime
        let handed = clock.now()
        let outcome = await channel.send(push)
        let answered = clock.now()
        state.withLock { state in
            if case .accepted = outcome {
                state.handed.append((handed - due).milliseconds)
                state.answered.append((answered - due).milliseconds)
                state.lastHanded = max(state.lastHanded, handed)
                state.lastAnswered = max(state.lastAnswered, answered)
            } else {
                state.failures += 1
                state.example = "\(outcome)"
            }
        }
        return outcome
    }

    /// How many pushes were accepted.
    var acceptedCount: Int { state.withLock(\.answered.count) }

    /// How many attempts came to nothing, and one of their outcomes.
    var failures: (count: Int, example: String?) { state.withLock { ($0.failures, $0.example) } }

    /// When the last push that was accepted was handed to the channel, and when the last was answered.
    var last: (handed: Instant, answered: Instant) { state.withLock { ($0.lastHanded, $0.lastAnswered) } }

    /// How long after due each was handed over, and answered, in milliseconds, ascending.
    var lateness: (handed: [Int64], answered: [Int64]) { state.withLock { ($0.handed.sorted(), $0.answered.sorted()) } }
}
