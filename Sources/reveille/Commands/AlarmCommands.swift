import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille alarm`: the commands that set and follow alarms.
struct AlarmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm",
        abstract: "Set an alarm for a partner, follow it, move it, take it back.",
        subcommands: [
            AlarmSendCommand.self, AlarmListCommand.self, AlarmShowCommand.self, AlarmMoveCommand.self,
            AlarmCancelCommand.self,
        ]
    )
}

/// `reveille alarm list`: lists the alarms that may still ring.
struct AlarmListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the alarms that may still ring, in both directions, soonest first."
    )

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let alarms = try await session.device.list()
        let length = Abbreviation.length(for: alarms.map(\.view.id))
        output.show(
            alarms,
            orSay: "No alarms are pending.",
            columns: ["ID", "DUE", "STATE", "WITH", "WORDS"],
            json: \.json
        ) { alarm in
            [
                String(alarm.view.id.description.prefix(length)),
                session.clock.text(alarm.view.time),
                alarm.view.state.rawValue,
                alarm.otherSide,
                alarm.words.shown,
            ]
        }
    }
}

/// `reveille alarm show`: shows one alarm and its state on each device.
struct AlarmShowCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an alarm: its state, and how far it has come with each of the receiver's devices."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let alarm = try await session.device.show(session.alarm(id))
        if output.json {
            Terminal.say(alarm.json)
            return
        }
        for (name, value) in facts(alarm, clock: session.clock) {
            Terminal.say(name + String(repeating: " ", count: max(10 - name.count, 1)) + value)
        }
        guard !alarm.view.deliveries.isEmpty else { return }
        Terminal.say()
        Terminal.say(funnel(alarm.view.deliveries, clock: session.clock))
        for line in alarm.view.warnings(partner: alarm.partnerName) { Terminal.say(line) }
    }

    private func facts(_ alarm: AlarmListing, clock: LocalClock) -> [(String, String)] {
        let view = alarm.view
        let late = view.isLate ? ", late: the relay was away" : ""
        var facts = [
            ("alarm", "\(view.id)"),
            (view.direction == .outgoing ? "to" : "from", alarm.partnerName?.asForeign ?? "(unknown)"),
            ("due", "\(clock.text(view.time)), \(clock.distance(to: view.time))"),
            ("state", "\(view.state.rawValue), revision \(view.revision)\(late)"),
            ("words", alarm.words.shown),
        ]
        if let rule = view.rule { facts.append(("repeats", "\(rule) in \(view.timeZone ?? "UTC")")) }
        if let next = view.nextTime { facts.append(("next", clock.text(next))) }
        if let reply = alarm.reply { facts.append(("reply", reply.shown)) }
        return facts
    }

    private func funnel(_ deliveries: [DeliveryFunnel], clock: LocalClock) -> TextTable {
        var table = TextTable([
            "DEVICE", "RELAYED", "DELIVERED", "RECEIVED", "ARMED", "RINGING", "ACKNOWLEDGED", "TRIES", "WORKED",
            "ERROR",
        ])
        func time(_ instant: Instant?) -> String { instant.map(clock.timeOfDay) ?? "-" }
        for funnel in deliveries {
            table.add([
                "\(funnel.device)", time(funnel.relayed), time(funnel.delivered), time(funnel.received),
                time(funnel.armed), time(funnel.ringing), time(funnel.acknowledged), "\(funnel.attempts)",
                funnel.worked?.description ?? "-", funnel.error?.asForeign ?? "-",
            ])
        }
        return table
    }
}

/// `reveille alarm move`: changes the time or the words of an alarm.
struct AlarmMoveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move an alarm that you have set to another time."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var due: DueTimeOptions

    @Option(help: ArgumentHelp("Other words for it.", valueName: "words"))
    var text: String?

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        if due.at == nil, due.delay == nil, text == nil {
            throw ValidationError("Where to? Give --at or --in, or other words with --text.")
        }
    }

    func run(in session: DeviceSession) async throws {
        let time = try due.time(now: session.clock.now, zones: session.zones)
        let accepted = try await session.device.reschedule(
            session.alarm(id),
            at: time?.instant,
            writtenEast: time?.secondsEast ?? 0,
            text: text
        )
        if output.json {
            Terminal.say(accepted.json)
            return
        }
        let clock = session.clock
        Terminal.say(
            """
            Now at \(clock.text(accepted.time)), \(clock.distance(to: accepted.time)); revision \(accepted.revision).
            """
        )
    }
}

/// `reveille alarm cancel`: cancels an alarm.
struct AlarmCancelCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Take an alarm back, whoever of you two has set it."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var profile: ProfileOptions

    func run(in session: DeviceSession) async throws {
        let alarm = try await session.alarm(id)
        try await session.device.cancel(alarm)
        Terminal.say("Alarm \(alarm) is cancelled.")
    }
}
