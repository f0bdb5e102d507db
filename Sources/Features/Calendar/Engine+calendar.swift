package import AlarmCore
import AlarmWire
package import Engine
import ICalendar
package import Storage
import Wording

extension Engine {
    /// The alarms that may still ring on a person's devices and those that they set for others, as an iCalendar object.
    package func calendar(of person: PersonID, in snapshot: any Snapshot) throws -> String {
        let rows = try snapshot.liveAlarms(of: person, limit: Self.listLimit).filter { row in
            kinds[row.alarm.preset].isShown && kinds.policy(of: row.alarm.preset).rings
        }
        let titles = CalendarTitles(
            for: person,
            in: try calendarLanguage(of: person, in: snapshot),
            names: try namesKnown(to: person, in: snapshot)
        )
        let origin = gateways.contactChannels.origin.flatMap { try? Origin($0) }
        let host = origin?.host ?? "reveille.invalid"
        let events = try rows.flatMap { row in
            let isRefused = try isRefused(row, by: person, in: snapshot)
            // A time that the person has excluded themselves does not ring; later ones of the rule may.
            guard !isRefused || row.alarm.schedule.recurs else { return [CalendarEvent]() }
            let title = titles.title(of: row, isReminder: kinds[row.alarm.preset] is ReminderKind)
            let isCertain = row.alarm.state != .blocked && !isRefused
            return calendarEvents(of: row, titled: title, isCertain: isCertain, at: host)
        }
        return CalendarDocument(name: titles.calendar, refreshInterval: CalendarFeeds.refreshInterval, events: events)
            .text
    }

    private func calendarEvents(
        of row: AlarmRow,
        titled title: String,
        isCertain: Bool,
        at host: String
    ) -> [CalendarEvent] {
        let times = CalendarTimes(of: row.alarm, zones: zones)
        func event(_ name: String, _ time: CalendarEvent.Time) -> CalendarEvent {
            CalendarEvent(
                uid: "\(name)@\(host)",
                time: time,
                summary: title,
                setAt: row.acceptedAt,
                changes: row.alarm.revision - 1,
                isCertain: isCertain
            )
        }
        let id = row.alarm.id
        // The series keeps the alarm's name, so that its events stay the same events from one occurrence to the next.
        let singleName = times.series == nil ? "\(id)" : "\(id).\(row.alarm.revision)"
        let series = [times.series, times.putOff].compactMap { $0.map { event("\(id)", $0) } }
        return (times.single.map { [event(singleName, .once($0))] } ?? []) + series
    }

    /// Whether an alarm for the person would ring against their own consent at its present time.
    ///
    /// What a receiver has excluded is not told to the sender.
    private func isRefused(_ row: AlarmRow, by person: PersonID, in snapshot: any Snapshot) throws -> Bool {
        guard row.receiver == person, [.scheduled, .armed, .blocked].contains(row.alarm.state) else { return false }
        return try refusal(by: person, of: row.sender, at: row.alarm.due, in: snapshot) != nil
    }

    /// The language of the person's newest device, of those that people read.
    private func calendarLanguage(of person: PersonID, in snapshot: any Snapshot) throws -> Language {
        let newest = try snapshot.devices(of: person).last { !$0.platform.isServer }
        return Language(tag: newest?.locale ?? Language.english.tag)
    }

    /// The names by which the members of the person's circles know each other.
    ///
    /// The relay knows no names of partners: these are sealed.
    private func namesKnown(to person: PersonID, in snapshot: any Snapshot) throws -> [PersonID: String] {
        var names: [PersonID: String] = [:]
        for member in try rosters(of: person, in: snapshot).flatMap(\.members) where names[member.person] == nil {
            names[member.person] = member.displayName.flatMap { DisplayName.isShown($0) ? $0 : nil }
        }
        return names
    }
}

/// The titles of a person's alarms in a calendar: who set them, or for whom they are, and never their words.
private struct CalendarTitles {
    private let person: PersonID
    private let language: Language
    private let names: [PersonID: String]

    init(for person: PersonID, in language: Language, names: [PersonID: String]) {
        self.person = person
        self.language = language
        self.names = names
    }

    /// The name of the calendar.
    var calendar: String { language.phrase(.calendarName).text }

    func title(of row: AlarmRow, isReminder: Bool) -> String {
        guard row.sender != row.receiver else {
            return language.phrase(isReminder ? .calendarReminderOwn : .calendarAlarmOwn).text
        }
        let isIncoming = row.receiver == person
        let (named, unnamed): (TextKey, TextKey) =
            switch (isReminder, isIncoming) {
            case (false, true): (.calendarAlarmFrom, .calendarAlarmFromPartner)
            case (false, false): (.calendarAlarmFor, .calendarAlarmForPartner)
            case (true, true): (.calendarReminderFrom, .calendarReminderFromFamily)
            case (true, false): (.calendarReminderFor, .calendarReminderForFamily)
            }
        guard let name = names[isIncoming ? row.sender : row.receiver] else { return language.phrase(unnamed).text }
        return language.phrase(named, [.person: .name(name)]).text
    }
}
