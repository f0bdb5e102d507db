package import AlarmCore

/// One call of someone's own web server, ready to be made; a repeat of it is equal.
package struct OutgoingWebhook: Sendable {
    /// Names the delivery, the same over all its attempts: the `webhook-id`, by which a receiver drops repeats.
    package var id: DeliveryID
    /// What is called.
    package var url: WebURL
    /// The JSON object to deliver.
    package var body: [UInt8]
    /// What it is signed with.
    package var secret: WebhookSecret
    /// From when on it must not be sent any more.
    package var deadline: Instant

    /// Makes a call.
    package init(id: DeliveryID, url: WebURL, body: [UInt8], secret: WebhookSecret, deadline: Instant) {
        self.id = id
        self.url = url
        self.body = body
        self.secret = secret
        self.deadline = deadline
    }
}

extension OutgoingWebhook: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The delivery's name alone: calls are never printed.
    package var description: String { "<webhook \(id)>" }
    /// The delivery's name alone: calls are never printed.
    package var debugDescription: String { description }
    /// Nothing: `dump` would otherwise show the body.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
