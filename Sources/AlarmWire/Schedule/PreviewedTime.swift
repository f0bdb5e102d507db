public import AlarmCore

/// A coming time of an alarm: local time, UTC, and the effect of clock changes.
public struct PreviewedTime: Hashable, WireMessage {
    /// The local time at which it rings.
    public var local: LocalDateTime
    /// The offset from UTC at that time, as in `+02:00`.
    public var offset: String
    /// The time at which it rings, in UTC.
    public var utc: Instant
    /// The effect of a clock change, in a sentence for people; nil without one.
    public var note: String?

    /// Makes a time.
    public init(local: LocalDateTime, offset: String, utc: Instant, note: String?) {
        self.local = local
        self.offset = offset
        self.utc = utc
        self.note = note
    }

    /// Makes a message of a computed preview.
    public init(_ occurrence: PreviewedOccurrence) {
        self.init(
            local: occurrence.local,
            offset: occurrence.offset,
            utc: occurrence.instant,
            note: occurrence.note.map { "\($0)" }
        )
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        let text = try object.string("local")
        do {
            local = try LocalDateTime(iso8601: text)
        } catch {
            throw object.error(.notATime(error), at: "local")
        }
        offset = try object.text("offset", expected: "an offset such as +02:00") { $0.isOffset ? $0 : nil }
        utc = try object.instant("utc")
        note = object.takeNull("note") ? nil : try object.string("note")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "local": .string(local.iso8601),
            "offset": .string(offset),
            "utc": .instant(utc),
            "note": note.map(JSONValue.string) ?? .null,
        ])
    }
}

extension String {
    /// Whether the text is a sign, two digits, a colon and two digits.
    fileprivate var isOffset: Bool {
        let bytes = Array(utf8)
        guard bytes.count == 6, "+-".utf8.contains(bytes[0]), bytes[3] == UInt8(ascii: ":") else { return false }
        return [1, 2, 4, 5].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
    }
}
