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
    /// The name of whoever a reminder is for that this device's person has set, where a history, or
    /// ``LocalDevice/namingReceivers(of:)``, knows it.
    public var receiverName: String?
    /// Whether this device's person has set a reminder for themselves, as ``LocalDevice/namingReceivers(of:)`` says.
    public var isForOneself = false
    /// Who has done what a family's reminder is about; nil where nobody has, and for any other alarm.
    public var doer: Doer?

    /// Whether it rings no more although it is not done: the sound of a reminder was turned off, on this device or, as the
    /// relay says, on another; false where it rings on this one.
    public var isSoundOff = false

    /// Whether it did not end by anybody's word: its reminder goes on, or went on, by another alarm.
    public var wasSetAnew: Bool { view.isSetAnew && [.cancelled, .declined].contains(lastEnding) }

    /// Whether it rings for a reminder that this device's person has set.
    var isReminderSetHere: Bool { view.direction == .outgoing && view.isReminder }

    /// Who has done something.
    public enum Doer: Hashable, Sendable {
        /// This device's own person.
        case own
        /// Somebody else, with their name where it is known.
        case other(String?)
    }

    /// The occurrence that has ended last, or the present one where the alarm has not been asked for by itself.
    public var endedTime: Instant { view.last?.time ?? view.time }
    /// When the occurrence of ``endedTime`` ended; that time itself where the relay does not say.
    public var endedAt: Instant { view.last?.at ?? endedTime }
    /// How the occurrence of ``endedTime`` ended; nil where none has.
    public var lastEnding: AlarmView.Ending? { view.last?.ending ?? view.ending }
}

extension Profile {
    /// Opens the texts of `view`, as far as possible.
    mutating func listing(_ told: AlarmView, at now: Instant) -> AlarmListing {
        let view = recalling(told)
        let words: OpenedWords
        if let member = view.message == nil ? open(view.sealed, orClear: view.clear) : nil {
            return AlarmListing(
                view: view,
                words: member.message.words,
                partnerName: member.name,
                doer: doer(of: view),
                isSoundOff: isSoundOff(view)
            )
        }
        switch view.direction {
        case .outgoing:
            let opened = recall(openOwn(view.message, of: view), readWords(of: view.id)?.text, of: view)
            words = outgoing.first { $0.id == view.id }.map { .verified($0.text) } ?? opened
        case .incoming:
            words = (view.isReminder ? alarm(view.id)?.text : nil).map { .verified($0) } ?? open(view, at: now)
        }
        let sender = view.direction == .incoming ? circle(view.pair)?.name(of: view.setBy) : nil
        let (reply, ownReply) = replies(of: view, at: now)
        if view.direction == .outgoing { noteRead(view, text: words.text, reply: reply?.text, at: now) }
        return AlarmListing(
            view: view,
            words: words,
            reply: reply,
            ownReply: ownReply,
            partnerName: pair(view.pair)?.partnerName ?? sender,
            doer: doer(of: view),
            isSoundOff: isSoundOff(view)
        )
    }

    /// The receiver's reply to an alarm of this person, and this person's own to an alarm of somebody else.
    private mutating func replies(of view: AlarmView, at now: Instant) -> (other: OpenedWords?, own: String?) {
        switch view.direction {
        case .outgoing:
            let opened = view.reply.map { open(reply: $0, to: view.id, time: nil, at: now).words }
            let known = readWords(of: view.id)?.reply
            guard opened != nil || known != nil && isBlanked(view) else { return (nil, nil) }
            return (recall(opened ?? .unverified(.missing), known, of: view), nil)
        case .incoming:
            let index = incoming.firstIndex { $0.id == view.id && $0.revision == view.revision }
            if let reply = openOwn(view.reply, of: view).text {
                if let index { incoming[index].ownReply = reply }
                return (nil, reply)
            }
            return (nil, isBlanked(view) ? index.flatMap { incoming[$0].ownReply } : nil)
        }
    }

    /// What was opened, or what this device has read before where there is nothing to open any more.
    private func recall(_ opened: OpenedWords, _ known: String?, of view: AlarmView) -> OpenedWords {
        guard opened.text == nil, isBlanked(view), let known else { return opened }
        return .verified(known)
    }

    /// Whether the sealed words are gone, at the relay or because the keys went with the pair.
    private func isBlanked(_ view: AlarmView) -> Bool { view.message == nil || pair(view.pair)?.isActive == false }

    /// Keeps how a reminder's alarm has ended, as long as the relay has the reminder, and recalls it once that is
    /// deleted: then the relay knows less.
    private mutating func recalling(_ view: AlarmView) -> AlarmView {
        guard view.isReminder, let index = incoming.firstIndex(where: { $0.id == view.id }) else { return view }
        guard view.sealed == nil, view.clear == nil else {
            incoming[index].ended = view.ending == nil ? nil : view.last
            return view
        }
        // A completion that was taken back meanwhile is none, whatever was kept.
        guard let ended = incoming[index].ended, let ending = view.ending,
            ending != .cancelled || ended.ending == .cancelled
        else { return view }
        var view = view
        view.ending = ended.ending
        view.last = ended
        return view
    }

    private func isSoundOff(_ view: AlarmView) -> Bool {
        guard view.isReminder, view.state == .ringing else { return false }
        guard view.direction == .incoming, let known = alarm(view.id), known.revision == view.revision else {
            return view.isSoundOff
        }
        switch known.phase {
        case .answered: return true
        case .ringing: return false
        case .pending, .armed, .snoozed, .released: return view.isSoundOff
        }
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

extension AlarmView {
    /// Whether it rings for a family's reminder.
    var isReminder: Bool { preset == EscalationPolicy.reminder.name }

    /// The alarm of a reminder with the end that the reminder knows: by it the family hears of a completion that followed
    /// one that was taken back, and which another alarm rang for.
    func ended(as reminder: Reminder) -> AlarmView {
        guard let completion = reminder.completion else { return self }
        var view = self
        view.ending = .answered
        view.last = PastOccurrence(time: reminder.due, ending: .answered, at: completion.at, by: completion.by)
        return view
    }
}
