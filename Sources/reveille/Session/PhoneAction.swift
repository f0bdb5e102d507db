import AlarmCore
import DeviceSimulator

/// What somebody types to a virtual phone.
enum PhoneAction: Hashable {
    /// Answers whatever rings or is on the lock screen.
    case answer(RingAnswer)
    /// Looks at the phone, and answers as the user does by habit.
    case look
    /// Unlocks it and opens the app.
    case open
    case lock, unlock
    case offline, online
    case restart
    case silent, loud
    case focus(PhoneState.Focus)
    case forceQuit
    /// Tells what condition the phone is in.
    case state
    /// Tells what can be typed.
    case help

    /// What can be typed, in one line.
    static let all = """
        g [reply], s [minutes], d; look, open, lock, unlock, offline, online, restart, silent, loud, focus, \
        focus strict, focus off, quit; state
        """

    /// Reads a typed line; nil for one that means nothing.
    init?(_ line: String, snooze: Span) {
        switch line.lowercased().split(separator: " ").joined(separator: " ") {
        case "look": self = .look
        case "open": self = .open
        case "lock": self = .lock
        case "unlock": self = .unlock
        case "offline": self = .offline
        case "online": self = .online
        case "restart": self = .restart
        case "silent": self = .silent
        case "loud": self = .loud
        case "focus", "focus on": self = .focus(.on)
        case "focus strict": self = .focus(.strict)
        case "focus off": self = .focus(.off)
        case "quit": self = .forceQuit
        case "state": self = .state
        case "help", "?": self = .help
        default:
            guard let answer = RingAnswer(typed: line, defaultSnooze: snooze) else { return nil }
            self = .answer(answer)
        }
    }

    /// The change of the phone's condition that it is, if it is one.
    func change(_ state: inout PhoneState) {
        switch self {
        case .lock: state.isLocked = true
        case .unlock: state.isLocked = false
        case .offline: state.isOnline = false
        case .online: state.isOnline = true
        case .silent: state.isSilent = true
        case .loud: state.isSilent = false
        case .focus(let focus): state.focus = focus
        case .forceQuit: state.app = .forceQuit
        case .answer, .look, .open, .restart, .state, .help: break
        }
    }
}

extension PhoneState {
    /// The condition in a few words, as in `iOS 18.5, locked, silent, AlarmKit undetermined`.
    var summary: String {
        var words = ["iOS \(system)"]
        if !isPoweredOn { words.append("off") }
        switch lock {
        case .unlocked: words.append("unlocked")
        case .locked: words.append("locked")
        case .beforeFirstUnlock: words.append("not unlocked since its restart")
        }
        if !isOnline { words.append("offline") }
        if isSilent { words.append("silent") }
        switch focus {
        case .off: break
        case .on: words.append("Focus on")
        case .strict: words.append("Focus that lets nothing through")
        }
        if isLowPower { words.append("saving power") }
        if app == .forceQuit { words.append("app force-quit") }
        if !allowsNotifications { words.append("no notifications") }
        if criticalAlerts { words.append("critical alerts allowed") }
        words.append("AlarmKit \(alarmKit)")
        return words.joined(separator: ", ")
    }
}
