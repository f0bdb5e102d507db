package import AlarmCore

/// One request to a person's own web server, ready to be sent; a repeat is equal to it.
package struct OutgoingWebhook: Sendable {
    /// The delivery's identifier, the same for all attempts: the `webhook-id`, by which a receiver drops repeats.
    package var id: DeliveryID
    /// The URL of the request.
    package var url: WebURL
    /// The JSON object to deliver.
    package var body: [UInt8]
    /// The secret that signs the request.
    package var secret: WebhookSecret
    /// The time from which the webhook must not be sent any more.
    package var deadline: Instant

    /// Creates a webhook.
    package init(id: DeliveryID, url: WebURL, body: [UInt8], secret: WebhookSecret, deadline: Instant) {
        self.id = id
        self.url = url
        self.body = body
        self.secret = secret
        self.deadline = deadline
    }
}

extension OutgoingWebhook: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The delivery's identifier only: webhooks are never printed.
    package var description: String { "<webhook \(id)>" }
    /// The delivery's identifier only: webhooks are never printed.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the body.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
