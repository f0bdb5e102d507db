/// An event on `GET /v1/events`: what would be pushed, for a device that listens instead.
public enum StreamEvent: Hashable, Sendable {
    /// An alarm to ring, hand off or cancel; the same object as in a push.
    case alarm(AlarmPush)
    /// News about an alarm that the device's user set; the same object as in a push.
    case notice(AlarmPush)
    /// Something changed up to this cursor: ask `GET /v1/sync`.
    case sync(SyncCursor)

    /// The event for a push: an alarm, or a notice, by its stage.
    public init(_ push: AlarmPush) {
        self = push.stage.isNotice ? .notice(push) : .alarm(push)
    }

    /// Reads an event; nil for an unknown type, which is to be skipped.
    ///
    /// - Throws: when the type is known and its data is malformed.
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

    /// The event as sent, identified by `cursor`, the position in the stream.
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
