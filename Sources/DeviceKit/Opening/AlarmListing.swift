public import AlarmCore
public import AlarmWire
import Sealing

/// An alarm as its user may read it: the relay's view, and the texts that this device can open.
public struct AlarmListing: Hashable, Sendable {
    /// The relay's view.
    public var view: AlarmView
    /// The message; of an outgoing alarm the one that this device remembers, or that another device of the same person
    /// sent under keys which this one has too.
    public var words: OpenedWords
    /// The receiver's reply.
    public var reply: OpenedWords?
    /// The reply of this device's own person to an incoming alarm, on whichever device it was written; nil where there
    /// is none, or it cannot be opened.
    public var ownReply: String?
    /// The other side's name, where it is known.
    public var partnerName: String?
    /// Who has done what a family's reminder is about; nil where nobody has, and for any other alarm.
    public var doer: Doer?

    /// Who has done something.
    public enum Doer: Hashable, Sendable {
        /// This device's own person.
        case own
        /// Somebody else, with their name where it is known.
        case other(String?)
    }

    /// The occurrence that has ended last, or the present one where the alarm has not been asked for by itself.
    public var endedTime: Instant { view.last?.time ?? view.time }
    /// How the occurrence of ``endedTime`` ended; nil where none has.
    public var lastEnding: AlarmView.Ending? { view.last?.ending ?? view.ending }
}

extension Profile {
    /// Opens the texts of `view`, as far as possible.
    mutating func listing(_ view: AlarmView, at now: Instant) -> AlarmListing {
        let words: OpenedWords
        if let member = view.message == nil ? open(view.sealed, orClear: view.clear) : nil {
            return AlarmListing(
                view: view,
                words: member.message.words,
                partnerName: member.name,
                doer: doer(of: view)
            )
        }
        switch view.direction {
        case .outgoing:
            words = outgoing.first { $0.id == view.id }.map { .verified($0.text) } ?? openOwn(view.message, of: view)
        case .incoming:
            words = open(view, at: now)
        }
        let reply = view.direction == .outgoing ? view.reply : nil
        return AlarmListing(
            view: view,
            words: words,
            reply: reply.map { open(reply: $0, to: view.id, time: nil, at: now).words },
            ownReply: view.direction == .incoming ? openOwn(view.reply, of: view).text : nil,
            partnerName: pair(view.pair)?.partnerName,
            doer: doer(of: view)
        )
    }

    private func doer(of view: AlarmView) -> AlarmListing.Doer? {
        guard let person = view.last?.by else { return nil }
        guard let circle = circle(view.pair) else { return .other(nil) }
        return person == circle.person ? .own : .other(circle.name(of: person))
    }

    /// Opens a message or a reply that this or another device of the same person sealed.
    private func openOwn(_ message: SealedText?, of view: AlarmView) -> OpenedWords {
        guard let message else { return .unverified(.missing) }
        guard let keys = pair(view.pair)?.secrets?.keys,
            let jwe = try? CompactJWE(parsing: message.text, limit: PushPayload.limit)
        else { return .unverified(.unknownKey) }
        guard let plaintext = try? keys.openOwn(jwe) else { return .unverified(.unknownKey) }
        guard let sent = try? MessagePlaintext(wire: plaintext) else { return .unverified(.unreadable) }
        guard sent.id == view.id else { return .unverified(.otherAlarm) }
        return .verified(sent.text)
    }

    /// A list has only the present time of a recurring alarm, so the message opened on arrival is used.
    private mutating func open(_ view: AlarmView, at now: Instant) -> OpenedWords {
        if let known = alarm(view.id), known.revision == view.revision, let text = known.text { return .verified(text) }
        var context = MessageContext(id: view.id, time: view.time, rule: view.rule, pair: view.pair)
        context.isListing = true
        return open(view.message, for: context, at: now).words
    }
}
