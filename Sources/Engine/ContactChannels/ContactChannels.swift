package import AlarmCore
package import AlarmWire
package import Delivery

/// The channels to people without the app, and the address to which links in their letters lead.
package struct ContactChannels: Sendable {
    /// The relay's own address, as in `https://relay.example.org`; nil where unknown, so that no letter can be written.
    package var origin: String?
    /// What keeps readers from opening the links in letters, and what to set; nil where nothing is known to.
    package var linkTrouble: String?
    /// E-mail; nil when no server is configured.
    package var mail: (any MailChannel)?
    /// Text messages; nil when no provider is configured.
    package var sms: (any SMSChannel)?
    /// The most segments of text messages sent in one UTC day.
    ///
    /// 100.
    package var segmentsPerDay: Int
    /// Telephone calls; nil when no provider is configured.
    package var calls: (any CallChannel)?
    /// The most calls in one UTC day.
    ///
    /// 20.
    package var callsPerDay: Int
    /// Webhooks; nil when none may be sent.
    package var webhook: (any WebhookSending)?

    package init(
        origin: String? = nil,
        linkTrouble: String? = nil,
        mail: (any MailChannel)? = nil,
        sms: (any SMSChannel)? = nil,
        segmentsPerDay: Int = 100,
        calls: (any CallChannel)? = nil,
        callsPerDay: Int = 20,
        webhook: (any WebhookSending)? = nil
    ) {
        self.origin = origin
        self.linkTrouble = linkTrouble
        self.mail = mail
        self.sms = sms
        self.segmentsPerDay = segmentsPerDay
        self.calls = calls
        self.callsPerDay = callsPerDay
        self.webhook = webhook
    }

    /// Why no letter can be written without an ``origin``.
    static let noOrigin = "the relay does not know its own address"

    /// The media by which the relay can send at present.
    package var usable: Set<Destination.Medium> { Set(Destination.Medium.allCases.filter { lack(of: $0) == nil }) }

    /// Whether the relay can ask somebody whether they want to be a contact: a webhook asks nobody.
    package var canAsk: Bool { !usable.isDisjoint(with: [.email, .sms]) }

    /// Why the relay can send nothing by a medium at present; nil where it can.
    package func lack(of medium: Destination.Medium) -> String? {
        guard origin != nil else { return Self.noOrigin }
        let isLacking =
            switch medium {
            case .email: mail == nil
            case .sms: sms == nil
            case .webhook: webhook == nil
            case .call: calls == nil
            }
        return isLacking ? Self.lacking(medium) : nil
    }

    /// Whether a reason that was noted of a delivery is that the relay had no way to send by a medium.
    package static func isLack(_ reason: String?, of medium: Destination.Medium) -> Bool {
        reason == lacking(medium) || reason == noOrigin
    }

    private static func lacking(_ medium: Destination.Medium) -> String {
        switch medium {
        case .email: "no mail server is configured"
        case .sms: "no provider of text messages is configured"
        case .webhook: "webhooks are not allowed"
        case .call: "no provider of calls is configured"
        }
    }

    /// The media of a contact's addresses by which the relay can send nothing at present.
    package func lacking(for contact: ContactRequest) -> Set<Destination.Medium> {
        Set(Destination.Medium.allCases.filter { contact.address(for: $0) != nil && lack(of: $0) != nil })
    }

    /// Checks that the relay can send to a contact's addresses.
    ///
    /// - Throws: the problem `malformed`, which says which address is wrong and why, or that the language is no language
    ///   tag; `no-channel` for an address of a kind that the relay sends nothing to.
    package func check(_ contact: ContactRequest) throws {
        guard contact.language.map({ LanguageTag($0) != nil }) ?? true else {
            throw Problem(
                .malformed,
                detail: """
                    a language is written as a tag (BCP 47), as in en, zh-Hant or zh-Hans: this relay writes English, \
                    Traditional and Simplified Chinese, and English to everybody else
                    """,
                pointer: "/language"
            )
        }
        if let email = contact.email {
            do {
                _ = try EmailAddress(email)
            } catch {
                throw Problem(.malformed, detail: "\(error)", pointer: "/email")
            }
            try require(
                mail != nil,
                "e-mail",
                by: "configure a mail server (SMTP)",
                orGiving: sms == nil ? nil : "give a telephone number instead",
                at: "/email"
            )
        }
        if let phone = contact.phone {
            guard PhoneNumber(phone) != nil else {
                throw Problem(
                    .malformed,
                    detail: "write the telephone number with its country's code, as in +491701234567",
                    pointer: "/phone"
                )
            }
            try require(
                sms != nil,
                "text messages",
                by: "configure a provider of text messages",
                orGiving: mail == nil ? nil : "give an e-mail address instead",
                at: "/phone"
            )
        }
        if contact.calls {
            guard contact.phone != nil else {
                throw Problem(.malformed, detail: "give the telephone number that is to be called", pointer: "/phone")
            }
            guard calls != nil else {
                throw Problem(
                    .noChannel,
                    detail:
                        "this relay makes no calls: leave that out, or ask its operator to configure a provider of them",
                    pointer: "/calls"
                )
            }
        }
        if let url = contact.webhook {
            guard let parsed = WebURL(url), parsed.isSecure || webhook?.allowsUnprotected == true else {
                throw Problem(.malformed, detail: "a webhook is an https:// URL", pointer: "/webhook")
            }
            try require(webhook != nil, "webhooks", by: "allow them", orGiving: "leave that out", at: "/webhook")
        }
    }

    /// Refuses an address of a kind that the relay sends nothing to, and says what its operator has to do, or what else
    /// can be done; trying again would change nothing.
    private func require(
        _ isThere: Bool,
        _ way: String,
        by step: String,
        orGiving other: String?,
        at pointer: String
    ) throws {
        guard !isThere else { return }
        let advice = other.map { "\($0), or ask its operator to \(step)" } ?? "its operator has to \(step)"
        throw Problem(.noChannel, detail: "this relay sends no \(way): \(advice)", pointer: pointer)
    }

    /// The relay's own address, to which a link leads.
    ///
    /// - Throws: the problem `no-channel` where the relay does not know it.
    package func linkOrigin() throws -> String {
        guard let origin else {
            throw Problem(.noChannel, detail: "this relay does not know its own address: its operator sets 'origin'")
        }
        return origin
    }
}
