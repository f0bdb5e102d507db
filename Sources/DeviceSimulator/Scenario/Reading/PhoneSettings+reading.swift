import AlarmCore
import StrictYAML

extension PhoneSettings {
    /// Takes the settings of a phone or its user out of an object, and leaves the rest.
    init(reading object: inout YAMLObject) throws(YAMLError) {
        self.init()
        browser = try object.optional("browser") { value throws(YAMLError) in try value.word() }
        isBedside = try object.optional("bedside", Self.flag)
        system = try object.optional("os", Self.version)
        alarmKit = try object.optional("alarmkit", Self.access)
        notifications = try object.optional("notifications") { value throws(YAMLError) in try value.word() }
        isCriticalAllowed = try object.optional("critical", Self.flag)
        isLocked = try object.optional("locked", Self.flag)
        focus = try object.optional("focus") { value throws(YAMLError) in try value.word() }
        isSilent = try object.optional("silent", Self.flag)
        isLowPower = try object.optional("low-power", Self.flag)
        isOffline = try object.optional("offline", Self.flag)
        power = try object.optional("power") { value throws(YAMLError) in try value.word() }
        app = try object.optional("app") { value throws(YAMLError) in try value.word() }
        notificationExtension = try object.optional("extension") { value throws(YAMLError) in try value.word() }
        extensionArms = try object.optional("extension-arms", Self.flag)
        alarmTellsApp = try object.optional("alarm-tells-app", Self.flag)
        clockError = try object.optional("clock-error") { value throws(YAMLError) in try value.span() }
        zone = try object.optional("zone", Self.zone)
        habits = try object.optional("answers", Habits.init(reading:))
    }

    private static func flag(_ value: YAMLValue) throws(YAMLError) -> Bool { try value.flag() }

    private static func version(_ value: YAMLValue) throws(YAMLError) -> SystemVersion {
        guard let version = value.scalar.flatMap({ SystemVersion($0) }) else {
            throw value.mismatch("a version of iOS, as in \"18.5\" or \"26.1\"")
        }
        return version
    }

    private static func access(_ value: YAMLValue) throws(YAMLError) -> PhoneState.AlarmKitAccess {
        switch value.scalar {
        case "allowed": return .allowed
        case "refused": return .refused
        case "undetermined": return .undetermined
        case let text?:
            guard let count = Int(text), (0...1000).contains(count) else { break }
            return .limited(count)
        case nil: break
        }
        throw value.mismatch("one of allowed, refused, undetermined, or how many alarms the system takes")
    }

    static func zone(_ value: YAMLValue) throws(YAMLError) -> String {
        guard let name = value.scalar, name == "UTC" || name.contains("/"), name.utf8.count <= 64,
            name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw value.mismatch("the IANA name of a time zone, as in Europe/Berlin") }
        return name
    }
}

extension Habits {
    /// The user's reaction to an alarm, as a scenario names it.
    private enum Kind: String, CaseIterable {
        case acknowledge, snooze, dismiss, ignore
    }

    /// Reads `ignore`, or `{with: acknowledge, after: 20s, reply: …}`.
    fileprivate init(reading value: YAMLValue) throws(YAMLError) {
        if value.scalar != nil {
            self.init(answer: try Self.answer(value.word()), reaction: .seconds(10))
            return
        }
        var object = try value.object("what the user does, as in {with: acknowledge, after: 20s}")
        let kind = try object.required("with") { value throws(YAMLError) in try value.word(Kind.self) }
        let reaction = try object.optional("after", Self.length)
        let reply = try object.optional("reply") { value throws(YAMLError) in
            guard kind == .acknowledge else {
                throw value.contradiction("only who acknowledges replies: expected with: acknowledge")
            }
            return try value.text()
        }
        let snooze = try object.optional("for") { value throws(YAMLError) in
            guard kind == .snooze else { throw value.contradiction("only a snooze lasts: expected with: snooze") }
            return try Self.length(value)
        }
        self.init(answer: Self.answer(kind, reply: reply, snooze: snooze), reaction: reaction ?? .seconds(10))
        snoozes =
            try object.optional("times") { value throws(YAMLError) in
                guard kind == .snooze else {
                    throw value.contradiction("only who snoozes does it again: expected with: snooze")
                }
                return try value.count(in: 1...20)
            } ?? snoozes
        hears = try object.optional("hears") { value throws(YAMLError) in try value.word() } ?? hears
        sleepsThrough =
            try object.optional("sleeps-through") { value throws(YAMLError) in
                try value.count(in: 0...100)
            } ?? sleepsThrough
        try object.finish()
    }

    private static func answer(_ kind: Kind, reply: String? = nil, snooze: Span? = nil) -> Reaction {
        switch kind {
        case .acknowledge: .acknowledge(reply: reply)
        case .snooze: .snooze(snooze ?? .minutes(9))
        case .dismiss: .dismiss
        case .ignore: .ignore
        }
    }

    private static func length(_ value: YAMLValue) throws(YAMLError) -> Span {
        let span = try value.span()
        guard span >= .zero, span <= .days(2) else { throw value.mismatch("a span of 0s to 2d") }
        return span
    }
}
