import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension ReminderListing {
    /// The title, or the reason why it cannot be trusted.
    func shownTitle(in language: Language) -> String {
        if let text { return text.title.asForeign }
        let reason = doubt?.explanationAmongMembers(in: language) ?? language.text(.listReminderSealed)
        return language.text(.listReminderUnreadable, [.reason: reason])
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

    /// Returns all facts about the reminder, line by line, for the reader of `clock`.
    func facts(in family: CircleView, clock: LocalClock) -> [(String, String)] {
        let (reminder, language) = (view.reminder, clock.language)
        var facts: [(TextKey, String)] = [
            (.listFactReminder, "\(reminder.id)"), (.listFactTitle, shownTitle(in: language)),
        ]
        if let writer, writer != reminder.creator {
            let name = family.members.first { $0.person == writer }?.shownName
            facts.append((.listFactSealer, name ?? "\(writer)"))
        }
        if reminder.details.title != nil {
            facts.append((.listFactReadable, language.text(.listFactReadableRelay)))
        }
        facts += view.facts(in: family, clock: clock)
        let items = reminder.details.checklist.items.map { item in
            let words = text(of: item.id)?.asForeign ?? language.text(.listReminderItem)
            return (
                language.text(.listFactItem, [.count: "\(item.id)"]), "\(item.isDone ? "[x]" : "[ ]") \(words)"
            )
        }
        return facts.map { (language.text($0), $1) } + items
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
    func shownAssignee(in family: CircleView, _ language: Language = .english) -> String {
        family.members.first { $0.person == reminder.assignee }?.shownName ?? language.text(.listLeft)
    }

    /// Returns `open`, `completed`, until when an open reminder is put off, or `overdue` for one past its due time.
    private func shownStatus(_ clock: LocalClock) -> String {
        if reminder.status == .open, let snoozedUntil {
            return clock.language.text(.listReminderPutOff, [.time: clock.shortText(snoozedUntil)])
        }
        let key: TextKey
        switch reminder.status {
        case .open: key = reminder.due < clock.relayNow ? .listReminderOverdue : .listReminderOpen
        case .completed: key = .listReminderCompleted
        }
        return clock.language.text(key)
    }

    /// Returns the status, with the name of whoever has done it, for the reader of `clock`.
    func shownStatus(_ clock: LocalClock, in family: CircleView) -> String {
        let language = clock.language
        return doer(in: family, language).map { language.text(.listReminderDone, [.person: $0]) } ?? shownStatus(clock)
    }

    /// Returns the name of whoever has done it; nil for an open reminder.
    private func doer(in family: CircleView, _ language: Language) -> String? {
        reminder.completion.map { completion in
            family.members.first { $0.person == completion.by }?.shownName ?? language.text(.listLeftDoer)
        }
    }

    /// Returns the state of the reminder as a sentence for the reader of `clock`: since when it is done, until when it is put
    /// off, or when it is or was due.
    func sentence(_ clock: LocalClock) -> String {
        let (key, time): (TextKey, Instant)
        if let completion = reminder.completion {
            (key, time) = (.statusReminderCompleted, completion.at)
        } else if let snoozedUntil {
            (key, time) = (.statusReminderPutOff, snoozedUntil)
        } else {
            (key, time) = (reminder.due < clock.relayNow ? .statusReminderOverdue : .statusReminderOpen, reminder.due)
        }
        return clock.language.text(key, [.time: clock.text(time)])
    }

    /// The days on which it recurs, as `every Monday`; nil where it is due once.
    func rhythm(in language: Language) -> String? {
        guard case .selectedDays(let days) = reminder.details.schedule else { return nil }
        return RepetitionText.words(for: days.rule, in: language)
    }

    /// The zone whose clocks count: that of the days on which it recurs, else `chosen`.
    private func zone(orElse chosen: String?) -> String? {
        guard case .selectedDays(let days) = reminder.details.schedule else { return chosen }
        return days.timeZone
    }

    /// Returns the sentence about a new reminder: for whom, when it is due, and on which days; `zone` is the one that
    /// was chosen for its time.
    func sentence(ofSettingIn family: CircleView, on clock: LocalClock, zone chosen: String?) -> String {
        let (zone, language) = (zone(orElse: chosen), clock.language)
        var values: [Placeholder: String] = [
            .person: shownAssignee(in: family, language), .time: clock.moment(reminder.due, in: zone),
            .link: "\(reminder.id)",
        ]
        guard let rhythm = rhythm(in: language) else { return language.text(.answerReminderSet, values) }
        (values[.rhythm], values[.words]) = (rhythm, zone ?? clock.zoneName)
        return language.text(.answerReminderSetRecurs, values)
    }

    /// Returns the sentence about a change: when the reminder is due now, and on which days; `zone` is the one that was
    /// chosen for its time.
    func sentence(ofChangeOn clock: LocalClock, zone chosen: String? = nil) -> String {
        let (zone, language) = (zone(orElse: chosen), clock.language)
        var values = [Placeholder.time: clock.named(reminder.due, in: zone)]
        guard let rhythm = rhythm(in: language) else { return language.text(.answerReminderChanged, values) }
        (values[.rhythm], values[.words]) = (rhythm, zone ?? clock.zoneName)
        return language.text(.answerReminderChangedRecurs, values)
    }

    /// Returns the sentence about a completion: until when the command `undo` takes it back.
    func sentence(ofCompletionOn clock: LocalClock, undoneBy undo: String) -> String {
        let language = clock.language
        guard let completion = reminder.completion else { return language.text(.answerReminderDone) }
        guard clock.relayNow < completion.undoUntil else {
            return language.text(.answerReminderDoneSince, [.time: clock.text(completion.at)])
        }
        let values: [Placeholder: String] = [.time: clock.timeOfDay(completion.undoUntil), .link: undo]
        return language.text(.answerReminderDoneUndo, values)
    }

    /// Returns the sentence about a completion that was to be taken back; `wasDone` is nil where nobody knows whether it
    /// was done.
    func sentence(ofUndoing wasDone: Bool?, on clock: LocalClock) -> String {
        guard wasDone != false else { return clock.language.text(.answerReminderOpenStill) }
        let isOverdue = reminder.due <= clock.relayNow && clock.relayNow < reminder.due + ReminderLimits.ringing
        let rings = isOverdue && alarm != nil && silence == nil
        return clock.language.text(rings ? .answerReminderOpenRings : .answerReminderOpen)
    }

    /// Returns the facts from the relay, without the words, line by line, for the reader of `clock`.
    fileprivate func facts(in family: CircleView, clock: LocalClock) -> [(TextKey, String)] {
        let language = clock.language
        let due = [Placeholder.time: clock.text(reminder.due), .words: clock.distance(to: reminder.due)]
        var facts: [(TextKey, String)] = [
            (.listFactFor, shownAssignee(in: family, language)), (.listFactDue, language.text(.listTimeBoth, due)),
            (.listFactStatus, shownStatus(clock)),
        ]
        if case .selectedDays(let days) = reminder.details.schedule, let rhythm = rhythm(in: language) {
            let text = language.text(.listFactRepeatsZone, [.rhythm: rhythm, .words: days.timeZone])
            facts.append((.listFactRepeats, text))
        }
        if let silence { facts.append((.listFactSilent, silence.explanation(of: reminder, in: family, language))) }
        if let snoozedUntil {
            facts.append((.listFactPutOff, language.text(.listFactPutOffUntil, [.time: clock.text(snoozedUntil)])))
        }
        if let completion = reminder.completion, let doer = doer(in: family, language) {
            let values: [Placeholder: String] = [.time: clock.text(completion.at), .person: doer]
            facts.append((.listFactDone, language.text(.listFactDoneBy, values)))
        }
        if let missed = missedSentence(clock) { facts.append((.listFactMissed, missed)) }
        if let next { facts.append((.listFactNext, "\(next)")) }
        if let place = placeFact(clock: clock) { facts.append((.listFactPlace, place)) }
        return facts
    }

    /// Returns that nobody did it at the time before the present one; nil where somebody did.
    func missedSentence(_ clock: LocalClock) -> String? {
        missed.map { clock.language.text(.listReminderMissed, [.time: clock.text($0)]) }
    }

    /// Returns the place, and when it is watched, for the reader of `clock`; nil without a place.
    func placeFact(clock: LocalClock) -> String? {
        guard let place = reminder.place else { return nil }
        guard reminder.status == .open else { return "\(place)" }
        let language = clock.language
        var values: [Placeholder: String] = [.coordinates: "\(place)"]
        guard reminder.isPlaceWatched else { return language.text(.listPlaceLeft, values) }
        guard let time = reminder.placeTime else { return language.text(.listPlaceWatched, values) }
        switch (time.from, time.until) {
        case (_, let end?) where end <= clock.relayNow:
            values[.time] = clock.text(end)
            return language.text(.listPlaceOver, values)
        case (let start?, let end?):
            (values[.former], values[.time]) = (clock.text(start), clock.text(end))
            return language.text(.listPlaceWatchedBoth, values)
        case (let start?, nil):
            values[.time] = clock.text(start)
            return language.text(.listPlaceWatchedFrom, values)
        case (nil, let end?):
            values[.time] = clock.text(end)
            return language.text(.listPlaceWatchedUntil, values)
        case (nil, nil): return language.text(.listPlaceWatched, values)
        }
    }
}
