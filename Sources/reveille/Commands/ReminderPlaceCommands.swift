import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille reminder place`: sets where the assignee of a reminder should stay.
struct ReminderPlaceCommand: OneReminderCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Set where the assignee of a reminder should stay; the parents hear when they leave it.",
        discussion: """
            The place is watched while the reminder is open, or between --from and --until; if the reminder recurs, at \
            the same distance from each of its times. A child sets a place where none is set; one that a parent set is for \
            parents to change.

            Example:
              reveille reminder place 0ACg --at 52.5163,13.3777 --from 16:00 --until 18:00
            """
    )

    @OptionGroup
    var choice: ReminderChoice

    @Option(
        help: ArgumentHelp("Latitude and longitude, as in 52.5163,13.3777.", valueName: "place"),
        transform: { try Place(argument: $0) }
    )
    var at: Place?

    @Option(
        help: ArgumentHelp("From when on it is watched, as in 16:00. (default: now)", valueName: "time"),
        transform: { try DueTime(at: $0) }
    )
    var from: DueTime?

    @Option(
        help: ArgumentHelp("Until when, as in 18:00. (default: until it is done)", valueName: "time"),
        transform: { try DueTime(at: $0) }
    )
    var until: DueTime?

    @Flag(help: "Watch no place any more.")
    var none = false

    func validate() throws {
        if (at != nil) == none { throw ValidationError("Give --at, as in --at 52.5163,13.3777, or --none.") }
        if none, from != nil || until != nil { throw ValidationError("--from and --until go with --at.") }
    }

    func run(in session: DeviceSession) async throws {
        let id = try await reminder(in: session)
        var time: PlaceTime?
        if from != nil || until != nil { time = try self.time(around: await session.device.reminder(id), session) }
        let view = try await session.device.setPlace(of: id, to: at, during: time)
        let language = session.language
        let set = view.placeFact(clock: session.readersClock).map { language.text(.answerPlaceSet, [.words: $0]) }
        await report(view, set ?? language.text(.answerPlaceNone), in: session)
    }

    /// The time in which the place is watched: times of day are those of the day on which the reminder is due.
    private func time(around view: ReminderView, _ session: DeviceSession) throws -> PlaceTime {
        let now = session.clock.relayNow
        let due = view.reminder.due
        let midnight = LocalDateTime(date: session.zone.localDateTime(at: due).date, time: .midnight)
        let day = due > now ? session.zone.resolve(midnight).instant - .seconds(1) : now
        let begin = from?.instant(now: day, zone: session.zone)
        let end = until?.instant(now: max(begin ?? day, now), zone: session.zone)
        guard let time = PlaceTime(from: begin, until: end), end.map({ $0 > now }) ?? true else {
            throw CommandFailure(session.language.text(.answerPlaceOver), exitCode: .validationFailure)
        }
        return time
    }
}

/// `reveille reminder moved`: reports the position of this device.
struct ReminderMovedCommand: OneReminderCommand {
    static let configuration = CommandConfiguration(
        commandName: "moved",
        abstract: "Report where you are; more than 20 m from a reminder's place the parents hear of it."
    )

    @OptionGroup
    var choice: ReminderChoice

    @Option(
        help: ArgumentHelp("Latitude and longitude, as in 52.5163,13.3777.", valueName: "place"),
        transform: { try Place(argument: $0) }
    )
    var at: Place

    func run(in session: DeviceSession) async throws {
        let id = try await reminder(in: session)
        let answer = try await session.device.report(position: at, to: id)
        if output.json {
            Terminal.say(answer.json)
            return
        }
        let language = session.language
        guard let metres = answer.metres else { return Terminal.say(language.text(.answerPlaceMovedNone)) }
        let distance = language.text(.answerPlaceMoved, [.count: "\(metres)"])
        Terminal.say(language.joining(distance, answer.isTold ? language.text(.answerPlaceMovedTold) : nil))
    }
}
