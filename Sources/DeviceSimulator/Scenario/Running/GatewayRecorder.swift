import AlarmCore
import AlarmWire
import DeviceKit
import GatewaySimulator
import Synchronization

/// Notes the gateway's requests and answers in a timeline.
final class GatewayRecorder: Sendable {
    private struct Owner {
        var phone: String
        var subscription: PushSubscription?
    }

    private let owners = Mutex<[String: Owner]>([:])
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ gateway: GatewaySimulator, timeline: Timeline) {
        let pushes = gateway.receivedPushes()
        let watching = Task { [weak self] in
            for await push in pushes { self?.note(push, in: timeline) }
        }
        task.withLock { $0 = watching }
    }

    /// Records which phone a push token belongs, or belonged, to; `subscription` opens what a browser gets under it.
    func learn(token: String, of phone: String, subscription: PushSubscription? = nil) {
        owners.withLock { $0[token.lowercased()] = Owner(phone: phone, subscription: subscription) }
    }

    func stop() {
        task.withLock { $0 }?.cancel()
    }

    private func note(_ push: ReceivedPush, in timeline: Timeline) {
        let owner = push.token.flatMap { token in owners.withLock { $0[token] } }
        let phone = owner?.phone
        let alarm =
            if let subscription = owner?.subscription {
                (try? subscription.open(push.payload)).flatMap { try? ReceivedWebPush(payload: $0).push.alarm }
            } else {
                try? ReceivedAlarmPush(payload: push.payload).alarm
            }
        let stage = alarm?.stage.rawValue
        timeline.note(
            .gateway,
            "\(stage ?? "an unreadable push") for \(phone ?? "somebody"): \(Self.words(for: push.answer))",
            kind: push.isAccepted ? .push : .refusal,
            alarm: alarm?.id,
            stage: stage,
            phone: phone
        )
    }

    private static func words(for answer: ReceivedPush.Outcome) -> String {
        switch answer {
        case .response(let response) where (200..<300).contains(response.status): "accepted"
        case .response(let response): "refused, \(response.status)\(response.reason.map { " \($0)" } ?? "")"
        case .none: "not answered"
        case .reset(let code): "stream reset, code \(code)"
        case .disconnected: "connection closed"
        default: "not answered"
        }
    }
}
