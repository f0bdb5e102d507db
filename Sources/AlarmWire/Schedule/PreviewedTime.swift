public import AlarmCore

/// One coming time of an alarm, on its zone's clocks and in UTC, and what a clock change does to it.
public struct PreviewedTime: Hashable, WireMessage {
    /// What the zone's clocks show when it rings.
    public var local: LocalDateTime
    /// Their offset from UTC then, as in `+02:00`.
    public var offset: String
    /// When it rings, in UTC.
    public var utc: Instant
    /// What a clock change does to it, in a sentence for people; nil where none matters.
    public var note: String?

    /// Makes a time.
    public init(local: LocalDateTime, offset: String, utc: Instant, note: String?) {
        self.local = local
        self.offset = offset
        self.utc = utc
        self.note = note
    }

    /// Tells what was worked out.
    public init(_ occurrence: PreviewedOccurrence) {
        self.init(
            local: occurrence.local,
            offset: occurrence.offset,
            utc: occurrence.instant,
            note: occurrence.note.map { "\($0)" }
        )
    }

    /// Reads the members of its object.
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

    /// The object that travels.
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
    /// Whether it is a sign, two digits, a colon and two digits.
    fileprivate var isOffset: Bool {
        let bytes = Array(utf8)
        guard bytes.count == 6, "+-".utf8.contains(bytes[0]), bytes[3] == UInt8(ascii: ":") else { return false }
        return [1, 2, 4, 5].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
    }
}
