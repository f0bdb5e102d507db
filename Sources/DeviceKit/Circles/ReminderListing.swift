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
        case .success(let opened): return ReminderListing(view: view, text: opened.text, writer: opened.writer)
        case .failure(let refusal): return ReminderListing(view: view, doubt: refusal.doubt)
        }
    }

    /// Opens what a member of a circle has sealed about a reminder, and compares it with what the relay says it is about.
    func open(_ sealed: MemberWords) -> Result<OpenedReminder, MemberWordsRefusal> {
        guard let circle = circle(sealed.circle) else { return .failure(.init(doubt: .unknownKey)) }
        let opened: (writer: PersonID, plaintext: [UInt8])
        do {
            opened = try circle.open(sealed.words, at: relay, limit: SealedText.messageLimit)
        } catch SealingError.unknownGeneration {
            return .failure(.init(doubt: .unknownKey))
        } catch is SealingError {
            return .failure(.init(doubt: .damaged))
        } catch {
            return .failure(.init(doubt: .unreadable))
        }
        guard let words = try? ReminderWords(wire: opened.plaintext) else { return .failure(.init(doubt: .unreadable)) }
        guard DocumentID(of: words.reminder) == sealed.about else { return .failure(.init(doubt: .otherAlarm)) }
        return .success(
            OpenedReminder(
                text: ReminderText(title: words.title, items: words.items),
                writer: opened.writer,
                name: circle.members.first { $0.person == opened.writer }?.name
            )
        )
    }
}

/// What a reminder says, and who has written it.
struct OpenedReminder {
    let text: ReminderText
    let writer: PersonID
    /// What the writer is called; nil for this device's own person.
    let name: String?
}

/// Why words of a member cannot be believed.
struct MemberWordsRefusal: Error {
    let doubt: Words.Doubt
}
