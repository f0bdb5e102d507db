import AlarmCore

/// The JSON of one push to a browser, before it is sealed: a declarative push message (W3C Push API) around the alarm.
///
/// A browser that finds no service worker, or whose worker fails, shows the notification as it is. With `mutable`, a
/// worker gets the message first; it opens the sealed words in `reveille` and shows those.
public struct WebPushPayload: Hashable, Sendable {
    /// The most bytes that fit into one record: 3,993.
    public static let limit = 3993
    /// The value of `web_push` by which a declarative message is recognised.
    public static let version = 8030
    /// The longest title and body of a notification, in bytes; longer ones are cut.
    static let longestTexts = (title: 256, body: 768)

    /// The JSON.
    public let bytes: [UInt8]

    /// Builds a payload.
    ///
    /// - Parameters:
    ///   - alarm: the content.
    ///   - words: what the notification says where no service worker does better.
    ///   - language: the language of `words` (BCP 47).
    ///   - origin: the relay's origin, at which the notification opens the app.
    /// - Throws: when it is larger than ``limit``.
    public init(
        _ alarm: AlarmPush,
        words: PushWords,
        language: String,
        origin: Origin
    ) throws(PushPayloadError) {
        let bytes = Self.json(alarm, words, language, origin).text
        guard bytes.count <= Self.limit else { throw .tooLarge(bytes: bytes.count) }
        self.bytes = bytes
    }

    private static func json(
        _ alarm: AlarmPush,
        _ words: PushWords,
        _ language: String,
        _ origin: Origin
    ) -> JSONValue {
        let asks = alarm.stage.stage?.asksForAction ?? false
        let isSilent = alarm.stage == .cancel
        return .object(of: [
            "web_push": .integer(version),
            "mutable": true,
            "notification": .object(of: [
                "title": .string(words.title.cut(to: longestTexts.title)),
                "body": .string(words.body.cut(to: longestTexts.body)),
                "navigate": .string(target(of: alarm, at: origin)),
                // One notification for each alarm: what comes later replaces what came before.
                "tag": .identifier(alarm.id),
                "lang": .string(language),
                "silent": .bool(isSilent),
                "renotify": .bool(!isSilent),
                "requireInteraction": .bool(asks),
                // A browser may give its worker this notification instead of the message.
                "data": .object(of: [
                    "stage": .word(alarm.stage),
                    "id": .identifier(alarm.id),
                    "revision": .integer(alarm.revision),
                    "time": .instant(alarm.time),
                ]),
            ]),
            "reveille": alarm.wordless.json,
        ])
    }

    /// The place in the app that a tap on the notification opens.
    private static func target(of alarm: AlarmPush, at origin: Origin) -> String {
        alarm.preset == nil ? "\(origin.text)/#/alarm/\(alarm.id)" : "\(origin.text)/"
    }
}

extension String {
    /// The longest beginning of at most `limit` bytes, in whole characters.
    fileprivate func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = startIndex
        var count = 0
        while end < endIndex {
            let next = index(after: end)
            count += self[end..<next].utf8.count
            guard count <= limit else { break }
            end = next
        }
        return String(self[..<end])
    }
}

/// A push as a browser's service worker reads it, after opening.
public struct ReceivedWebPush: Hashable, Sendable {
    /// The title that is shown without a worker.
    public let title: String
    /// The body that is shown without a worker.
    public let body: String
    /// The URL that a tap opens.
    public let navigate: String
    /// The tag: a notification replaces an earlier one with the same tag.
    public let tag: String
    /// Whether it is shown without a sound.
    public let isSilent: Bool
    /// The alarm; lenient as ``ReceivedAlarmPush`` is.
    public let push: ReceivedAlarmPush

    /// Reads a whole message.
    ///
    /// - Throws: when it is not a declarative push message, or has no usable alarm.
    public init(payload text: [UInt8]) throws(WireError) {
        let limits = JSONLimits(bytes: WebPushPayload.limit, depth: 32)
        var root = try ObjectReader(try JSONValue(parsing: text, limits: limits))
        let version = Int64(WebPushPayload.version)
        _ = try root.integer("web_push", in: version...version)
        var notification = try ObjectReader(try root.value("notification"), at: "/notification")
        title = try notification.string("title")
        body = try notification.string("body")
        navigate = try notification.string("navigate")
        tag = try notification.string("tag")
        isSilent = try notification.optionalBool("silent") ?? false
        push = try ReceivedAlarmPush(alarm: root.value("reveille"), at: "/reveille")
    }
}
