import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import ICalendar
import Wording

/// `reveille alarm export`: writes the alarms that may still ring as a calendar.
struct AlarmExportCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the alarms that may still ring, with their words, as an iCalendar file.",
        discussion: """
            Any calendar program reads the file; it shows the alarms as they are now, and does not ring for them. An alarm \
            that repeats does so in the calendar too, on the clocks of its own zone. Of one that repeats a number of times \
            only the next two times are written, and a line says so. With --json it is what 'alarm list --json' writes.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The file to write, which only you may read; without one, standard output.",
            valueName: "path"
        ),
        completion: .file(extensions: ["ics", "json"])
    )
    var file: String?

    @Flag(help: "Replace the file if there is one.")
    var replace = false

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        guard file != nil || !replace else { throw ValidationError("--replace goes with --file PATH.") }
    }

    func run(in session: DeviceSession) async throws {
        let target = file.map { PrivateFile(path: $0, replaces: replace) }
        try target?.check()
        let alarms = try await session.device.list()
        let text: String
        if output.json {
            text = String(decoding: JSONValue.array(alarms.map(\.json)).text, as: UTF8.self) + "\n"
        } else {
            text = await calendar(of: alarms, in: session)
        }
        guard let target else { return Terminal.show(text) }
        try target.write(text.utf8)
    }

    private func calendar(of alarms: [AlarmListing], in session: DeviceSession) async -> String {
        let relay = await session.device.profile.relay
        var events: [CalendarEvent] = []
        let length = Abbreviation.length(for: alarms.map(\.view.id), among: await session.rememberedAlarms)
        for alarm in alarms {
            let found = alarm.events(at: relay, zones: session.zones)
            events += found.events
            guard !found.isComplete else { continue }
            let id = alarm.view.id.description.prefix(length)
            Terminal.remark(session.language.text(.answerExportMore, [.link: String(id)]))
        }
        return CalendarDocument(name: "Reveille", events: events).text
    }
}
