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

    /// Tells what has happened: a script by an event, a person by a line with the time of day.
    func tell(_ event: ListenerEvent, _ line: String) {
        tell(event, line) { Terminal.say(timed($0)) }
    }

    /// Tells what has happened, and uses `show` to show the line to a person.
    func tell(_ event: ListenerEvent, _ line: String, showing show: (String) -> Void) {
        guard isForScript else { return show(line) }
        Terminal.say(event.json(saying: line, at: clock.now))
    }

    /// Tells what has happened by the text `key`.
    func tell(_ event: ListenerEvent, _ key: TextKey, _ values: [Placeholder: String] = [:]) {
        tell(event, text(key, values))
    }

    /// Tells what belongs to the line before, or what an answer has done.
    func add(_ event: ListenerEvent, _ line: String) { tell(event, line, showing: add) }

    /// Shows a person what belongs to the line before, such as how to answer; a script gets no such lines.
    func add(_ line: String) {
        guard !isForScript else { return }
        Terminal.say("          \(line)")
    }

    /// Says that the relay has refused something, and why.
    func sayRefused(_ error: any Error, for id: AlarmID? = nil) {
        let reason = RefusalText.reason(of: error, in: language)
        let kind = (error as? DeviceError)?.problemKind?.rawValue
        let event = ListenerEvent(
            .refused,
            ["id": id.map(JSONValue.identifier), "problem": kind.map(JSONValue.string), "reason": .string(reason)]
        )
        tell(event, text(.listenRefused, [.reason: reason]), showing: Terminal.remark)
    }

    /// Says that a typed line did nothing, and why; `id` names what it was for.
    func sayNotTaken(
        _ input: String?,
        _ misfit: ListenerEvent.Misfit,
        _ line: String,
        for id: AlarmID? = nil,
        showing show: (String) -> Void = { Terminal.say($0) }
    ) {
        let event = ListenerEvent(
            .notTaken,
            [
                "id": id.map(JSONValue.identifier), "input": input.map(JSONValue.string), "because": .word(misfit),
            ]
        )
        tell(event, line, showing: show)
    }

    /// What the user calls somebody whom they have invited.
    func shownName(of invite: InviterPairing) -> String {
        (invite.recipient?.name ?? invite.partnerName)?.asForeign ?? text(.listenSomebody)
    }

    /// Says that an alarm has another time than the one known before.
    func sayChanged(_ alarm: IncomingAlarm, from former: RingingItem?) {
        tell(ListenerEvent(.changed).adding(alarm.facts), alarm.change(from: former?.due, clock))
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
