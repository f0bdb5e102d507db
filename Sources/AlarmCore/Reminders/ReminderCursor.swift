/// A position in a list of reminders: by due time, then by identifier.
///
/// Its text is opaque, and stays valid when reminders before or after it come and go.
public struct ReminderCursor: Hashable, Sendable, Comparable {
    /// The reminder's due time.
    public let due: Instant
    /// The reminder's identifier.
    public let id: ReminderID

    /// Makes the cursor of a reminder.
    public init(due: Instant, id: ReminderID) {
        self.due = due
        self.id = id
    }

    /// Reads ``text``; nil for anything else.
    public init?(text: some StringProtocol) {
        guard text.utf8.count == 32, let bytes = Base64URL.decode(text), bytes.count == 24,
            let id = ReminderID(bytes: bytes[8...])
        else { return nil }
        let milliseconds = bytes[..<8].reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
        self.init(due: Instant(milliseconds: Int64(bitPattern: milliseconds)), id: id)
    }

    /// The 8 bytes of the due time in milliseconds, big-endian, and the 16 of the identifier, in base64url: 32
    /// characters.
    public var text: String {
        let milliseconds = UInt64(bitPattern: due.milliseconds)
        let due = stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: milliseconds >> $0) }
        return Base64URL.encode(due + id.bytes)
    }

    /// Whether `left` comes first.
    public static func < (left: ReminderCursor, right: ReminderCursor) -> Bool {
        (left.due, left.id) < (right.due, right.id)
    }
}

extension Reminder {
    /// The reminder's position in a list.
    public var cursor: ReminderCursor { ReminderCursor(due: due, id: id) }
}
