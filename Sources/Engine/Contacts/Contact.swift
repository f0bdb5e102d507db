package import AlarmCore
package import AlarmWire
package import Storage

/// Somebody without the app who is told when it matters, sealed as a whole.
package struct Contact: RecordBody, Hashable {
    package static let kind = Document.Kind.contact

    /// Who it is, and how they are reached.
    package var details: ContactRequest
    /// Whether they want to be told.
    package var consent: ContactView.Consent
    /// Since when.
    package var since: Instant
    /// The secret under which the webhook is signed, as its receiver was told it.
    package var webhookSecret: String?
    /// The ways in which the last letter did not reach them.
    package var trouble: [ContactView.Trouble] = []
    /// The link that they are sent, for one who is invited to a circle.
    package var invitation: String?

    package init(details: ContactRequest, consent: ContactView.Consent, since: Instant, webhookSecret: String? = nil) {
        self.details = details
        self.consent = consent
        self.since = since
        self.webhookSecret = webhookSecret
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        details = try object.object("contact")
        consent = try object.word("consent")
        since = try object.instant("since")
        webhookSecret = try object.optionalString("webhookSecret", bytes: 1...128)
        trouble = try object.optionalObjects("trouble", limit: 8)
        invitation = try object.optionalString("invitation", bytes: 1...512)
    }

    package var json: JSONValue {
        .object(of: [
            "contact": details.json,
            "consent": .word(consent),
            "since": .instant(since),
            "webhookSecret": webhookSecret.map(JSONValue.string),
            "trouble": trouble.isEmpty ? nil : .array(trouble.map(\.json)),
            "invitation": invitation.map(JSONValue.string),
        ])
    }

    /// Every way in which they are reached.
    package var media: [Destination.Medium] {
        [
            details.email.map { _ in .email }, details.phone.map { _ in .sms }, details.webhook.map { _ in .webhook },
        ].compactMap(\.self)
    }
}
