package import AlarmCore
package import AlarmWire
package import Delivery
import Storage

/// The event stream as a channel to devices: events go to the devices that listen.
extension EventHub: PushChannel {
    package var platform: Device.Platform { .events }

    package var retryLabels: [String] { [RetryReason.notListening.label] }

    /// An event's object has the same size limit as a push.
    package var payloadLimit: Int { PushPayload.limit }

    package func largestPayload(for alarm: AlarmPush) -> Int? {
        PushPayload.surelyFits(alarm) ? nil : PushPayload.largestSize(for: alarm)
    }

    package func render(_ content: PushContent, to destination: PushDestination) throws -> RenderedPush {
        RenderedPush(
            content,
            to: destination,
            through: ChannelOrigin(.events),
            body: .event(StreamEvent(content.alarm))
        )
    }

    package func send(_ push: RenderedPush) async -> DeliveryOutcome {
        guard case .event(let event) = push.body else { return .rejected(reason: "this is no event") }
        guard send(event, to: push.destination.device) else {
            return .retry(after: nil, reason: .notListening, indeterminate: false)
        }
        return .accepted
    }
}

extension RetryReason {
    /// The device has no stream open, which is no trouble of the relay.
    static let notListening = RetryReason(
        label: DeliveryRow.notListening,
        description: DeliveryRow.notListening,
        concernsChannel: false
    )
}
