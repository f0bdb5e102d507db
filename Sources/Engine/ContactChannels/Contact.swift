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
    /// The ways in which they have agreed to be told, each by an answer to a letter that went there.
    package var agreed: Set<Destination.Medium> = []
    /// Since when.
    package var since: Instant
    /// The secret under which the webhook is signed, as its receiver was told it.
    package var webhookSecret: String?
    /// The ways in which the last letter did not reach them.
    package var trouble: [ContactView.Trouble] = []
    /// Since when their e-mail address is what it is; nil for the whole time.
    package var emailSince: Instant?
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
        agreed = try object.optionalWords("agreed") ?? []
        since = try object.instant("since")
        webhookSecret = try object.optionalString("webhookSecret", bytes: 1...128)
        trouble = try object.optionalObjects("trouble", limit: 8)
        emailSince = try object.optionalInstant("emailSince")
        invitation = try object.optionalString("invitation", bytes: 1...512)
    }

    package var json: JSONValue {
        .object(of: [
            "contact": details.json,
            "consent": .word(consent),
            "agreed": agreed.isEmpty ? nil : .words(agreed),
            "since": .instant(since),
            "webhookSecret": webhookSecret.map(JSONValue.string),
            "trouble": trouble.isEmpty ? nil : .array(trouble.map(\.json)),
            "emailSince": emailSince.map(JSONValue.instant),
            "invitation": invitation.map(JSONValue.string),
        ])
    }

    /// Every way in which they are reached.
    package var media: [Destination.Medium] {
        [
            details.email.map { _ in .email }, details.phone.map { _ in .sms }, details.webhook.map { _ in .webhook },
        ].compactMap(\.self)
    }

    /// The ways by which they are asked: every address of a person, not that of a machine.
    package var asked: [Destination.Medium] { media.filter { $0 != .webhook } }

    /// The ways that wait for an answer.
    package var unanswered: [Destination.Medium] {
        consent == .unsubscribed ? [] : asked.filter { !agreed.contains($0) }
    }

    /// Whether they are told in a way: where they have agreed, and a machine of theirs once they have agreed in any.
    package func isTold(by medium: Destination.Medium) -> Bool {
        consent == .confirmed && (medium == .webhook ? !agreed.isEmpty : agreed.contains(medium))
    }

    /// Takes an answer that came by a link to one of their addresses; a refusal counts for all of them.
    package mutating func take(_ answer: ContactView.Consent, by medium: Destination.Medium, at now: Instant) {
        guard media.contains(medium) else { return }
        if answer == .confirmed { agreed.insert(medium) } else { agreed = [] }
        if consent != answer { (consent, since) = (answer, now) }
    }

    /// Takes other addresses; those that stay are agreed to as before, and tells which are others.
    package mutating func move(to request: ContactRequest, at now: Instant) -> Set<Destination.Medium> {
        let changed = Set(Destination.Medium.allCases.filter { details.address(for: $0) != request.address(for: $0) })
        details = request
        agreed.subtract(changed)
        trouble.removeAll { changed.contains($0.medium) }
        if changed.contains(.email) { emailSince = now }
        let asksAnew = !changed.isDisjoint(with: [.email, .sms])
        if agreed.isEmpty, consent == .confirmed || asksAnew { (consent, since) = (.pending, now) }
        return changed
    }
}

extension ContactRequest {
    /// What is written on the envelope; nil where there is none of the kind.
    func address(for medium: Destination.Medium) -> String? {
        switch medium {
        case .email: email
        case .sms: phone
        case .webhook: webhook
        }
    }
}
