package import AlarmCore

/// A message between a time keeper and the processes that run by its time, one line of text each.
///
/// Time passes in two steps, so that nobody acts before everyone shows the same time: the keeper sends `show`, waits
/// for `shown` from all, and then sends `wake`.
package enum TimeMessage: Hashable, Sendable {
    /// From the keeper: show this time, and wake no task yet.
    case show(Instant)
    /// From the keeper: wake the tasks whose time has come.
    case wake
    /// To the keeper, as the first message: the identifier of the process that now runs by its time.
    case process(Int32)
    /// To the keeper: this time is shown.
    case shown(Instant)
    /// To the keeper: nothing is due before this instant; nil for nothing at all.
    case next(Instant?)

    /// Parses a line without its end; nil for any other text.
    package init?(line: some StringProtocol) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        switch (words.first, words.count) {
        case ("wake", 1): self = .wake
        case ("next", 2) where words[1] == "never": self = .next(nil)
        case ("show", 2), ("shown", 2), ("next", 2):
            guard let milliseconds = Int64(words[1]) else { return nil }
            let instant = Instant(milliseconds: milliseconds)
            self = words[0] == "show" ? .show(instant) : words[0] == "shown" ? .shown(instant) : .next(instant)
        case ("process", 2):
            guard let number = Int32(words[1]) else { return nil }
            self = .process(number)
        default: return nil
        }
    }

    /// The line, without its end.
    package var line: String {
        switch self {
        case .show(let instant): "show \(instant.milliseconds)"
        case .wake: "wake"
        case .process(let number): "process \(number)"
        case .shown(let instant): "shown \(instant.milliseconds)"
        case .next(nil): "next never"
        case .next(let instant?): "next \(instant.milliseconds)"
        }
    }
}

/// Splits arriving bytes into lines.
package struct TimeMessages: Sendable {
    /// The longest line, in bytes, that can be a message.
    private static let longestLine = 64

    private var rest: [UInt8] = []

    package init() {}

    /// Takes bytes as they arrive; returns the messages that they complete, or nil for bytes that are no messages.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [TimeMessage]? {
        var messages: [TimeMessage] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard rest.count < Self.longestLine else { return nil }
                rest.append(byte)
                continue
            }
            guard let message = TimeMessage(line: String(decoding: rest, as: UTF8.self)) else { return nil }
            messages.append(message)
            rest.removeAll(keepingCapacity: true)
        }
        return messages
    }
}
