package import AlarmCore
import AlarmWire

/// Sends pushes to servers of people's own, as contacts' webhooks are sent: under the same signature and the same rules
/// for addresses.
package struct WebhookDeviceChannel: WebhookPushing {
    private let webhooks: any WebhookSending

    /// Makes a channel that sends through the one for contacts.
    package init(_ webhooks: any WebhookSending) {
        self.webhooks = webhooks
    }

    package var allowsUnprotected: Bool { webhooks.allowsUnprotected }

    /// Makes one attempt, without an interest in the answer.
    package func send(_ push: RenderedPush) async -> DeliveryOutcome { await attempt(push).outcome }

    /// Makes one attempt; a server that takes the push may answer for its person.
    package func attempt(_ push: RenderedPush) async -> PushAttempt {
        guard let address = push.destination.address.webhook, let secret = address.secret else {
            return PushAttempt(.rejected(reason: "the address is no server's"))
        }
        let (outcome, body) = await webhooks.exchange(
            OutgoingWebhook(
                id: push.id,
                url: address.url,
                body: push.payload,
                secret: secret,
                deadline: push.deadline
            )
        )
        switch outcome {
        case .accepted: return PushAttempt(.accepted, answer: WebhookAnswer(body: body))
        case .retry(let pause, let reason, let indeterminate):
            // One person's own server says nothing about the others.
            let own = RetryReason(label: reason.label, description: reason.description, concernsChannel: false)
            return PushAttempt(.retry(after: pause, reason: own, indeterminate: indeterminate))
        case .addressDead, .rejected: return PushAttempt(outcome)
        }
    }
}
