import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// The lines of a listener, in the language of its person.
extension Listener {
    /// The text `key`, with values that a terminal can show as they are.
    func text(_ key: TextKey, _ values: [Placeholder: String] = [:]) -> String { language.text(key, values) }

    /// A line with the time of day before it.
    func timed(_ line: String) -> String { "\(clock.timeOfDay(clock.now))  \(line)" }

    /// Says what has happened, with the time of day.
    func say(_ key: TextKey, _ values: [Placeholder: String] = [:]) { Terminal.say(timed(text(key, values))) }

    /// Says what belongs to the line before, or what an answer has done.
    func add(_ line: String) { Terminal.say("          \(line)") }

    /// Says that the relay has refused something, and why.
    func sayRefused(_ error: any Error) {
        Terminal.remark(text(.listenRefused, [.reason: RefusalText.reason(of: error, in: language)]))
    }

    /// What the user calls somebody whom they have invited.
    func shownName(of invite: InviterPairing) -> String {
        (invite.recipient?.name ?? invite.partnerName)?.asForeign ?? text(.listenSomebody)
    }

    /// Says that an alarm has another time than the one known before.
    func sayChanged(_ alarm: IncomingAlarm, from former: RingingItem?) {
        Terminal.say(timed(alarm.change(from: former?.due, clock)))
    }
}

extension InviteStatus.End {
    /// Why somebody who was invited from here is not coming, in a clause.
    var reason: TextKey {
        switch self {
        case .cancelled: .listenInvitationDeclined
        case .expired: .listenInvitationExpired
        case .burned: .listenInvitationBurned
        case .contested: .listenInvitationContested
        }
    }
}
