public import AlarmCore

extension Reminder: WireDecodable, WireEncodable {
    /// Reads a reminder as it is stored and shown.
    ///
    /// Its status follows from its completion, and its time from its schedule where it does not recur.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let due = try object.instant("due")
        let days: SelectedDays? = try object.optionalObject("repeat")
        let status: Status = try object.word("status")
        let completion: Completion? = try object.optionalObject("completion")
        guard (status == .completed) == (completion != nil) else {
            throw object.error(.expected("a completion where the status is completed, and only there"), at: "status")
        }
        let place: Place? = try object.optionalObject("place")
        self.init(
            id: try object.identifier("reminderId"),
            series: try object.optionalIdentifier("series"),
            circle: try object.identifier("circleId"),
            creator: try object.identifier("creator"),
            details: try object.reminderDetails(
                for: try object.identifier("assignee"),
                schedule: days.map { .selectedDays($0) } ?? .at(due)
            ),
            due: due,
            completion: completion,
            place: place,
            isPlaceWatched: try object.optionalBool("placeWatched") ?? false,
            placeTime: try object.optionalObject("placeTime")
        )
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(object) }

    /// The members of the object, for a view that adds more.
    package var object: JSONObject {
        var days: SelectedDays?
        if case .selectedDays(let selected) = details.schedule { days = selected }
        return JSONObject([
            "reminderId": .identifier(id),
            "series": series == id ? nil : .identifier(series),
            "circleId": .identifier(circle),
            "creator": .identifier(creator),
            "assignee": .identifier(assignee),
            "title": details.title.map { .string($0) },
            "sealed": details.sealed.isEmpty ? nil : .sealedWords(details.sealed),
            "checklist": .array(details.checklist.items.map(\.json)),
            "due": .instant(due),
            "repeat": days?.json,
            "status": .word(status),
            "completion": completion?.json,
            "place": place?.json,
            "placeWatched": .bool(isPlaceWatched),
            "placeTime": placeTime?.json,
        ])
    }
}

extension Reminder.Completion: WireDecodable, WireEncodable {
    /// Reads `{"at":"2026-03-02T06:35:00Z","by":"…"}`.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(at: try object.instant("at"), by: try object.identifier("by"))
    }

    /// The JSON object on the wire.
    public var json: JSONValue { .object(of: ["at": .instant(at), "by": .identifier(by)]) }
}

/// A text sealed for one member.
private struct SealedWords: WireDecodable {
    var person: PersonID
    var words: String

    init(reading object: inout ObjectReader) throws(WireError) {
        person = try object.identifier("personId")
        words = try object.string("words", bytes: 1...ReminderLimits.sealedBytes)
    }
}

extension ObjectReader {
    /// Takes a reminder's details.
    mutating func reminderDetails(
        for assignee: PersonID,
        schedule: ReminderSchedule
    ) throws(WireError) -> ReminderDetails {
        let title = try optionalString("title")
        let sealed = try optionalSealedWords("sealed")
        let checklist = try checklist("checklist")
        do {
            return try ReminderDetails(
                assignee: assignee,
                title: title,
                sealed: sealed,
                checklist: checklist,
                schedule: schedule
            )
        } catch {
            throw self.error(.expected("\(error)"), at: "title")
        }
    }

    /// Takes a checklist; without items where absent.
    mutating func checklist(_ name: String) throws(WireError) -> Checklist {
        let items = try optionalMessages(name, of: Checklist.Item.self, limit: ReminderLimits.items) ?? []
        do {
            return try Checklist(items)
        } catch {
            throw self.error(.expected("\(error)"), at: name)
        }
    }

    /// Takes texts sealed for members, each of whom is named once; empty where absent.
    mutating func optionalSealedWords(_ name: String) throws(WireError) -> [PersonID: String] {
        var sealed: [PersonID: String] = [:]
        let entries = try optionalMessages(name, of: SealedWords.self, limit: Circle.largestSize) ?? []
        for entry in entries {
            guard sealed.updateValue(entry.words, forKey: entry.person) == nil else {
                throw error(.expected("every member once"), at: name)
            }
        }
        return sealed
    }
}

extension JSONValue {
    /// Texts sealed for members, in the order of their identifiers.
    static func sealedWords(_ sealed: [PersonID: String]) -> JSONValue {
        .array(
            sealed.sorted { $0.key < $1.key }.map { person, words in
                .object(of: ["personId": .identifier(person), "words": .string(words)])
            }
        )
    }
}
