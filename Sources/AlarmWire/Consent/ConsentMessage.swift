public import AlarmCore

/// `GET` and `PUT /v1/consent/{id}`: the caller's consent to a sender; the answer to both.
///
/// The sender is never told.
public struct ConsentMessage: Hashable, WireMessage {
    /// The consent.
    public var consent: Consent
    /// In an answer, whether alerts about the sender reach the caller all the same: the sender is the dweller of a care
    /// circle, whose alerts have a switch of their own (`AlertSwitch`); nil for no.
    public var careAlerts: Bool?

    /// Makes a message.
    public init(_ consent: Consent, careAlerts: Bool? = nil) {
        self.consent = consent
        self.careAlerts = careAlerts
    }

    /// Reads the members of the JSON object; absent ones do not restrict.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let hours: AllowedHours? = try object.optionalObject("hours")
        consent = Consent(
            isMuted: try object.optionalBool("muted") ?? false,
            pausedUntil: try object.optionalInstant("pausedUntil"),
            hours: hours?.hours
        )
        careAlerts = try object.optionalBool("careAlerts")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "muted": .bool(consent.isMuted),
            "pausedUntil": consent.pausedUntil.map { .instant($0) },
            "hours": consent.hours.map { AllowedHours($0).json },
            "careAlerts": careAlerts.map { .bool($0) },
        ])
    }
}

/// The hours of every day in which somebody may ring, as in `{"from":"08:00","until":"21:30"}`.
public struct AllowedHours: Hashable, WireMessage {
    /// The hours.
    public var hours: Consent.Hours

    /// Makes a message.
    public init(_ hours: Consent.Hours) {
        self.hours = hours
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let from = try object.clockTime("from")
        let until = try object.clockTime("until")
        guard let hours = Consent.Hours(from: from, until: until) else {
            throw object.error(.expected("another time than from"), at: "until")
        }
        self.hours = hours
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["from": .clockTime(hours.from), "until": .clockTime(hours.until)])
    }
}

extension ObjectReader {
    /// Takes a time of day in whole minutes, as in `08:00`.
    package mutating func clockTime(_ name: String) throws(WireError) -> LocalTime {
        try required(optionalClockTime(name), name)
    }

    /// Takes a time of day in whole minutes, as in `08:00`, or nil if there is none.
    package mutating func optionalClockTime(_ name: String) throws(WireError) -> LocalTime? {
        try optionalText(name, expected: "a time of day as in 08:00") { text in
            let fields = text.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 2, fields.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCII) }),
                fields.joined().allSatisfy(\.isNumber), let hour = Int(fields[0]), let minute = Int(fields[1])
            else { return nil }
            return LocalTime(hour: hour, minute: minute)
        }
    }
}

extension JSONValue {
    /// A time of day in whole minutes.
    package static func clockTime(_ time: LocalTime) -> JSONValue {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return .string("\(two(time.hour)):\(two(time.minute))")
    }
}
