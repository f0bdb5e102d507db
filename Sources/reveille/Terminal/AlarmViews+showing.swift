import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension AlarmListing {
    /// The alarm as JSON for a script: the relay's data, with opened words in place of sealed ones.
    var json: JSONValue {
        let sealed: Set<String> = ["message", "reply"]
        var object = JSONObject()
        if case .object(let told) = view.json {
            object = JSONObject(members: told.members.filter { !sealed.contains($0.name) })
        }
        object.append("partner", partnerName.map(JSONValue.string) ?? .null)
        object.append("text", words.json)
        if let reply { object.append("reply", reply.json) }
        if let ownReply { object.append("ownReply", .string(ownReply)) }
        if case .other(let name?) = doer { object.append("doneBy", .string(name)) }
        return .object(object)
    }
}

extension OpenedWords {
    /// The words in quotes, or the reason why they cannot be trusted, for a reader of English.
    var shown: String { shown(in: .english) }

    /// The words in quotes, or the reason why they cannot be trusted.
    func shown(in language: Language) -> String {
        switch self {
        case .verified(let text), .clear(let text): language.quoting(text)
        case .unverified(.missing): language.text(.listenWordsNone)
        case .unverified(let doubt):
            language.text(.listenWordsUnverified, [.reason: doubt.explanation(in: language)])
        }
    }

    fileprivate var json: JSONValue { text.map(JSONValue.string) ?? .null }
}

extension OpenedWords.VerificationFailure {
    /// The reason why the words must not be trusted.
    func explanation(in language: Language) -> String {
        let key: TextKey =
            switch self {
            case .missing: .listenDoubtMissing
            case .unreadable: .listenDoubtUnreadable
            case .unknownKey: .listenDoubtUnknownKey
            case .damaged: .listenDoubtDamaged
            case .otherPair: .listenDoubtOtherPair
            case .otherAlarm: .listenDoubtOtherAlarm
            case .otherTime: .listenDoubtOtherTime
            case .otherRule: .listenDoubtOtherRule
            }
        return language.text(key)
    }
}

extension AlarmNotice {
    /// The notice as one sentence.
    func news(in language: Language) -> String {
        if let relayWords {
            // The relay's text has the title itself where it may read titles.
            let words = relayWords.title == text ? nil : text
            let unread = isOfFamily ? doubt?.remarkOnReminder(in: language) : nil
            let remark = words.map { language.quoting($0) } ?? unread
            return language.joining(relayWords.line, remark)
        }
        let values = values(in: language)
        let key: TextKey
        switch stage.stage {
        case .acknowledged:
            let reply = reply.map { language.text(.listenNewsReply, [.words: $0.shown(in: language)]) }
            return language.joining(language.text(.listenNewsAcknowledged, values), reply)
        case .dismissed: key = .listenNewsDismissed
        case .declined: key = .listenNewsDeclined
        case .noAnswerYet: key = .listenNewsNoAnswerYet
        case .noAnswer: key = .listenNewsNoAnswer
        case .missed: key = .listenNewsMissed
        case .blocked: key = .listenNewsBlocked
        case .unblocked: key = .listenNewsUnblocked
        default:
            return language.text(.listenNewsOther, values.merging([.reason: stage.rawValue]) { _, new in new })
        }
        return language.text(key, values)
    }

    /// The notice as one sentence, which says of an alarm that repeats and was declined whether it goes on, and of one
    /// whose receiver cannot be reached whether a phone has it all the same.
    ///
    /// - Parameters:
    ///   - view: the alarm as it is now; nil where that is not known.
    ///   - clock: the clock of this machine, for its reader.
    /// - Returns: the sentence.
    func news(of view: AlarmView?, _ clock: LocalClock) -> String {
        let language = clock.language
        guard relayWords == nil, let view, view.id == id else { return news(in: language) }
        if stage.stage == .blocked, view.isHeldOutOfReach {
            return language.text(.listenNewsBlockedReceived, values(in: language))
        }
        guard stage.stage == .declined, view.rule != nil else { return news(in: language) }
        var values = values(in: language)
        switch view.ending {
        case nil:
            values[.time] = clock.both(view.time, in: view.timeZone)
            return language.text(view.isRefused ? .listenNewsDeclinedAgain : .listenNewsDeclinedOnce, values)
        case .declined: return language.text(.listenNewsDeclinedEnded, values)
        case _?: return news(in: language)
        }
    }

    private func values(in language: Language) -> [Placeholder: String] {
        [
            .person: partnerName?.asForeign ?? language.text(.listenPartner).capitalizedAtStart,
            .title: text.map { language.quoting($0) } ?? language.text(.listenAlarm, [.link: "\(id)"]),
        ]
    }
}

extension IncomingAlarm {
    private func sender(in language: Language) -> String {
        isOwn ? language.text(.listenYou) : partnerName?.asForeign ?? language.text(.listenUnverifiedSender)
    }

    /// The relay's own text; followed by the words, unless it holds them.
    private func line(_ relayWords: PushWords, in language: Language) -> String {
        switch words {
        case .clear: relayWords.line
        case .unverified(let doubt) where isReminder:
            language.joining(relayWords.line, doubt.remarkOnReminder(in: language))
        case .unverified(.missing): relayWords.line
        case .verified, .unverified: language.joining(relayWords.line, words.shown(in: language))
        }
    }

    /// The words and the sender, to tell it from others.
    func title(in language: Language) -> String {
        if isReminder { return reminderTitle(in: language) }
        if let relayWords { return relayWords.line }
        return language.text(
            .listenTitleFrom,
            [.title: words.shown(in: language), .person: sender(in: language)]
        )
    }

    /// Returns the line for an alarm that was put off, or else for what is announced of it, for the reader of `clock`.
    func announcement(clock: LocalClock, as announcement: AlarmAnnouncement = .set) -> String {
        let language = clock.language
        if let snoozedUntil {
            return language.text(
                .listenSetPutOff,
                [.time: clock.both(snoozedUntil, in: timeZone), .title: title(in: language)]
            )
        }
        if let relayWords, announcement == .set { return line(relayWords, in: language) }
        let time = dueWords(clock)
        let values: [Placeholder: String] = [.title: title(in: language), .time: time]
        switch announcement {
        case .set: break
        case .next: return language.text(.listenSetNext, values)
        case .changed: return language.text(.listenChangedTime, values)
        case .ringsAgain: return language.text(.listenSetAgain, values)
        }
        if isReminder { return reminderAnnouncement(time: time, in: language) }
        return language.text(
            .listenSetBy,
            [.person: sender(in: language), .time: time, .title: words.shown(in: language)]
        )
    }

    /// When it is due, and how it repeats.
    func dueWords(_ clock: LocalClock) -> String {
        let (due, language) = (clock.both(ringsAt, in: timeZone), clock.language)
        guard let rule else { return due }
        return language.text(.listenSetRepeats, [.time: due, .rhythm: RepetitionText.words(for: rule, in: language)])
    }

    /// Whether it recurs, and this is the time after the one for which it rang until now.
    ///
    /// - Parameters:
    ///   - former: the time for which it rang until now; nil where it did not ring.
    ///   - now: the present, by the relay's clock.
    /// - Returns: whether it goes on.
    func goesOn(after former: Instant?, at now: Instant) -> Bool {
        guard rule != nil, let former else { return false }
        return former < time && former <= now
    }

    /// Returns the line for an alarm that has another time than the one known before, for the reader of `clock`.
    ///
    /// Where the alarm recurs and rang until now, it was not changed: this time is over, and the next one is known.
    ///
    /// - Parameters:
    ///   - former: the time for which it rang until now; nil where it did not ring.
    ///   - clock: the clock of this machine.
    /// - Returns: the line.
    func change(from former: Instant?, _ clock: LocalClock) -> String {
        let language = clock.language
        guard goesOn(after: former, at: clock.relayNow) else {
            return language.text(.listenChanged, [.title: title(in: language)])
        }
        return TakenOff(
            title: title(in: language),
            reason: EndReason(clause: language.text(.listenWhyTimeOver), next: time),
            hasRung: true
        ).line(clock)
    }

    /// Returns the line for an alarm that rings, for the reader of `clock`.
    func call(again: Bool, clock: LocalClock) -> String {
        let language = clock.language
        // A reminder reads the same by a push, which has the relay's own text as well, as by a synchronisation.
        if let relayWords, !isReminder {
            let title = line(relayWords, in: language)
            guard let person = isOwn ? language.text(.listenYou) : partnerName?.asForeign else {
                return language.text(again ? .listenStill : .listenRing, [.title: title])
            }
            return language.text(again ? .listenStillBy : .listenRingBy, [.title: title, .person: person])
        }
        let ring =
            isReminder
            ? reminderCall(again: again, in: language)
            : language.text(
                again ? .listenStillFrom : .listenRingFrom,
                [.person: sender(in: language), .title: words.shown(in: language)]
            )
        guard isLate else { return ring }
        let late =
            snoozedUntil.map { language.text(.listenLatePutOff, [.time: clock.text($0)]) }
            ?? language.text(.listenLate, [.time: clock.text(time)])
        return language.joining(ring, late)
    }
}

extension PushWords {
    /// The title and the text on one line, with a full stop between them unless the title ends in a mark of its own.
    var line: String {
        let (title, body) = (title.asForeign, body.asForeign)
        guard let last = title.last else { return body }
        guard !body.isEmpty else { return title }
        // Full-width marks have their space within.
        func isWide(_ mark: Character) -> Bool { mark.unicodeScalars.allSatisfy { $0.value >= 0x2E80 } }
        if last.isPunctuation, !Self.openMarks.contains(last) {
            return isWide(last) ? title + body : "\(title) \(body)"
        }
        // The title may end in a name, which tells nothing of the language: the mark that ends the text does.
        let mark = body.last.flatMap { $0.isPunctuation ? $0 : nil } ?? last
        return isWide(mark) ? "\(title)。\(body)" : "\(title). \(body)"
    }

    /// Marks that end no sentence.
    private static let openMarks: Set<Character> = ["”", "»", ")", "]", "’", "」", "』", "）"]
}

extension AlarmView {
    /// Whether a phone that cannot be reached has the alarm, so that it may ring by itself, as by a local notification.
    var isHeldOutOfReach: Bool {
        state == .blocked && deliveries.contains { $0.received != nil || $0.armed != nil }
    }

    /// Returns a sentence for every device of the receiver that accepts messages but never sends a receipt.
    ///
    /// `partner` is the other person's name, where it is known.
    func warnings(partner: String?, in language: Language) -> [String] {
        let isOurs = direction == .incoming
        let owner = partner?.asForeign ?? language.text(.listenPartner).capitalizedAtStart
        return deliveries.filter(\.isSilent).map { funnel in
            let isOne = funnel.unanswered == 1
            let own: TextKey = isOne ? .listDeafOwn : .listDeafOwnSeveral
            let other: TextKey = isOne ? .listDeafOther : .listDeafOtherSeveral
            return language.text(
                isOurs ? own : other,
                [.person: owner, .words: "\(funnel.device)", .count: "\(funnel.unanswered)"]
            )
        }
    }
}
