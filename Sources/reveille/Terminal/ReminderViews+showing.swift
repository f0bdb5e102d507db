import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension ReminderListing {
    /// The title, or the reason why it cannot be trusted.
    var shownTitle: String {
        if let text { return text.title.asForeign }
        return "(UNREADABLE: \(doubt?.explanationAmongMembers ?? "sealed"))"
    }

    /// The reminder as JSON for a script: the relay's data, with opened words in place of sealed ones.
    var json: JSONValue {
        guard case .object(let told) = view.json else { return view.json }
        let opened: Set<String> = ["title", "sealed", "checklist"]
        var object = JSONObject(members: told.members.filter { !opened.contains($0.name) })
        object.append("title", (text?.title).map(JSONValue.string) ?? .null)
        object.append(
            "checklist",
            .array(
                view.reminder.details.checklist.items.map { item in
                    .object(of: [
                        "id": .integer(item.id),
                        "text": self.text(of: item.id).map(JSONValue.string),
                        "done": .bool(item.isDone),
                    ])
                }
            )
        )
        if let writer { object.append("writer", .identifier(writer)) }
        if let doubt { object.append("doubt", .string(doubt.rawValue)) }
        return .object(object)
    }

    /// Returns all facts about the reminder, line by line.
    func facts(in family: CircleView, clock: LocalClock, language: Language) -> [(String, String)] {
        let reminder = view.reminder
        var facts = [("reminder", "\(reminder.id)"), ("title", shownTitle)]
        if let writer, writer != reminder.creator {
            facts.append(("sealed by", family.members.first { $0.person == writer }?.shownName ?? "\(writer)"))
        }
        if reminder.details.title != nil { facts.append(("readable", "by the relay as well")) }
        facts += view.facts(in: family, clock: clock, language: language)
        for item in reminder.details.checklist.items {
            let words = text(of: item.id)?.asForeign ?? "(unreadable)"
            facts.append(("item \(item.id)", "\(item.isDone ? "[x]" : "[ ]") \(words)"))
        }
        return facts
    }

    private func text(of item: Int) -> String? { text?.items.first { $0.id == item }?.text }
}

extension OpenedWords.VerificationFailure {
    /// The reason why the words of a member must not be trusted, for a reader of English.
    var explanationAmongMembers: String { explanationAmongMembers(in: .english) }

    /// The reason why the words of a member must not be trusted.
    func explanationAmongMembers(in language: Language) -> String {
        switch self {
        case .missing: language.text(.listenDoubtMemberMissing)
        case .unknownKey: language.text(.listenDoubtMemberUnknownKey)
        case .otherAlarm: language.text(.listenDoubtMemberOtherAlarm)
        default: explanation(in: language)
        }
    }
}

extension ReminderView {
    /// Returns the name of the assignee.
    func shownAssignee(in family: CircleView) -> String {
        family.members.first { $0.person == reminder.assignee }?.shownName ?? "(left)"
    }

    /// Returns `open`, `completed`, or `overdue` for an open reminder past its due time.
    func shownStatus(at now: Instant) -> String {
        reminder.status == .open && reminder.due < now ? "overdue" : reminder.status.rawValue
    }

    /// Returns the status, with the name of whoever has done it.
    func shownStatus(at now: Instant, in family: CircleView) -> String {
        doer(in: family).map { "done by \($0)" } ?? shownStatus(at: now)
    }

    /// Returns the name of whoever has done it; nil for an open reminder.
    private func doer(in family: CircleView) -> String? {
        reminder.completion.map { completion in
            family.members.first { $0.person == completion.by }?.shownName ?? "somebody who has left"
        }
    }

    /// Returns the state of the reminder as a sentence in the reader's language.
    func sentence(for session: DeviceSession) -> String {
        StatusText.reminder(
            due: reminder.due,
            completed: reminder.completion?.at,
            at: session.clock.relayNow,
            in: session.zone,
            session.language
        )
    }

    /// Returns the sentence about a change: when the reminder is due now, and on which days.
    func sentence(ofChangeOn clock: LocalClock, in language: Language) -> String {
        guard case .selectedDays(let days) = reminder.details.schedule else {
            return "The reminder is changed: it is due at \(clock.text(reminder.due))."
        }
        return """
            The reminder is changed: it is due at \(clock.text(reminder.due)), and recurs: \
            \(RepetitionText.words(for: days.rule, in: language)) in \(days.timeZone).
            """
    }

    /// Returns the sentence about a completion: until when the command `undo` takes it back.
    func sentence(ofCompletionOn clock: LocalClock, undoneBy undo: String) -> String {
        guard let completion = reminder.completion else { return "Done." }
        guard clock.relayNow < completion.undoUntil else {
            return "Done since \(clock.text(completion.at)); that cannot be taken back any more."
        }
        return "Done. You can take that back until \(clock.timeOfDay(completion.undoUntil)): \(undo)"
    }

    /// Returns the sentence about a completion that was to be taken back; `wasDone` is nil where nobody knows whether it
    /// was done.
    func sentence(ofUndoing wasDone: Bool?) -> String {
        wasDone == false
            ? "The reminder is open, as it was: nobody had said that it is done." : "The reminder is open again."
    }

    /// Returns the facts from the relay, without the words, line by line.
    func facts(in family: CircleView, clock: LocalClock, language: Language) -> [(String, String)] {
        var facts = [
            ("for", shownAssignee(in: family)),
            ("due", "\(clock.text(reminder.due)), \(clock.distance(to: reminder.due))"),
            ("status", shownStatus(at: clock.relayNow)),
        ]
        if case .selectedDays(let days) = reminder.details.schedule {
            facts.append(("repeats", "\(RepetitionText.words(for: days.rule, in: language)) in \(days.timeZone)"))
        }
        if let silence { facts.append(("silent", silence.explanation(of: reminder, in: family))) }
        if let snoozedUntil { facts.append(("put off", "until \(clock.text(snoozedUntil))")) }
        if let completion = reminder.completion, let doer = doer(in: family) {
            facts.append(("done", "\(clock.text(completion.at)), by \(doer)"))
        }
        if let missed = missedSentence(clock) { facts.append(("missed", missed)) }
        if let next { facts.append(("next", "\(next)")) }
        if let place = placeFact(clock: clock) { facts.append(("place", place)) }
        return facts
    }

    /// Returns that nobody did it at the time before the present one; nil where somebody did.
    func missedSentence(_ clock: LocalClock) -> String? {
        missed.map { "nobody said that it was done for \(clock.text($0))" }
    }

    /// Returns the place, and when it is watched; nil without a place.
    func placeFact(clock: LocalClock) -> String? {
        guard let place = reminder.place else { return nil }
        guard reminder.status == .open else { return "\(place)" }
        guard reminder.isPlaceWatched else { return "\(place), left, and not watched any more" }
        guard let time = reminder.placeTime else { return "\(place), watched" }
        if let end = time.until, end <= clock.relayNow { return "\(place), was watched until \(clock.text(end))" }
        let from = time.from.map { " from \(clock.text($0))" } ?? ""
        let until = time.until.map { " until \(clock.text($0))" } ?? ""
        return "\(place), watched\(from)\(until)"
    }
}
