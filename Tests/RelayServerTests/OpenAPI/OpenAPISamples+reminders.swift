import AlarmCore
import AlarmWire
import Storage

extension OpenAPISamples {
    /// Requests about reminders.
    static func reminderRequests() throws -> [Request] {
        let once = ReminderRequest.Time.once(AlarmTime(now), timeZone: "Europe/Berlin")
        let item = Checklist.Item(id: 1, text: "books", isDone: true)
        let time = try PlaceTime(json: .object(of: ["from": .instant(now), "until": .instant(now + .hours(1))]))
        let end = try PlaceTime(json: .object(of: ["until": .instant(now)]))
        let begin = try PlaceTime(json: .object(of: ["from": .instant(now)]))
        return [
            Request(
                "ReminderRequest",
                ReminderRequest(
                    id: id(),
                    assignee: id(),
                    title: "Pack",
                    sealed: [id(): "sealed"],
                    checklist: try Checklist([item]),
                    time: once,
                    place: try place()
                ),
                ReminderRequest(title: "Pack", time: .days(try days()))
            ),
            Request("SelectedDays", try days()),
            Request("ChecklistItem", item, Checklist.Item(id: 1, text: nil)),
            Request("SealedWords", SealedWordsSample(person: id(), words: "sealed")),
            Request(
                "ResealedWords",
                ResealedWords(sealed: [id(): "sealed"], replacing: "former"),
                ResealedWords(sealed: [id(): "sealed"], replacing: nil)
            ),
            Request("ReminderMark", ReminderMark(item: 1)),
            Request("ReminderSnooze", ReminderSnooze(until: now), ReminderSnooze()),
            Request("Place", try place()),
            Request("PlaceTime", time, begin, end),
            Request("ReminderPlace", ReminderPlace(try place(), during: time), ReminderPlace(try place())),
        ]
    }

    /// Responses about reminders.
    static func reminderAnswers() throws -> [SampleResponse] {
        let completion = Reminder.Completion(at: now, by: id())
        let full = Reminder(
            id: id(),
            series: id(),
            circle: id(),
            creator: id(),
            details: try ReminderDetails(
                assignee: id(),
                title: "Pack",
                sealed: [id(): "sealed"],
                schedule: .selectedDays(try days())
            ),
            due: now,
            completion: completion,
            place: try place(),
            placeTime: PlaceTime(from: now, until: now + .hours(1))
        )
        let bare = Reminder(
            id: id(),
            circle: id(),
            creator: id(),
            details: try ReminderDetails(assignee: id(), title: "Pack", schedule: .at(now)),
            due: now
        )
        let sealed = Reminder(
            id: id(),
            circle: id(),
            creator: id(),
            details: try ReminderDetails(assignee: id(), title: nil, sealed: [id(): "sealed"], schedule: .at(now)),
            due: now
        )
        let view = ReminderView(
            full,
            alarm: id(),
            lastAlarm: id(),
            snoozedUntil: now,
            missed: now,
            next: id(),
            placeSetBy: id(),
            reopenedBy: id(),
            silence: .refused
        )
        return [
            SampleResponse("ReminderView", view, ReminderView(bare), ReminderView(sealed)),
            SampleResponse("ReminderCompletion", completion),
            SampleResponse(
                "ReminderList",
                ReminderList(reminders: [view], next: full.cursor),
                ReminderList(reminders: [])
            ),
            SampleResponse(
                "ReminderPosition",
                ReminderPosition(metres: 21, isTold: true),
                ReminderPosition(metres: nil, isTold: false)
            ),
        ]
    }

    private static func place() throws -> Place {
        try Place(latitude: 52.5163, longitude: 13.3777, accuracy: 12)
    }

    private static func days() throws -> SelectedDays {
        let start = try LocalDateTime(iso8601: "2026-03-02T07:30:00")
        return try SelectedDays([.monday], start: start.date, time: start.time, timeZone: "Europe/Berlin")
    }
}

/// Words sealed for one member, as encoded within a request.
private struct SealedWordsSample: WireMessage {
    var person: PersonID
    var words: String

    init(person: PersonID, words: String) {
        self.person = person
        self.words = words
    }

    init(reading object: inout ObjectReader) throws(WireError) {
        person = try object.identifier("personId")
        words = try object.string("words", bytes: 1...ReminderLimits.sealedBytes)
    }

    var json: JSONValue { .object(of: ["personId": .string("\(person)"), "words": .string(words)]) }
}
