import AlarmCore

extension AlarmView {
    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            id: try object.identifier("id"),
            pair: try object.identifier("pairId"),
            setBy: try object.identifier("setBy"),
            preset: try object.optionalString("preset", bytes: 1...64),
            reminder: try object.optionalIdentifier("reminderId"),
            reminderDue: try object.optionalInstant("reminderDue"),
            isSetAnew: try object.optionalBool("setAnew") ?? false,
            direction: try object.word("direction"),
            state: try object.word("state"),
            revision: try object.revision("revision"),
            time: try object.instant("time"),
            snoozedUntil: try object.optionalInstant("snoozedUntil"),
            snoozes: try object.optionalInteger("snoozes", in: 0...Int64(Int32.max)).map { Int($0) },
            nextTime: try object.optionalInstant("nextTime"),
            rule: try object.optionalRule("repeat"),
            timeZone: try object.optionalZone("timeZone"),
            ttl: try object.required(object.optionalSeconds("ttl", in: AlarmRequest.ttlRange), "ttl"),
            sound: try object.required(object.optionalSound("sound"), "sound"),
            setAt: try object.instant("setAt"),
            isLate: try object.bool("late"),
            isRefused: try object.optionalBool("refused") ?? false,
            isNextRefused: try object.optionalBool("nextRefused") ?? false,
            isSoundOff: try object.optionalBool("soundOff") ?? false,
            message: try object.optionalSealed("message", limit: SealedText.messageLimit),
            reply: try object.optionalSealed("reply", limit: SealedText.messageLimit),
            sealed: try object.optionalObject("sealed"),
            clear: try object.optionalObject("clear"),
            ending: try object.optionalWord("ending"),
            last: try object.optionalObject("last"),
            deliveries: try object.array("deliveries", limit: Self.deliveriesLimit)
        )
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "id": .identifier(id),
            "pairId": .identifier(pair),
            "setBy": .identifier(setBy),
            "preset": preset.map(JSONValue.string),
            "reminderId": reminder.map { .identifier($0) },
            "reminderDue": reminderDue.map(JSONValue.instant),
            "setAnew": isSetAnew ? true : nil,
            "direction": .word(direction),
            "state": .word(state),
            "revision": .integer(revision),
            "time": .instant(time),
            "snoozedUntil": snoozedUntil.map(JSONValue.instant),
            "snoozes": snoozes.map { .integer($0) },
            "nextTime": nextTime.map(JSONValue.instant),
            "repeat": (rule?.description).map(JSONValue.string),
            "timeZone": timeZone.map(JSONValue.string),
            "ttl": .seconds(ttl),
            "sound": .string(sound),
            "setAt": .instant(setAt),
            "late": .bool(isLate),
            "refused": isRefused ? true : nil,
            "nextRefused": isNextRefused ? true : nil,
            "soundOff": isSoundOff ? true : nil,
            "message": message.map(JSONValue.sealed),
            "reply": reply.map(JSONValue.sealed),
            "sealed": sealed?.json,
            "clear": clear?.json,
            "ending": ending.map(JSONValue.word),
            "last": last?.json,
            "deliveries": .array(deliveries.map(\.json)),
        ])
    }
}
