package import AlarmCore
package import AlarmWire
package import Delivery
import Synchronization

/// A gateway that records pushes and answers as a test demands.
///
/// It accepts everything by default. After ``hold()``, pushes that have started stay under way until ``release()``.
package final class RecordingChannel: APNsPushing {
    private struct State {
        var sent: [RenderedPush] = []
        var answers: [DeliveryOutcome] = []
        var rule: @Sendable (RenderedPush) -> DeliveryOutcome = { _ in .accepted }
        var isHolding = false
        var underWay = 0
        var peak = 0
        var nextNumber = 0
        var held: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// The apps that it takes pushes for.
    package let apps: APNsApps
    private let state = Mutex(State())

    /// Makes a gateway; it serves the app of ``EngineFixture`` unless others are named.
    package init(_ apps: APNsApps = APNsApps([EngineFixture.topic])) {
        self.apps = apps
    }

    package func send(_ push: RenderedPush) async -> DeliveryOutcome {
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

    /// Answers the next pushes with these outcomes, one each.
    package func answerNext(_ outcomes: DeliveryOutcome...) {
        state.withLock { $0.answers += outcomes }
    }

    /// Answers every push from now on by `rule`.
    package func answer(by rule: @escaping @Sendable (RenderedPush) -> DeliveryOutcome) {
        state.withLock { $0.rule = rule }
    }

    /// Holds every push from now on under way.
    package func hold() {
        state.withLock { $0.isHolding = true }
    }

    /// Completes all held pushes, and ends the hold.
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

    /// Every push that was started, including repeats, in order.
    package var sent: [RenderedPush] { state.withLock { $0.sent } }

    /// Content of the pushes, in order.
    package var alarms: [AlarmPush] { sent.compactMap(\.alarm) }

    /// Stages of the pushes, in order.
    package var stages: [Stage] { alarms.compactMap(\.stage.stage) }

    /// Maximum number of pushes under way at the same time.
    package var peak: Int { state.withLock { $0.peak } }

    /// Clears the recorded pushes, so that a test can check what follows.
    package func forget() {
        state.withLock { $0.sent = [] }
    }
}

extension RenderedPush {
    /// Content of the push as a phone would read it; nil if no phone could.
    package var alarm: AlarmPush? { try? ReceivedAlarmPush(payload: payload).alarm }

    /// The push token that it goes to, in hexadecimal digits; nil for none of Apple's.
    package var token: String? { destination.address.apns?.token.hex }
}
