import AlarmCore
import ArgumentParser
import DeviceKit

/// `reveille listen`: rings alarms on this terminal.
struct ListenCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Wait for alarms and ring them here; tell what became of those that you have set.",
        discussion: """
            When an alarm rings, type a line: g for got it (with a reply after it, if you like), s to snooze (with minutes \
            or a span after it, as in s 5), d to dismiss. Ctrl-C ends it; the relay then holds what comes until you listen \
            again.
            """
    )

    @Option(help: "Answer every alarm at once instead of asking.")
    var answer: AutomaticAnswer?

    @Option(help: ArgumentHelp("What to reply with --answer got-it.", valueName: "words"))
    var reply: String?

    @Option(
        help: ArgumentHelp("How long a snooze is that names no time, 1s to 24h. (default: 9m)", valueName: "span"),
        transform: Span.argument(in: .seconds(1) ... .hours(24))
    )
    var snooze: Span = .minutes(9)

    @Flag(help: "End after the first alarm was answered here, or the first word about one that you have set.")
    var once = false

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        if reply != nil, answer != .gotIt { throw ValidationError("--reply goes with --answer got-it.") }
    }

    func run(in session: DeviceSession) async throws {
        // This machine may have travelled since it registered.
        try await session.device.adopt(timeZone: session.clock.zoneName)
        let known = await session.device.profile
        Terminal.say("Listening as \(known.displayName.asForeign) at \(known.relay). Ctrl-C ends it.")
        let answering = Answering(automatic: answer, reply: reply, snooze: snooze)
        var listener = Listener(
            device: session.device,
            clock: session.clock,
            answering: answering,
            endsAfterOne: once
        )
        try await listener.run()
    }
}
