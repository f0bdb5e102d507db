import AlarmCore
import ArgumentParser
import DeviceSimulator

/// The options for the condition of a virtual phone.
struct PhoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The version of iOS: 15.0 to 18.9, or 26.0 and later. AlarmKit came with 26. (default: 26.1)",
            valueName: "version"
        ),
        transform: Self.version
    )
    var os = SystemVersion(26, 1)

    @Flag(help: "It is locked. This is what it is unless you say otherwise.")
    var locked = false

    @Flag(help: "It is unlocked.")
    var unlocked = false

    @Flag(help: "Its ring switch is on silent.")
    var silent = false

    @Option(help: "Whether a Focus is on, and lets only critical alerts through where it is strict.")
    var focus: FocusArgument = .off

    @Flag(help: "It saves power.")
    var lowPower = false

    @Flag(help: "It has no network.")
    var offline = false

    @Flag(help: "It was restarted and not unlocked since: the app's keys cannot be read.")
    var restarted = false

    @Flag(help: "The app was swiped away by its user.")
    var forceQuit = false

    @Flag(help: "The app may show no notifications.")
    var noNotifications = false

    @Flag(help: "The app may give critical alerts.")
    var critical = false

    @Option(help: "Whether the app may register alarms with the system. (default: allowed from iOS 26 on)")
    var alarmkit: AlarmKitArgument?

    func validate() throws {
        if locked, unlocked { throw ValidationError("It is either --locked or --unlocked.") }
        if unlocked, restarted { throw ValidationError("Unlocked, it has been unlocked since its restart.") }
        if let contradiction = state(in: "UTC").contradiction { throw ValidationError("\(contradiction).") }
    }

    /// The condition of a phone in the zone `zone`.
    func state(in zone: String) -> PhoneState {
        var state = PhoneState(
            system: os,
            alarmKit: alarmkit.map { $0 == .allowed ? .allowed : .refused },
            criticalAlerts: critical,
            timeZone: zone
        )
        if unlocked { state.lock = .unlocked }
        if restarted { state.lock = .beforeFirstUnlock }
        if forceQuit { state.app = .forceQuit }
        state.isSilent = silent
        state.focus = focus.focus
        state.isLowPower = lowPower
        state.isOnline = !offline
        state.allowsNotifications = !noNotifications
        return state
    }

    private static func version(_ text: String) throws -> SystemVersion {
        guard let version = SystemVersion(text), version.exists else {
            throw ValidationError("\(text.prefix(40).debugDescription) is no iOS: give 15.0 to 18.9, or 26.0 and up.")
        }
        return version
    }
}

/// The argument for a Focus.
enum FocusArgument: String, CaseIterable, ExpressibleByArgument {
    case off, on, strict

    /// The Focus of a phone.
    var focus: PhoneState.Focus {
        switch self {
        case .off: .off
        case .on: .on
        case .strict: .strict
        }
    }
}

/// The argument for the access to AlarmKit.
enum AlarmKitArgument: String, CaseIterable, ExpressibleByArgument {
    case allowed, refused
}

/// The options for the user of a virtual phone.
struct PhoneUserOptions: ParsableArguments {
    @Option(help: "What the user answers to an alarm that they notice, instead of asking you.")
    var answer: AutomaticAnswer?

    @Option(
        help: ArgumentHelp(
            "How long after noticing it, 0s to 1h; without --answer they say got-it. (default: 0s)",
            valueName: "span"
        ),
        transform: Span.argument(in: .zero ... .hours(1))
    )
    var answerAfter: Span?

    @Option(help: ArgumentHelp("What they reply with got-it.", valueName: "words"))
    var reply: String?

    @Option(
        help: ArgumentHelp("How long a snooze is that names no time, 1s to 24h. (default: 9m)", valueName: "span"),
        transform: Span.argument(in: .seconds(1) ... .hours(24))
    )
    var snooze: Span = .minutes(9)

    @Option(help: ArgumentHelp("How many rings of an alarm they sleep through.", valueName: "count"))
    var sleepsThrough = 0

    func validate() throws {
        let saysGotIt = answer == .gotIt || answer == nil && answerAfter != nil
        if reply != nil, !saysGotIt { throw ValidationError("--reply goes with --answer got-it or --answer-after.") }
        if answer == .some(.none), answerAfter != nil {
            throw ValidationError("--answer none answers nothing: leave --answer-after out.")
        }
        guard (0...100).contains(sleepsThrough) else { throw ValidationError("--sleeps-through takes 0 to 100 rings.") }
    }

    /// How the user behaves.
    var habits: Habits {
        let reaction: Habits.Reaction =
            switch answer {
            case .gotIt: .acknowledge(reply: reply)
            case .snooze: .snooze(snooze)
            case .dismiss: .dismiss
            case .some(.none): .ignore
            case nil: answerAfter == nil ? .ignore : .acknowledge(reply: reply)
            }
        var habits = Habits(answer: reaction, reaction: answerAfter ?? .zero, sleepsThrough: sleepsThrough)
        // Whoever tries it decides when it is enough.
        habits.snoozes = .max
        return habits
    }
}
