import AlarmCore
import AlarmWire
import DeviceKit

extension ListenerEvent {
    /// That an alarm was put off, or else what is announced of it.
    static func announced(_ alarm: IncomingAlarm, as announcement: AlarmAnnouncement = .set) -> ListenerEvent {
        let name: Name =
            switch announcement {
            case _ where alarm.snoozedUntil != nil: .putOff
            case .set: .set
            case .next: .next
            case .changed: .changed
            case .ringsAgain: .ringsAgain
            }
        return ListenerEvent(name, alarm.facts)
    }

    /// That an alarm rings here no more, or will not ring.
    static func silenced(_ id: AlarmID, _ end: TakenOff) -> ListenerEvent {
        ListenerEvent(
            .silenced,
            [
                "id": .identifier(id),
                "rang": .bool(end.hasRung),
                "reason": (end.reason?.clause).map(JSONValue.string),
                "nextTime": (end.reason?.next).map(JSONValue.instant),
            ]
        )
    }

    /// What has become of a family's reminder.
    static func reminder(_ name: Name, _ view: ReminderView) -> ListenerEvent {
        ListenerEvent(
            name,
            ["reminderId": .identifier(view.reminder.id), "circleId": .identifier(view.reminder.circle)]
        )
    }
}

extension IncomingAlarm {
    /// What a script is told of an alarm: the names are those of `alarm list --json`.
    var facts: JSONObject {
        JSONObject([
            "id": .identifier(id),
            "kind": isReminder ? "reminder" : "alarm",
            "preset": preset.map(JSONValue.string),
            "revision": .integer(revision),
            "time": .instant(time),
            "snoozedUntil": snoozedUntil.map(JSONValue.instant),
            "repeat": rule.map { .string($0.description) },
            "timeZone": timeZone.map(JSONValue.string),
            "late": .bool(isLate),
            "pairId": pair.map(JSONValue.identifier),
            "circleId": circle.map(JSONValue.identifier),
            "partner": partnerName.map(JSONValue.string),
            "own": isOwn ? true : nil,
            "text": words.text.map(JSONValue.string) ?? .null,
            "doubt": words.doubt.map(JSONValue.word),
            "push": relayWords?.json,
        ])
    }
}

extension KnownAlarm {
    /// What a script is told of an alarm that rang for a former listener.
    func facts(of subject: RingingItem.Subject, partner: String?) -> JSONObject {
        var (kind, circle) = ("alarm", CircleID?.none)
        if case .reminder(let found) = subject { (kind, circle) = ("reminder", found) }
        return JSONObject([
            "id": .identifier(id),
            "kind": .string(kind),
            "revision": .integer(revision),
            "time": .instant(time),
            "pairId": pair.map(JSONValue.identifier),
            "circleId": circle.map(JSONValue.identifier),
            "partner": partner.map(JSONValue.string),
            "text": text.map(JSONValue.string) ?? .null,
        ])
    }
}

extension AlarmNotice {
    /// What a script is told of a notice.
    var facts: JSONObject {
        JSONObject([
            "id": .identifier(id),
            "kind": "notice",
            "stage": .string(stage.rawValue),
            "preset": preset.map(JSONValue.string),
            "revision": .integer(revision),
            "time": .instant(time),
            "partner": partnerName.map(JSONValue.string),
            "text": text.map(JSONValue.string) ?? .null,
            "reply": reply.map { $0.text.map(JSONValue.string) ?? .null },
            "doubt": (doubt ?? reply?.doubt).map(JSONValue.word),
            "push": relayWords?.json,
        ])
    }
}

extension ReceiptOutcome {
    /// The end of a snooze as the relay has set it, by its clock; nil where it has said none.
    var end: Instant? {
        if case .taken(let answer) = self { answer.snoozedUntil } else { nil }
    }
}

extension Profile {
    /// What a script is told of the device that listens.
    var facts: JSONObject {
        JSONObject([
            "relay": .string(relay.text),
            "deviceId": deviceID.map(JSONValue.identifier),
            "name": displayName.isEmpty ? nil : .string(displayName),
        ])
    }
}

extension KnownPair {
    /// What a script is told of a pair.
    var facts: JSONObject { JSONObject(["pairId": .identifier(id), "partner": .string(partnerName)]) }
}

extension CircleView {
    /// What a script is told of a circle.
    var facts: JSONObject { JSONObject(["circleId": .identifier(id), "circle": .string(name)]) }
}

extension CareAlertView {
    /// What a script is told of an open alert.
    var facts: JSONObject {
        JSONObject([
            "id": .string("\(id)"), "circleId": .identifier(circle), "signal": .word(kind), "since": .instant(at),
        ])
    }
}

extension InviterPairing {
    /// What a script is told of an invitation that was sent.
    var facts: JSONObject {
        JSONObject([
            "inviteId": .identifier(inviteID), "person": (recipient?.name ?? partnerName).map(JSONValue.string),
        ])
    }
}

extension OutboxResult {
    /// What a script is told of an alarm that was kept.
    var facts: JSONObject {
        let (state, reason): (String, String?) =
            switch self {
            case .set: ("set", nil)
            case .withdrawn: ("withdrawn", nil)
            case .refused(_, let reason, _): ("refused", reason)
            case .kept(_, let reason): ("kept", reason)
            }
        return JSONObject([
            "id": .identifier(alarm.id), "state": .string(state), "time": .instant(alarm.time),
            "pairId": .identifier(alarm.pair), "text": .string(alarm.text), "reason": reason.map(JSONValue.string),
        ])
    }
}
