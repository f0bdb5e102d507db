/// What a relay says on `GET /v1/events`: what it would have pushed, to a device that listens instead.
public enum StreamEvent: Hashable, Sendable {
    /// Something to ring, hand off or let go; the same object as in a push.
    case alarm(AlarmPush)
    /// News of an alarm that the device's user set; the same object as in a push.
    case notice(AlarmPush)
    /// Something changed up to this cursor: ask `GET /v1/sync`.
    case sync(SyncCursor)

    /// The event for a push: an alarm, or a notice, by its stage.
    public init(_ push: AlarmPush) {
        self = push.stage.isNotice ? .notice(push) : .alarm(push)
    }

    /// Reads an event; nil for a type that this side does not know, which is to be skipped.
    ///
    /// - Throws: when the type is known and its data are not what they should be.
    public init?(_ event: ServerSentEvent) throws(WireError) {
        let text = Array(event.data.utf8)
        switch event.type {
        case "alarm": self = .alarm(try AlarmPush(wire: text))
        case "notice": self = .notice(try AlarmPush(wire: text))
        case "sync":
            var object = try ObjectReader(try JSONValue(parsing: text))
            self = .sync(try object.cursor("cursor"))
            try object.finish()
        default: return nil
        }
    }

    /// The event as it travels, named by `cursor`, which says how far the stream has come with it.
    public func serverSent(cursor: SyncCursor? = nil) -> ServerSentEvent {
        let (type, json): (String, JSONValue) =
            switch self {
            case .alarm(let alarm): ("alarm", alarm.json)
            case .notice(let alarm): ("notice", alarm.json)
            case .sync(let cursor): ("sync", .object(of: ["cursor": .string(cursor.text)]))
            }
        return ServerSentEvent(type: type, data: String(decoding: json.text, as: UTF8.self), id: cursor?.text)
    }
}
