import AlarmCore
import AlarmWire
import Sealing

/// The relay's values in clear, with which a sealed message is compared.
struct MessageContext {
    let id: AlarmID
    let time: Instant
    var firstTime: Instant?
    var rule: RecurrenceRule?
    /// The pair that the relay names; nil where it names none.
    var pair: PairID?
    /// Whether the relay gives only the present time of a recurring alarm.
    var isListing = false
}

/// A message after opening: its text, and the pair whose key sealed it.
struct OpenedMessage {
    let words: OpenedWords
    var pair: PairID?

    init(words: OpenedWords, pair: PairID? = nil) {
        self.words = words
        self.pair = pair
    }

    /// Makes a message from an opened text of a circle's member.
    init(_ opened: Result<OpenedMemberWords, MemberWordsError>) {
        switch opened {
        case .success(let opened): self.init(words: .verified(opened.line))
        case .failure(let refusal): self.init(words: .unverified(refusal.doubt))
        }
    }

    static func doubtful(_ doubt: OpenedWords.VerificationFailure) -> OpenedMessage {
        OpenedMessage(words: .unverified(doubt))
    }
}

extension Profile {
    /// Opens the message of an alarm and compares it with what the relay says about it (PA1 section 5).
    mutating func open(_ message: SealedText?, for context: MessageContext, at now: Instant) -> OpenedMessage {
        opened(message, at: now, pair: context.pair) { plaintext in
            guard plaintext.id == context.id else { return .otherAlarm }
            guard plaintext.rule == context.rule else { return .otherRule }
            let isOpenEnded = context.isListing && context.rule != nil
            guard isOpenEnded || plaintext.time == context.firstTime ?? context.time else { return .otherTime }
            // A single alarm has one time; a recurring one never rings before its first.
            let isPossible = context.rule == nil ? context.time == plaintext.time : context.time >= plaintext.time
            return isPossible ? nil : .otherTime
        }
    }

    /// Opens a reply to the alarm `id`; `time` is the occurrence that it answers according to the relay, if given.
    mutating func open(reply: SealedText, to id: AlarmID, time: Instant?, at now: Instant) -> OpenedMessage {
        opened(reply, at: now, pair: outgoing.first { $0.id == id }?.pair) { plaintext in
            guard plaintext.id == id else { return .otherAlarm }
            guard plaintext.time == time ?? plaintext.time else { return .otherTime }
            return plaintext.rule == nil ? nil : .otherRule
        }
    }

    private mutating func opened(
        _ message: SealedText?,
        at now: Instant,
        pair expected: PairID?,
        _ check: (MessagePlaintext) -> OpenedWords.VerificationFailure?
    ) -> OpenedMessage {
        guard let message else { return .doubtful(.missing) }
        guard let jwe = try? CompactJWE(parsing: message.text, limit: PushPayload.limit) else {
            return .doubtful(.unreadable)
        }
        for index in pairs.indices where pairs[index].isActive {
            let plaintext: [UInt8]
            do {
                plaintext = try pairs[index].open(jwe, at: now)
            } catch SealingError.unknownGeneration {
                continue
            } catch {
                return .doubtful(.damaged)
            }
            guard let message = try? MessagePlaintext(wire: plaintext) else { return .doubtful(.unreadable) }
            let id = pairs[index].id
            guard expected == nil || expected == id else { return .doubtful(.otherPair) }
            if let doubt = check(message) { return .doubtful(doubt) }
            return OpenedMessage(words: .verified(message.text), pair: id)
        }
        return .doubtful(.unknownKey)
    }

    /// Opens the content of a push or an event.
    mutating func open(_ received: ReceivedAlarmPush, at now: Instant) -> IncomingAlarm {
        let push = received.alarm
        var opened = open(
            push.message,
            for: MessageContext(id: push.id, time: push.time, firstTime: push.firstTime, rule: push.rule),
            at: now
        )
        if received.unreadable.contains("message") { opened = .doubtful(.unreadable) }
        let member = push.message == nil ? open(push.sealed, orClear: push.clear) : nil
        if let member { opened = member.message }
        if received.unreadable.contains("sealed") { opened = .doubtful(.unreadable) }
        return IncomingAlarm(
            stage: push.stage,
            id: push.id,
            revision: push.revision,
            time: push.time,
            snoozedUntil: push.snoozedUntil,
            firstTime: push.firstTime,
            rule: push.rule,
            timeZone: push.timeZone,
            sound: push.sound ?? AlarmRequest.defaultSound,
            words: opened.words,
            pair: opened.pair,
            partnerName: opened.pair.flatMap { pair($0) }?.partnerName ?? member?.name,
            isOwn: member?.isOwn ?? false,
            circle: push.sealed?.circle ?? push.clear?.circle,
            isLate: push.isLate,
            restoredAt: push.restoredAt,
            preset: push.preset,
            relayWords: push.words
        )
    }

    /// Opens an alarm from a sync; one that is due is to ring, any other to be armed.
    mutating func open(_ synced: SyncedAlarm, at now: Instant) -> IncomingAlarm {
        var opened = open(
            synced.message,
            for: MessageContext(
                id: synced.id,
                time: synced.time,
                firstTime: synced.firstTime,
                rule: synced.rule,
                pair: synced.pair
            ),
            at: now
        )
        let member = synced.message == nil ? open(synced.sealed, orClear: synced.clear) : nil
        if let member { opened = member.message }
        // An alarm that this device already handles needs no second ring; the relay pushes one if the device stays
        // silent.
        let known = alarm(synced.id)
        let isHeld = known.map { !$0.isOver && $0.phase != .pending && $0.revision == synced.revision } ?? false
        let isDue = synced.snoozedUntil.map { $0 <= now } ?? (synced.state == .ringing || synced.time <= now)
        // What this device took off when it was snoozed on another one rings again at the end of that snooze.
        let isSnoozedElsewhere = known.map { $0.phase == .released && $0.revision == synced.revision } ?? false
        let isOverdue = now - (synced.snoozedUntil ?? synced.time) >= Alarm.lateMark
        return IncomingAlarm(
            stage: isDue && !isHeld ? .ring : .handoff,
            id: synced.id,
            revision: synced.revision,
            time: synced.time,
            snoozedUntil: synced.snoozedUntil,
            isSoundOff: synced.isSoundOff,
            firstTime: synced.firstTime,
            rule: synced.rule,
            timeZone: synced.timeZone,
            sound: synced.sound,
            words: opened.words,
            pair: opened.pair,
            partnerName: opened.pair.flatMap { pair($0) }?.partnerName ?? member?.name,
            isOwn: member?.isOwn ?? false,
            // Its words may be sealed for others alone.
            circle: circle(synced.pair)?.id ?? synced.sealed?.circle ?? synced.clear?.circle,
            isLate: isDue && !isHeld && !isSnoozedElsewhere && isOverdue
        )
    }

    /// Opens the content of a notice.
    mutating func open(notice push: AlarmPush, at now: Instant) -> AlarmNotice {
        let sent = outgoing.first { $0.id == push.id }
        let known = alarm(push.id)
        let reply = push.reply.map { open(reply: $0, to: push.id, time: push.time, at: now) }
        if let text = reply?.words.text, let pair = reply?.pair {
            noteRead(reply: text, to: push.id, of: pair, dueAt: push.time, at: now)
        }
        let read = readWords(of: push.id)
        let member = open(push.sealed, orClear: push.clear)
        let text = sent?.text ?? read?.text ?? member?.message.words.text ?? known?.text
        return AlarmNotice(
            stage: push.stage,
            id: push.id,
            revision: push.revision,
            time: push.time,
            reply: reply?.words,
            text: text,
            partnerName: (sent?.pair ?? read?.pair ?? known?.pair).flatMap { pair($0) }?.partnerName,
            preset: push.preset,
            relayWords: push.words,
            doubt: text == nil ? member?.message.words.doubt : nil
        )
    }
}

/// What a member of a circle says in an alarm, and who it is.
struct MemberMessage {
    let message: OpenedMessage
    /// The member's display name; nil for this device's own person, and where it is not known.
    let name: String?
    /// Whether this device's own person says it.
    let isOwn: Bool
}

extension Profile {
    /// Opens what a member has sealed, else takes the title in clear; nil where there is neither.
    ///
    /// Who set a reminder is what the relay says: its words are sealed again by others when somebody joins or leaves, and
    /// the reminder may have been handed over. A title in clear is the relay's word as well, as the family lets it be.
    func open(_ sealed: MemberWords?, orClear clear: ClearWords?) -> MemberMessage? {
        if let sealed {
            let opened = open(sealed)
            guard let words = try? opened.get() else {
                return MemberMessage(message: OpenedMessage(opened), name: nil, isOwn: false)
            }
            let message = OpenedMessage(opened)
            guard let by = sealed.by, let circle = circle(sealed.circle) else {
                return MemberMessage(message: message, name: words.name, isOwn: words.isOwn)
            }
            return MemberMessage(
                message: message,
                name: circle.members.first { $0.person == by }?.name,
                isOwn: circle.person == by
            )
        }
        guard let clear else { return nil }
        let circle = circle(clear.circle)
        return MemberMessage(
            message: OpenedMessage(words: .clear(clear.text)),
            name: circle?.members.first { $0.person == clear.by }?.name,
            isOwn: circle?.person == clear.by
        )
    }
}
