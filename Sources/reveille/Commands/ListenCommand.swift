import AlarmCore
import ArgumentParser
import DeviceKit
import Wording

/// `reveille listen`: rings alarms on this terminal.
struct ListenCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Wait for alarms and ring them here; tell what became of those that you have set.",
        discussion: """
            When an alarm rings, type a line: g for got it (with a reply after it, if you like), s to snooze (with minutes \
            or a span after it, as in s 5), d to dismiss. If several ring, name one: g2, s2 5, d1. Warnings of check-ins \
            and alerts of care circles are answered in the same way; s alone puts a check-in off by 24 hours. d \
            stops the sound of a reminder; until somebody says that it is done it may ring again on your other devices.

            While something rings it sounds: by --exec, else by a tone where there is a player (pw-play, paplay, aplay or \
            afplay), else by the terminal's bell. Only one process listens with a profile. Ctrl-C ends it; the relay then \
            holds what comes until you listen again, and what still rings can be answered then.

            With --json every event is a line: {"event":"ring"} has a number, the id and the words of what rings, and \
            standard input takes the same answers, a line each, as in g2 On my way; it may also end at once. Give the \
            number always: it is not given again soon. The sentence for a person is in "line". Problems are written to \
            standard error. docs/listening.md has all events.

            Example:
              reveille listen --exec 'mpv --loop ~/alarm.mp3'
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

    @Option(
        help: ArgumentHelp(
            "What to run while something rings; it is ended with the answer. $REVEILLE_TITLE has the words.",
            valueName: "command"
        )
    )
    var exec: String?

    @Flag(name: .customLong("no-sound"), help: "Make no sound but one bell a ring.")
    var isSilent = false

    @Flag(help: "End after the first alarm was answered here, or the first word about one that you have set.")
    var once = false

    @Flag(help: "Write each event as JSON on one line, for scripts.")
    var json = false

    @OptionGroup
    var profile: ProfileOptions

    func validate() throws {
        if reply != nil, answer != .gotIt { throw ValidationError("--reply goes with --answer got-it.") }
    }

    func run(in session: DeviceSession) async throws {
        let folder = try DeviceFolder(of: session.name, in: session.environment).path
        let lock = try ListenerLock(in: folder, of: session.name)
        // This machine may have travelled since it registered, and its user may have chosen another language: what the
        // relay writes and what is written here stand beside each other.
        try await session.device.adopt(timeZone: session.clock.zoneName, locale: session.languageTag.text)
        let known = await session.device.profile
        let name = known.displayName.asForeign
        let began = session.language.text(
            name.isEmpty ? .listenBegan : .listenBeganNamed,
            [.person: name, .link: "\(known.relay)"]
        )
        if json {
            Terminal.say(ListenerEvent(.listening, known.facts).json(saying: began, at: session.clock.now))
        } else {
            Terminal.say(began)
        }
        let sound = await AlarmSound(
            command: exec,
            isSilent: isSilent,
            isForScript: json,
            folder: folder,
            environment: session.environment,
            language: session.language
        )
        let answering = Answering(automatic: answer, reply: reply, snooze: snooze)
        let (endsAfterOne, isForScript) = (once, json)
        do {
            try await Interruption.cancelling {
                var listener = Listener(
                    session: session,
                    answering: answering,
                    sound: sound,
                    endsAfterOne: endsAfterOne,
                    isForScript: isForScript
                )
                try await listener.run()
            }
            await sound.stop()
        } catch {
            await sound.stop()
            if let failure = error as? CommandFailure, failure.exitCode.rawValue > 128 { throw failure.exitCode }
            guard session.language != .english, let failure = CommandFailure(error) else { throw error }
            let reason = RefusalText.reason(of: error, in: session.language)
            throw CommandFailure(reason, exitCode: failure.exitCode)
        }
        withExtendedLifetime(lock) {}
    }
}
