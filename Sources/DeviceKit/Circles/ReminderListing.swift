public import AlarmCore
public import AlarmWire
import Sealing

/// A reminder as its reader may see it: what the relay tells, and what this device can open of it.
public struct ReminderListing: Hashable, Sendable {
    /// What the relay tells.
    public var view: ReminderView
    /// What it says; nil where that could not be opened.
    public var text: ReminderText?
    /// Why not; nil where it could.
    public var doubt: Words.Doubt?
    /// Who sealed it; nil for what the relay has in clear.
    public var writer: PersonID?
}

extension Profile {
    /// Opens what can be opened of a reminder.
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
