package import AlarmCore

/// What a letter is called in its `Message-ID`, the same over all attempts: a mailbox can tell a repeat by it, and the relay
/// a letter that comes back.
///
/// The alarm's name is drawn at random, and known to the devices of those who are concerned and to nobody else: so nobody can
/// speak of a letter who has not seen it.
package struct LetterName: Hashable, Sendable {
    /// A field of a letter's header that says the same, as some mail systems replace the `Message-ID`.
    package static let header: StaticString = "X-Reveille-Letter"

    /// The delivery that it is.
    package let delivery: DeliveryID
    /// The alarm that it is of.
    package let alarm: AlarmID

    package init(delivery: DeliveryID, alarm: AlarmID) {
        self.delivery = delivery
        self.alarm = alarm
    }

    /// Reads what ``text`` gives; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let names = text.split(separator: ".", omittingEmptySubsequences: false)
        guard names.count == 2, let delivery = DeliveryID(names[0]), let alarm = AlarmID(names[1]) else { return nil }
        self.init(delivery: delivery, alarm: alarm)
    }

    /// Reads a `Message-ID` as ``messageID(at:)`` writes it, whatever its domain; nil for anybody else's.
    package init?(messageID text: some StringProtocol) {
        let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.first == "<", text.last == ">", halves.count == 2 else { return nil }
        self.init(halves[0].dropFirst())
    }

    /// Both names, 45 characters.
    package var text: String { "\(delivery).\(alarm)" }

    /// The `Message-ID` (RFC 5322, section 3.6.4) of a letter from a mailbox at `domain`.
    package func messageID(at domain: String) -> String { "<\(text)@\(domain)>" }
}
