import AlarmCore
import AlarmWire
import Sealing

/// What a member of a circle has said, and who it was.
struct OpenedMemberWords {
    /// All of it on one line.
    let line: String
    /// What a reminder says; nil where it is about something else.
    var reminder: ReminderText?
    let writer: PersonID
    /// What the writer is called; nil for this device's own person.
    let name: String?
}

/// Why words of a member cannot be believed.
struct MemberWordsRefusal: Error {
    let doubt: Words.Doubt
}

extension Profile {
    /// Opens what a member of a circle has sealed, and compares it with what the relay says it is about.
    func open(_ sealed: MemberWords) -> Result<OpenedMemberWords, MemberWordsRefusal> {
        guard let circle = circle(sealed.circle) else { return .failure(MemberWordsRefusal(doubt: .unknownKey)) }
        let opened: (writer: PersonID, plaintext: [UInt8])
        do {
            opened = try circle.open(sealed.words, at: relay, limit: SealedText.messageLimit)
        } catch SealingError.unknownGeneration {
            return .failure(MemberWordsRefusal(doubt: .unknownKey))
        } catch is SealingError {
            return .failure(MemberWordsRefusal(doubt: .damaged))
        } catch {
            return .failure(MemberWordsRefusal(doubt: .unreadable))
        }
        let name = circle.members.first { $0.person == opened.writer }?.name
        let about: DocumentID
        let words: OpenedMemberWords
        if let reminder = try? ReminderWords(wire: opened.plaintext) {
            let text = ReminderText(title: reminder.title, items: reminder.items)
            about = DocumentID(of: reminder.reminder)
            words = OpenedMemberWords(line: text.line, reminder: text, writer: opened.writer, name: name)
        } else if let note = try? CareNote(wire: opened.plaintext) {
            about = note.alert
            words = OpenedMemberWords(line: note.text, writer: opened.writer, name: name)
        } else {
            return .failure(MemberWordsRefusal(doubt: .unreadable))
        }
        return about == sealed.about ? .success(words) : .failure(MemberWordsRefusal(doubt: .otherAlarm))
    }
}
