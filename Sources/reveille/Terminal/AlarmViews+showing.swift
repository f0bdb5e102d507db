import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension AlarmListing {
    /// The receiver or the sender of the alarm; for an alarm that watches a person, its kind.
    var otherSide: String {
        if let preset = view.preset { return preset.asForeign }
        let name = partnerName?.asForeign ?? "(unknown)"
        return view.direction == .outgoing ? "to \(name)" : "from \(name)"
    }

    /// Returns the alarm's state, or how it ended, in some words.
    ///
    /// The state alone calls a dismissal an answer, and the end of a pair a cancellation.
    func state(_ clock: LocalClock) -> String {
        if let ending = view.ending { return words(for: ending, clock) }
        guard let end = view.snoozedUntil else { return view.state.rawValue }
        let again = view.snoozes.map { $0 > 1 ? ", \($0) times by now" : "" } ?? ""
        return "\(view.state == .blocked ? "blocked, " : "")snoozed until \(clock.text(end, in: view.timeZone))\(again)"
    }

    /// Returns how the occurrence that ended last has ended; nil where none has.
    func lastEnd(_ clock: LocalClock) -> String? { lastEnding.map { words(for: $0, clock) } }

    private func words(for ending: AlarmView.Ending, _ clock: LocalClock) -> String {
        switch ending {
        case .answered:
            isReminder
                ? "done\(doer.map { " by \($0.name)" } ?? ""), for \(clock.text(endedTime, in: view.timeZone))"
                : "answered"
        case .dismissed: "dismissed"
        case .declined: "taken off"
        case .missed: isReminder ? "not done, for \(clock.text(endedTime, in: view.timeZone))" : "missed"
        case .cancelled: "taken back"
        case .ended: view.preset == nil ? "pair ended" : "circle left"
        }
    }

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
        if case .other(let name?) = doer { object.append("doneBy", .string(name)) }
        return .object(object)
    }
}

extension AlarmListing.Doer {
    /// The name for a sentence.
    fileprivate var name: String {
        switch self {
        case .own: "you"
        case .other(let name): name?.asForeign ?? "somebody whose name is not known here"
        }
    }
}

extension OpenedWords {
    /// The words in quotes, or the reason why they cannot be trusted.
    var shown: String {
        switch self {
        case .verified(let text), .clear(let text): "“\(text.asForeign)”"
        case .unverified(.missing): "(no words)"
        case .unverified(let doubt): "(UNVERIFIED: \(doubt.explanation))"
        }
    }

    fileprivate var json: JSONValue { text.map(JSONValue.string) ?? .null }
}

extension OpenedWords.VerificationFailure {
    /// The reason why the words must not be trusted.
    var explanation: String {
        switch self {
        case .missing: "there are no words"
        case .unreadable: "what came is no sealed text"
        case .unknownKey: "sealed with a key of no partner"
        case .damaged: "changed on the way"
        case .otherPair: "written by another partner"
        case .otherAlarm: "written for another alarm"
        case .otherTime: "written for another time"
        case .otherRule: "written for another repetition"
        }
    }
}

extension AlarmNotice {
    /// The notice as one sentence.
    var news: String {
        if let relayWords {
            // The relay's text has the title itself where it may read titles.
            let words = relayWords.title == text ? nil : text
            let remark = words.map { "“\($0.asForeign)”" } ?? (isOfFamily ? doubt?.remarkOnReminder : nil)
            return "\(relayWords.line)\(remark.map { " \($0)" } ?? "")"
        }
        let name = partnerName?.asForeign ?? "Your partner"
        let alarm = text.map { "“\($0.asForeign)”" } ?? "alarm \(id)"
        switch stage.stage {
        case .acknowledged: return "\(name) has got \(alarm).\(reply.map { " Reply: \($0.shown)" } ?? "")"
        case .dismissed: return "\(name) has dismissed \(alarm)."
        case .declined: return "\(name) has taken \(alarm) off."
        case .noAnswerYet: return "NO ANSWER YET: \(name) has not answered \(alarm), and it keeps ringing."
        case .noAnswer: return "NO ANSWER: \(name) has not answered \(alarm)."
        case .missed: return "MISSED: \(alarm) was due while the relay was away."
        case .blocked:
            return "BLOCKED: \(name)'s phone cannot be reached, so \(alarm) cannot ring: ask \(name) to open the app."
        case .unblocked: return "\(name) can be reached again for \(alarm)."
        default: return "\(stage.rawValue): \(alarm) with \(name)."
        }
    }
}

extension IncomingAlarm {
    private var sender: String {
        isOwn ? "you" : partnerName?.asForeign ?? "somebody whose name cannot be verified"
    }

    /// The relay's own text; followed by the words, unless it holds them.
    private func line(_ relayWords: PushWords) -> String {
        switch words {
        case .clear: relayWords.line
        case .unverified(let doubt) where isReminder: "\(relayWords.line) \(doubt.remarkOnReminder)"
        case .unverified(.missing): relayWords.line
        case .verified, .unverified: "\(relayWords.line) \(words.shown)"
        }
    }

    /// The words and the sender, to tell it from others.
    var title: String {
        if isReminder { return reminderTitle }
        if let relayWords { return relayWords.line }
        return "\(words.shown) from \(sender)"
    }

    /// Returns the line for an alarm that was set.
    func announcement(clock: LocalClock, language: Language) -> String {
        if let relayWords {
            return line(relayWords)
        }
        let repeats = rule.map { ", \(RepetitionText.words(for: $0, in: language))" } ?? ""
        let time = "\(clock.named(ringsAt, in: timeZone))\(repeats)"
        return isReminder ? reminderAnnouncement(time: time) : "Set by \(sender) for \(time): \(words.shown)"
    }

    /// Returns the line for an alarm that rings.
    func call(again: Bool, clock: LocalClock) -> String {
        if let relayWords {
            let by = isOwn ? " by you" : partnerName.map { " by \($0.asForeign)" } ?? ""
            return "\(again ? "STILL RINGING" : "ALARM"): \(line(relayWords))\(by)"
        }
        let promise = snoozedUntil.map { "put off until \(clock.text($0))" } ?? "due at \(clock.text(time))"
        let late = isLate ? " (late: it was \(promise))" : ""
        let occasion = again ? "STILL RINGING" : "ALARM"
        return isReminder ? reminderCall(occasion) + late : "\(occasion) from \(sender): \(words.shown)\(late)"
    }
}

extension PushWords {
    /// The title and the text on one line, with a full stop between them unless the title ends in a mark of its own.
    var line: String {
        let (title, body) = (title.asForeign, body.asForeign)
        guard let last = title.last else { return body }
        guard !body.isEmpty else { return title }
        // Full-width marks have their space within.
        let isWide = last.unicodeScalars.allSatisfy { $0.value >= 0x2E80 }
        if last.isPunctuation, !Self.openMarks.contains(last) { return isWide ? title + body : "\(title) \(body)" }
        return isWide ? "\(title)。\(body)" : "\(title). \(body)"
    }

    /// Marks that end no sentence.
    private static let openMarks: Set<Character> = ["”", "»", ")", "]", "’", "」", "』", "）"]
}

extension AlarmView {
    /// Returns a sentence for every device of the receiver that accepts messages but never sends a receipt.
    ///
    /// `partner` is the other person's name, where it is known.
    func warnings(partner: String?) -> [String] {
        let isOurs = direction == .incoming
        let owner = isOurs ? "Your" : partner.map { "\($0.asForeign)'s" } ?? "Your partner's"
        let advice = isOurs ? "open the app there" : "ask them to open the app"
        return deliveries.filter(\.isSilent).map { funnel in
            let alarms = funnel.unanswered == 1 ? "the last alarm" : "the last \(funnel.unanswered) alarms"
            return "\(owner) device \(funnel.device) has not answered \(alarms): \(advice)."
        }
    }
}
