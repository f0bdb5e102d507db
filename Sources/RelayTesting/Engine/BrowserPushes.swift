package import AlarmCore
package import AlarmWire
package import Delivery
import Sealing
import Synchronization

/// Push services of browsers that record pushes and answer as a test demands.
package final class BrowserPushes: WebPushing {
    /// The origin at which the browsers of ``EngineFixture`` subscribe; the operator did not configure it.
    package static let service = "https://push.example.org"

    private struct State {
        var sent: [RenderedPush] = []
        var answers: [DeliveryOutcome] = []
        var rule: @Sendable (RenderedPush) -> DeliveryOutcome = { _ in .accepted }
    }

    package let publicKey: [UInt8]
    package let relayOrigin: Origin
    package let allowed: Set<String>
    private let state = Mutex(State())

    /// Makes them for a relay at `https://relay.example.org`.
    package init(allowed: Set<String> = []) throws {
        publicKey = try ES256.PrivateKey().publicKey.x963
        relayOrigin = try Origin("https://relay.example.org")
        self.allowed = allowed
    }

    package func send(_ push: RenderedPush) async -> DeliveryOutcome {
        state.withLock { state in
            state.sent.append(push)
            return state.answers.isEmpty ? state.rule(push) : state.answers.removeFirst()
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

    /// Every push that was started, including repeats, in order.
    package var sent: [RenderedPush] { state.withLock(\.sent) }

    /// The pushes as service workers read them, in order.
    package var pushes: [ReceivedWebPush] { sent.compactMap { try? ReceivedWebPush(payload: $0.payload) } }

    /// Stages of the pushes, in order.
    package var stages: [Stage] { pushes.compactMap(\.push.alarm.stage.stage) }
}
