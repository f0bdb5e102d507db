package import AlarmCore
package import AlarmWire
package import Delivery
import Synchronization

/// A gateway that keeps what it is given and answers what a test tells it to.
///
/// It takes everything unless told otherwise. While it ``hold()``s, pushes that have started stay on their way until they
/// are released.
package final class RecordingChannel: Channel {
    private struct State {
        var sent: [OutgoingPush] = []
        var answers: [DeliveryOutcome] = []
        var rule: @Sendable (OutgoingPush) -> DeliveryOutcome = { _ in .accepted }
        var isHolding = false
        var underWay = 0
        var peak = 0
        var nextNumber = 0
        var held: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        let (number, outcome, watchers) = state.withLock { state in
            state.sent.append(push)
            state.underWay += 1
            state.peak = max(state.peak, state.underWay)
            state.nextNumber += 1
            let outcome = state.answers.isEmpty ? state.rule(push) : state.answers.removeFirst()
            let count = state.sent.count
            let watchers = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return (state.nextNumber, outcome, watchers)
        }
        for watcher in watchers { watcher.continuation.resume() }
        await stayHeld(number)
        state.withLock { $0.underWay -= 1 }
        return outcome
    }

    private func stayHeld(_ number: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    guard state.isHolding, !Task.isCancelled else { return false }
                    state.held[number] = continuation
                    return true
                }
                if !isHeld { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.held.removeValue(forKey: number) }?.resume()
        }
    }

    /// Answers the next pushes with these, one each.
    package func answerNext(_ outcomes: DeliveryOutcome...) {
        state.withLock { $0.answers += outcomes }
    }

    /// Answers every push from now on by `rule`.
    package func answer(by rule: @escaping @Sendable (OutgoingPush) -> DeliveryOutcome) {
        state.withLock { $0.rule = rule }
    }

    /// Keeps every push from now on under way.
    package func hold() {
        state.withLock { $0.isHolding = true }
    }

    /// Lets everything that is held go on, and holds no more.
    package func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [:] }
            return state.held.values
        }
        for continuation in held { continuation.resume() }
    }

    /// Returns once `count` pushes have started since the channel was made.
    package func started(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.sent.count < count { state.watchers.append((count, continuation)) }
                return state.sent.count >= count
            }
            if isDone { continuation.resume() }
        }
    }

    /// Every push that was started, repeats included, in order.
    package var sent: [OutgoingPush] { state.withLock { $0.sent } }

    /// What the pushes tell, in order.
    package var alarms: [AlarmPush] { sent.compactMap(\.alarm) }

    /// What the pushes are for, in order.
    package var stages: [Stage] { alarms.compactMap(\.stage.stage) }

    /// How many pushes were under way at once at most.
    package var peak: Int { state.withLock { $0.peak } }

    /// Forgets what was sent, so that a test can look at what follows.
    package func forget() {
        state.withLock { $0.sent = [] }
    }
}

extension OutgoingPush {
    /// What it tells, as a phone would read it; nil if no phone could.
    package var alarm: AlarmPush? { try? ReceivedAlarmPush(payload: payload).alarm }
}
