import AlarmWire

/// The parts of a push that the phone's system reads before the app does: the `aps` dictionary and `apns-push-type`.
package struct PushTraits: Hashable, Sendable {
    /// Interruption level of a notification (`UNNotificationInterruptionLevel`).
    package enum Level: String, CaseIterable, Hashable, Sendable {
        /// Goes to the list of notifications without a sound.
        case passive
        /// Lights up the screen and may sound.
        case active
        /// Lights up the screen, may sound, and breaks through Focus where the user allows it.
        case timeSensitive = "time-sensitive"
        /// Sounds in silent mode and through every Focus; needs an entitlement.
        case critical
    }

    /// Whether the push only wakes the app: `apns-push-type: background`, with `content-available` and nothing to show.
    package var isBackground: Bool
    /// Whether the push wakes the app as well as showing something: an alert with `content-available`.
    package var wakesApp: Bool
    package var level: Level
    /// Whether the push has something to show.
    package var hasAlert: Bool
    package var hasSound: Bool
    /// Whether the app's extension may change the push first (`mutable-content`).
    package var isMutable: Bool
    /// Text of the push itself, title and body; nil if the app provides the text.
    package var words: String?

    package init(
        isBackground: Bool = false,
        wakesApp: Bool = false,
        level: Level = .timeSensitive,
        hasAlert: Bool = true,
        hasSound: Bool = true,
        isMutable: Bool = true
    ) {
        self.isBackground = isBackground
        self.wakesApp = wakesApp
        self.level = level
        self.hasAlert = hasAlert
        self.hasSound = hasSound
        self.isMutable = isMutable
    }

    /// Reads a push; missing fields have Apple's defaults: `active`, no sound.
    ///
    /// - Parameters:
    ///   - payload: the JSON.
    ///   - type: the header `apns-push-type`; an alert if there is none.
    package init(payload: [UInt8], type: String?) {
        self.init(
            isBackground: type == "background",
            level: .active,
            hasAlert: false,
            hasSound: false,
            isMutable: false
        )
        let limits = JSONLimits(bytes: PushPayload.limit, depth: 32)
        guard case .object(let root)? = try? JSONValue(parsing: payload, limits: limits),
            case .object(let aps)? = root["aps"]
        else { return }
        hasAlert = !isBackground && aps["alert"] != nil
        if case .object(let alert) = aps["alert"], case .string(let title) = alert["title"],
            case .string(let body) = alert["body"]
        {
            words = "\(title) | \(body)"
        }
        isMutable = aps["mutable-content"] == .integer(1)
        wakesApp = aps["content-available"] == .integer(1)
        if case .string(let word)? = aps["interruption-level"] { level = Level(rawValue: word) ?? .active }
        switch aps["sound"] {
        case .string: hasSound = true
        case .object(let sound):
            hasSound = true
            if sound["critical"] == .integer(1) { level = .critical }
        default: break
        }
    }
}
