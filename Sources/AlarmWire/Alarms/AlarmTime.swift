public import AlarmCore

/// The time of a request as its sender wrote it, with its meaning.
public struct AlarmTime: Hashable, Sendable {
    /// The spelling, kept so that a request can be compared with its retry.
    public let text: String
    /// An instant, or a local time that needs a zone beside it.
    public let timestamp: Timestamp

    /// Reads a time, with or without an offset.
    public init(_ text: String) throws(ISO8601Error) {
        self.timestamp = try Timestamp(iso8601: text)
        self.text = text
    }

    /// Makes a time from an instant, written in UTC.
    public init(_ instant: Instant) {
        self.text = instant.iso8601
        self.timestamp = .instant(instant)
    }

    /// Makes a time from a local time, for a request that names its zone.
    public init(_ local: LocalDateTime) {
        self.text = local.iso8601
        self.timestamp = .local(local)
    }

    /// Whether the time has no meaning without a zone.
    public var needsZone: Bool {
        if case .local = timestamp { true } else { false }
    }
}

extension ObjectReader {
    /// Takes a time, or nil if there is none; one without an offset only if the request names a zone.
    mutating func optionalAlarmTime(_ name: String, hasZone: Bool) throws(WireError) -> AlarmTime? {
        guard let text = try optionalString(name, bytes: 1...64) else { return nil }
        do {
            if !hasZone { _ = try Instant(iso8601: text) }
            return try AlarmTime(text)
        } catch {
            throw self.error(.notATime(error), at: name)
        }
    }
}
