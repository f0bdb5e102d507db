import AlarmWire
import Wording

/// Refusals that share a kind with others, and that only the relay's own words tell apart.
///
/// Of words that are not among these, as a relay of another version may write, is said what is true of the whole kind.
enum RelayWords {
    /// A part of the relay's words, and the text that says them in the reader's language.
    typealias Entry = (part: String, text: TextKey)

    /// What came too soon although nobody has asked too much; of several that fit the first counts.
    static let tooSoon: [Entry] = [
        ("this contact was asked a while ago", .terminalTooSoonContact),
        ("this number was asked about calls a while ago, and they were taken back", .terminalTooSoonCallsBack),
        ("this number was asked about calls a while ago", .terminalTooSoonCalls),
        ("this number was asked a while ago, and not about calls", .terminalTooSoonNumberCalls),
        ("this number was asked a while ago", .terminalTooSoonNumber),
        (" may go to one address", .terminalTooSoonAddress),
        ("this relay sends ", .terminalTooSoonRelay),
        ("the link was sent ", .terminalTooSoonLink),
        (" of this device are open", .terminalTooSoonInvites),
    ]

    /// What is as full as it may be, which no time mends.
    static let full: [Entry] = [
        (" contacts are the most: remove one first", .terminalFullContacts),
        (" devices: remove one first", .terminalFullDevices),
        (" links are the most: revoke one first", .terminalFullLinks),
        (" open reminders are the most: delete some", .terminalFullReminders),
        (" reminders may be open for one person: delete some first", .terminalFullRemindersPerson),
        (" times a day: let one ring less often", .terminalFullRings),
        (" people have said something already", .terminalFullWords),
    ]

    /// Returns the text for a refusal whose kind says too little; nil where the kind says it, and for unknown words.
    static func said(by kind: ProblemKind, _ detail: String, in language: Language) -> String? {
        let entries =
            switch kind {
            case .rateLimited: tooSoon
            case .quotaExceeded: full
            default: [Entry]()
            }
        guard let text = entries.first(where: { detail.contains($0.part) })?.text else { return nil }
        let count = detail.drop { !$0.isNumber }.prefix(while: \.isNumber)
        return language.text(text, [.count: String(count)])
    }
}

extension Problem {
    /// Whether something is as full as it may be, so that the same is refused again, however long one waits.
    var isOfFullList: Bool {
        kind == .quotaExceeded && RelayWords.full.contains { detail.contains($0.part) }
    }
}
