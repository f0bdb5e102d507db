public import AlarmCore
public import AlarmWire
import Sealing

/// A reminder as its reader may see it: the relay's view, and the text that this device can open.
public struct ReminderListing: Hashable, Sendable {
    /// The relay's view.
    public var view: ReminderView
    /// The text; nil where it could not be opened.
    public var text: ReminderText?
    /// Why the text could not be opened; nil where it could.
    public var doubt: OpenedWords.VerificationFailure?
    /// The person who sealed the text; nil where the relay has it in clear.
    public var writer: PersonID?
}

extension Profile {
    /// Opens the text of a reminder, as far as possible.
    public func listing(_ view: ReminderView) -> ReminderListing {
        let reminder = view.reminder
        if let title = reminder.details.title {
            let items = reminder.details.checklist.items.compactMap { item in
                item.text.map { ReminderWords.Item(id: item.id, text: $0) }
            }
            return ReminderListing(view: view, text: ReminderText(title: title, items: items))
        }
        guard let circle = circle(reminder.circle) else {
            return ReminderListing(view: view, doubt: .unknownKey)
        }
        guard let sealed = reminder.details.sealed[circle.person] else {
            return ReminderListing(view: view, doubt: .missing)
        }
        guard let text = SealedText(sealed) else { return ReminderListing(view: view, doubt: .unreadable) }
        switch open(MemberWords(circle: circle.id, about: DocumentID(of: reminder.series), words: text)) {
        case .success(let opened):
            guard let text = opened.reminder else { return ReminderListing(view: view, doubt: .unreadable) }
            return ReminderListing(view: view, text: text, writer: opened.writer)
        case .failure(let refusal): return ReminderListing(view: view, doubt: refusal.doubt)
        }
    }
}

/// What a reminder says, in clear: for its people alone, unless the family lets the relay read titles.
public struct ReminderText: Hashable, Sendable {
    /// What of; 1 to 400 bytes.
    public var title: String
    /// What is to be done, item by item.
    public var items: [ReminderWords.Item]

    /// Says something.
    public init(title: String, items: [ReminderWords.Item] = []) {
        self.title = title
        self.items = items
    }

    /// All of it on one line.
    public var line: String {
        items.isEmpty ? title : "\(title) (\(items.map(\.text).joined(separator: ", ")))"
    }
}
