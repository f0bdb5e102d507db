import AlarmWire

/// What a phone's system reads of a push before anybody opens it: the `aps` dictionary and `apns-push-type`.
package struct PushTraits: Hashable, Sendable {
    /// How hard a notification presses (`UNNotificationInterruptionLevel`).
    package enum Level: String, CaseIterable, Hashable, Sendable {
        /// Goes to the list of notifications and disturbs nobody.
        case passive
        /// Lights up the screen and may sound.
        case active
        /// The same, and breaks through Focus where the user allows it.
        case timeSensitive = "time-sensitive"
        /// Sounds in silent mode and through every Focus; needs an entitlement.
        case critical
    }

    /// Whether it only wakes the app: `apns-push-type: background`, with `content-available` and nothing to show.
    package var isBackground: Bool
    package var level: Level
    /// Whether it has something to show.
    package var hasAlert: Bool
    package var hasSound: Bool
    /// Whether the app's extension may change it first (`mutable-content`).
    package var isMutable: Bool
    /// What it says by itself, title and body; nil where the words are the app's.
    package var words: String?

    package init(
        isBackground: Bool = false,
        level: Level = .timeSensitive,
        hasAlert: Bool = true,
        hasSound: Bool = true,
        isMutable: Bool = true
    ) {
        self.isBackground = isBackground
        self.level = level
        self.hasAlert = hasAlert
        self.hasSound = hasSound
        self.isMutable = isMutable
    }

    /// Reads a push; what it does not say is as Apple's defaults have it: `active`, no sound.
    ///
    /// - Parameters:
    ///   - payload: the JSON.
    ///   - type: the header `apns-push-type`; an alert where there is none.
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
