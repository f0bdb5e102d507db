package import AlarmCore
package import AlarmWire
package import Storage
package import Wording

/// The stored form of a contact without the app, sealed as a whole.
package struct Contact: RecordBody, Hashable {
    package static let kind = Document.Kind.contact

    /// The contact's name and addresses.
    package var details: ContactRequest
    /// Whether nobody has chosen the language, so that it follows that of the device that had named the contact.
    ///
    /// False for contacts of earlier versions, which do not tell a chosen language from an inherited one.
    package var followsLanguage = false
    /// Whether the contact has agreed to be told.
    package var consent: ContactView.ConsentState
    /// The media on which the contact has agreed, each by answering a letter sent there; to calls by a text message that
    /// asked for them.
    package var agreed: Set<Destination.Medium> = []
    /// The time since which ``consent`` has its value.
    package var since: Instant
    /// The time at which the owner of the number was last asked whether it may be called; nil where they never were.
    package var callsAskedAt: Instant?
    /// The alarm of the last question by e-mail, the only one that is sent; nil where none was asked since it is kept.
    package var emailQuestion: AlarmID?
    /// The alarm of the last question by text message, the only one that is sent; nil as for ``emailQuestion``.
    package var phoneQuestion: AlarmID?
    /// The secret that signs the webhook, as its receiver was given it.
    package var webhookSecret: String?
    /// The media on which the last letter did not arrive.
    package var trouble: [ContactView.Trouble] = []
    /// The time since which the e-mail address is in use; nil for the whole time.
    package var emailSince: Instant?
    /// The time since which the telephone number is in use; nil for the whole time.
    package var phoneSince: Instant?
    /// The time since which the webhook is in use; nil for the whole time.
    package var webhookSince: Instant?
    /// The link sent to a contact who is invited to a circle.
    package var invitation: String?
    /// Addresses that were replaced, oldest first; links in letters to them have ended.
    package var former: [LinkedAddress] = []
    /// The media of addresses whose letters of earlier versions have links that are bound to no address, and still act.
    package var unboundLinks: Set<Destination.Medium> = []

    package init(
        details: ContactRequest,
        consent: ContactView.ConsentState,
        since: Instant,
        webhookSecret: String? = nil
    ) {
        self.details = details
        self.consent = consent
        self.since = since
        self.webhookSecret = webhookSecret
    }

    package init(reading object: inout ObjectReader) throws(WireError) {
        details = try object.object("contact")
        followsLanguage = try object.optionalBool("followsLanguage") ?? false
        consent = try object.word("consent")
        agreed = try object.optionalWords("agreed") ?? []
        since = try object.instant("since")
        callsAskedAt = try object.optionalInstant("callsAskedAt")
        emailQuestion = try object.optionalIdentifier("emailQuestion")
        phoneQuestion = try object.optionalIdentifier("phoneQuestion")
        webhookSecret = try object.optionalString("webhookSecret", bytes: 1...128)
        trouble = try object.optionalObjects("trouble", limit: 8)
        emailSince = try object.optionalInstant("emailSince")
        phoneSince = try object.optionalInstant("phoneSince")
        webhookSince = try object.optionalInstant("webhookSince")
        invitation = try object.optionalString("invitation", bytes: 1...512)
        former = try object.optionalObjects("former", limit: LinkedAddress.limit)
        let unbound: Set<Destination.Medium>? = try object.optionalWords("unboundLinks")
        // Earlier versions bound no link, and noted since when an e-mail address is in use.
        let isEarlier = try object.optionalBool("linksBound") != true
        unboundLinks = unbound ?? (isEarlier ? Set([emailSince == nil ? .email : nil, .sms].compactMap(\.self)) : [])
    }

    package var json: JSONValue {
        .object(of: [
            "contact": details.json,
            "followsLanguage": followsLanguage ? true : nil,
            "consent": .word(consent),
            "agreed": agreed.isEmpty ? nil : .words(agreed),
            "since": .instant(since),
            "callsAskedAt": callsAskedAt.map(JSONValue.instant),
            "emailQuestion": emailQuestion.map(JSONValue.identifier),
            "phoneQuestion": phoneQuestion.map(JSONValue.identifier),
            "webhookSecret": webhookSecret.map(JSONValue.string),
            "trouble": trouble.isEmpty ? nil : .array(trouble.map(\.json)),
            "emailSince": emailSince.map(JSONValue.instant),
            "phoneSince": phoneSince.map(JSONValue.instant),
            "webhookSince": webhookSince.map(JSONValue.instant),
            "invitation": invitation.map(JSONValue.string),
            "former": former.isEmpty ? nil : .array(former.map(\.json)),
            "unboundLinks": unboundLinks.isEmpty ? nil : .words(unboundLinks),
            "linksBound": true,
        ])
    }

    /// The language in which the contact is written to.
    package var language: Language { Language(tag: details.language ?? LanguageTag.english.text) }

    /// The media of all the contact's addresses.
    package var media: [Destination.Medium] {
        [
            details.email.map { _ in .email }, details.phone.map { _ in .sms }, details.webhook.map { _ in .webhook },
        ].compactMap(\.self)
    }

    /// Whether what was ordered at a time for a medium went to an address that was replaced since.
    package func hasMoved(_ medium: Destination.Medium, since ordered: Instant) -> Bool {
        let since: Instant? =
            switch medium {
            case .email: emailSince
            case .sms, .call: phoneSince
            case .webhook: webhookSince
            }
        return since.map { ordered < $0 } ?? false
    }

    /// The alarm of the last question by a medium; nil where none is known.
    package func question(by medium: Destination.Medium) -> AlarmID? {
        switch medium {
        case .email: emailQuestion
        case .sms: phoneQuestion
        case .webhook, .call: nil
        }
    }

    /// Whether a question by a medium is the one that counts for the present address, and is to be sent.
    package func isAsked(by medium: Destination.Medium, in alarm: AlarmID) -> Bool {
        question(by: medium).map { $0 == alarm } ?? true
    }

    /// Has the questions of an alarm, by these media, take the place of earlier ones.
    package mutating func ask(by media: [Destination.Medium], in alarm: AlarmID) {
        if media.contains(.email) { emailQuestion = alarm }
        if media.contains(.sms) { phoneQuestion = alarm }
    }

    /// The media on which the contact is asked for consent: every address of a person, not that of a machine.
    package var asked: [Destination.Medium] { media.filter { $0 != .webhook } }

    /// The media by which a question waits for an answer; whether the number may be called is asked by text message.
    package var unanswered: [Destination.Medium] {
        guard consent != .unsubscribed else { return [] }
        return asked.filter { !agreed.contains($0) || $0 == .sms && details.calls && !agreed.contains(.call) }
    }

    /// Whether the contact is told by a medium: one on which they agreed, or a webhook once they agreed on any.
    ///
    /// A call needs the person's wish, and the word of whoever has the number.
    package func isTold(by medium: Destination.Medium) -> Bool {
        guard consent == .confirmed else { return false }
        return switch medium {
        case .email, .sms: agreed.contains(medium)
        case .webhook: !agreed.isEmpty
        case .call: details.calls && agreed.isSuperset(of: [.sms, .call])
        }
    }

    /// Takes an answer by a link sent to one address; a refusal counts for all of them.
    ///
    /// Whoever agrees at one more address agrees anew, so that an earlier refusal there no longer counts.
    /// `calls` says whether calls were asked for as well where they agreed.
    package mutating func take(
        _ answer: ContactView.ConsentState,
        by medium: Destination.Medium,
        toCalls calls: Bool = false,
        at now: Instant
    ) {
        guard media.contains(medium) else { return }
        let isNew = answer == .confirmed && agreed.insert(medium).inserted
        if answer == .confirmed, calls, medium == .sms, details.calls { agreed.insert(.call) }
        if answer != .confirmed { agreed = [] }
        if consent != answer || isNew { (consent, since) = (answer, now) }
    }

    /// Changes the addresses and returns the media that changed; consent to the unchanged ones stays.
    package mutating func move(to request: ContactRequest, at now: Instant) -> Set<Destination.Medium> {
        let changed = Set(Destination.Medium.allCases.filter { details.address(for: $0) != request.address(for: $0) })
        details = request
        agreed.subtract(changed)
        unboundLinks.subtract(changed)
        trouble.removeAll { changed.contains($0.medium) }
        if changed.contains(.email) { emailSince = now }
        if changed.contains(.sms) { phoneSince = now }
        if changed.contains(.webhook) { webhookSince = now }
        let asksAnew = !changed.isDisjoint(with: [.email, .sms])
        if agreed.isEmpty, consent == .confirmed || asksAnew { (consent, since) = (.pending, now) }
        return changed
    }
}

extension ContactRequest {
    /// The address for a medium; nil where there is none.
    package func address(for medium: Destination.Medium) -> String? {
        switch medium {
        case .email: email
        case .sms: phone
        case .webhook: webhook
        case .call: calls ? phone : nil
        }
    }
}
