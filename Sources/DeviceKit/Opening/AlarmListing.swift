import AlarmCore
public import AlarmWire
import Sealing

/// An alarm as its user may read it: what the relay tells, and what this device can open of it.
public struct AlarmListing: Hashable, Sendable {
    /// What the relay tells.
    public var view: AlarmView
    /// The words; of an outgoing alarm those that this device remembers having sent, or that another device of the same
    /// person sent under keys which this one has too.
    public var words: Words
    /// The receiver's reply.
    public var reply: Words?
    /// The other side's name, where it is known.
    public var partnerName: String?
}

extension Profile {
    /// Opens what can be opened of `view`.
    mutating func listing(_ view: AlarmView, at now: Instant) -> AlarmListing {
        let words: Words
        switch view.direction {
        case .outgoing:
            words = outgoing.first { $0.id == view.id }.map { .verified($0.text) } ?? openOwn(view)
        case .incoming:
            words = open(view, at: now)
        }
        let reply = view.direction == .outgoing ? view.reply : nil
        return AlarmListing(
            view: view,
            words: words,
            reply: reply.map { open(reply: $0, to: view.id, time: nil, at: now).words },
            partnerName: pair(view.pair)?.partnerName
        )
    }

    /// Opens what another device of the same person has sealed.
    private func openOwn(_ view: AlarmView) -> Words {
        guard let message = view.message else { return .unverified(.missing) }
        guard let keys = pair(view.pair)?.secrets?.keys,
            let jwe = try? CompactJWE(parsing: message.text, limit: PushPayload.limit)
        else { return .unverified(.unknownKey) }
        guard let plaintext = try? keys.openOwn(jwe) else { return .unverified(.unknownKey) }
        guard let sent = try? MessagePlaintext(wire: plaintext) else { return .unverified(.unreadable) }
        guard sent.id == view.id else { return .unverified(.otherAlarm) }
        return .verified(sent.text)
    }

    /// A list tells of a repeated alarm only its present time: what was opened when it came is held on to.
    private mutating func open(_ view: AlarmView, at now: Instant) -> Words {
        if let known = alarm(view.id), known.revision == view.revision, let text = known.text { return .verified(text) }
        var context = MessageContext(id: view.id, time: view.time, rule: view.rule, pair: view.pair)
        context.isListing = true
        return open(view.message, for: context, at: now).words
    }
}
