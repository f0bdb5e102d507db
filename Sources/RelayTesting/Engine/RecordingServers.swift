package import AlarmCore
package import AlarmWire
package import Delivery
import Synchronization

/// Servers of people's own that record what they are told, and answer as a test demands.
package final class RecordingServers: WebhookPushing {
    private struct State {
        var sent: [RenderedPush] = []
        var attempts: [PushAttempt] = []
        var during: (@Sendable () async throws -> Void)?
        var rule: @Sendable (WebhookMessage) -> PushAttempt = { _ in PushAttempt(.accepted) }
    }

    package let allowsUnprotected = false
    private let state = Mutex(State())

    package init() {}

    package func send(_ push: RenderedPush) async -> DeliveryOutcome { await attempt(push).outcome }

    package func attempt(_ push: RenderedPush) async -> PushAttempt {
        let during = state.withLock { state in
            defer { state.during = nil }
            return state.during
        }
        try? await during?()
        return state.withLock { state in
            state.sent.append(push)
            if !state.attempts.isEmpty { return state.attempts.removeFirst() }
            guard let message = try? WebhookMessage(wire: push.payload) else { return PushAttempt(.accepted) }
            return state.rule(message)
        }
    }

    /// Answers the next pushes so, one each.
    package func answerNext(_ attempts: PushAttempt...) {
        state.withLock { $0.attempts += attempts }
    }

    /// Does something while the next push is under way.
    package func during(_ body: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.during = body }
    }

    /// Answers every push from now on by `rule`.
    package func answer(by rule: @escaping @Sendable (WebhookMessage) -> PushAttempt) {
        state.withLock { $0.rule = rule }
    }

    /// What was sent, including repeats, in order.
    package var sent: [RenderedPush] { state.withLock(\.sent) }

    /// What the servers were told, in order.
    package var messages: [WebhookMessage] { sent.compactMap { try? WebhookMessage(wire: $0.payload) } }

    /// The stages of what they were told, in order.
    package var stages: [Stage] { messages.compactMap(\.stage.stage) }

    /// Clears the record, so that a test can check what follows.
    package func forget() {
        state.withLock { $0.sent = [] }
    }
}
