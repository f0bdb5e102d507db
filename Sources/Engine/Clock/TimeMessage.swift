package import AlarmCore

/// What a time keeper and those who live by its time say to one another, a line of text each.
///
/// Time passes in two steps, so that nobody acts before everybody shows the same time: the keeper says `show`, is answered
/// `shown` by all, and then says `wake`.
package enum TimeMessage: Hashable, Sendable {
    /// From the keeper: show this time, and wake nobody yet.
    case show(Instant)
    /// From the keeper: wake those whose time has come.
    case wake
    /// To the keeper, first of all: the number of the process that now lives by its time.
    case process(Int32)
    /// To the keeper: this time is shown.
    case shown(Instant)
    /// To the keeper: nothing is to be done before this instant; nil for nothing at all.
    case next(Instant?)

    /// Reads a line without its end, else nil.
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

/// Cuts what arrives into lines.
package struct TimeMessages: Sendable {
    /// Longer lines are no messages.
    private static let longestLine = 64

    private var rest: [UInt8] = []

    package init() {}

    /// Takes bytes as they arrive; returns the messages that they complete, or nil when they are none.
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
