import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille circle change`: changes a circle's name and a family's settings.
struct CircleChangeCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change a circle's name, how far a family's reminders may be put off, and who may read their titles.",
        discussion: """
            For a parent, or the dweller of a care circle. What is not given stays as it is. When titles are sealed again, \
            the relay forgets those that it could read. Reminders that are put off beyond a new limit stay put off until \
            then, and are named.

            Examples:
              reveille circle change Hearth --name "Our family" --snooze-limit 30m
              reveille circle change Hearth --titles sealed
            """
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @Option(help: ArgumentHelp("What its people call it from now on.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "How far past their time reminders may be put off, in all: 0s, which is not at all, to 24h.",
            valueName: "span"
        ),
        transform: Span.argument(in: Circle.snoozeLimits)
    )
    var snoozeLimit: Span?

    @Option(help: ArgumentHelp("The titles of reminders: readable by the relay, or sealed.", valueName: "titles"))
    var titles: TitlesArgument?

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        if name == nil, snoozeLimit == nil, titles == nil {
            throw ValidationError("There is nothing to change. Give --name, --snooze-limit or --titles.")
        }
    }

    func run(in session: DeviceSession) async throws {
        let view = try await session.circle(circle)
        guard view.kind == .family || (snoozeLimit == nil && titles == nil) else {
            let name = [Placeholder.circle: view.name.asForeign]
            throw CommandFailure(session.language.text(.answerCircleCareOnly, name))
        }
        let change = CircleChange(
            name: name,
            relayMayReadTitles: titles.map { $0 == .readable },
            snoozeLimit: snoozeLimit
        )
        let changed = try await session.device.change(view.id, change)
        output.show(changed, in: session)
        guard snoozeLimit != nil, !output.json else { return }
        let open = try await session.reminders(of: changed, showing: ReminderFilter(status: .open))
        let profile = await session.device.profile
        for reminder in open where reminder.isPutOff(beyond: changed.snoozeLimit) {
            Terminal.say(profile.listing(reminder).sentence(ofStayingPutOffIn: changed, session.readersClock))
        }
    }
}

extension ReminderView {
    /// Whether it is put off further past its time than a family allows by now.
    func isPutOff(beyond limit: Span) -> Bool {
        snoozedUntil.map { $0 > reminder.due + limit } ?? false
    }
}

extension ReminderListing {
    /// The sentence about a reminder that was put off before its family lowered the limit.
    func sentence(ofStayingPutOffIn family: CircleView, _ clock: LocalClock) -> String {
        let language = clock.language
        let values: [Placeholder: String] = [
            .title: text.map { language.quoting($0.title) } ?? language.text(.answerCircleReminder),
            .person: view.shownAssignee(in: family, language),
            .time: clock.text(view.snoozedUntil ?? view.reminder.due),
        ]
        return language.text(.answerCircleStays, values).capitalizedAtStart
    }
}

/// Who may read the titles of a family's reminders, as a command line argument.
enum TitlesArgument: String, CaseIterable, ExpressibleByArgument {
    case readable, sealed
}
