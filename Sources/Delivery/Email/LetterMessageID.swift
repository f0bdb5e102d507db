package import AlarmCore

/// The identity of a letter in its `Message-ID`, the same for all attempts.
///
/// Mailboxes recognise a repeat by it, and the relay a returned letter.
///
/// The alarm's identifier is random and known only to the devices concerned, so only somebody who has seen the letter
/// can report on it.
package struct LetterMessageID: Hashable, Sendable {
    /// A header field with the same content, since some mail systems replace the `Message-ID`.
    package static let header: StaticString = "X-Reveille-Letter"

    /// The delivery of the letter.
    package let delivery: DeliveryID
    /// The alarm of the letter.
    package let alarm: AlarmID

    package init(delivery: DeliveryID, alarm: AlarmID) {
        self.delivery = delivery
        self.alarm = alarm
    }

    /// Parses ``text``; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let names = text.split(separator: ".", omittingEmptySubsequences: false)
        guard names.count == 2, let delivery = DeliveryID(names[0]), let alarm = AlarmID(names[1]) else { return nil }
        self.init(delivery: delivery, alarm: alarm)
    }

    /// Parses a `Message-ID` as written by ``messageID(at:)``, with any domain; nil for any other.
    package init?(messageID text: some StringProtocol) {
        let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.first == "<", text.last == ">", halves.count == 2 else { return nil }
        self.init(halves[0].dropFirst())
    }

    /// Both identifiers, 45 characters.
    package var text: String { "\(delivery).\(alarm)" }

    /// The `Message-ID` (RFC 5322, section 3.6.4) of a letter from a mailbox at `domain`.
    package func messageID(at domain: String) -> String { "<\(text)@\(domain)>" }
}
