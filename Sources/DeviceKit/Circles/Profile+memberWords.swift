import AlarmCore
import AlarmWire
import Sealing

/// An opened text of a member of a circle, and its writer.
struct OpenedMemberWords {
    /// The whole text on one line.
    let line: String
    /// The text of a reminder; nil where it is about something else.
    var reminder: ReminderText?
    let writer: PersonID
    /// The writer's display name; nil for this device's own person.
    let name: String?
    /// Whether this device's own person wrote it.
    let isOwn: Bool
}

/// Why a member's text cannot be trusted.
struct MemberWordsError: Error {
    let doubt: OpenedWords.VerificationFailure
}

extension Profile {
    /// Opens a member's text, and checks that it is about the record that the relay names.
    func open(_ sealed: MemberWords) -> Result<OpenedMemberWords, MemberWordsError> {
        guard let circle = circle(sealed.circle) else { return .failure(MemberWordsError(doubt: .unknownKey)) }
        let opened: (writer: PersonID, plaintext: [UInt8])
        do {
            opened = try circle.open(sealed.words, at: relay, limit: SealedText.messageLimit)
        } catch SealingError.unknownGeneration {
            return .failure(MemberWordsError(doubt: .unknownKey))
        } catch is SealingError {
            return .failure(MemberWordsError(doubt: .damaged))
        } catch {
            return .failure(MemberWordsError(doubt: .unreadable))
        }
        let name = circle.members.first { $0.person == opened.writer }?.name
        let about: DocumentID
        let words: OpenedMemberWords
        if let reminder = try? ReminderWords(wire: opened.plaintext) {
            let text = ReminderText(title: reminder.title, items: reminder.items)
            about = DocumentID(of: reminder.reminder)
            words = OpenedMemberWords(
                line: text.line,
                reminder: text,
                writer: opened.writer,
                name: name,
                isOwn: opened.writer == circle.person
            )
        } else if let note = try? CareNote(wire: opened.plaintext) {
            about = note.alert
            words = OpenedMemberWords(
                line: note.text,
                writer: opened.writer,
                name: name,
                isOwn: opened.writer == circle.person
            )
        } else {
            return .failure(MemberWordsError(doubt: .unreadable))
        }
        return about == sealed.about ? .success(words) : .failure(MemberWordsError(doubt: .otherAlarm))
    }
}
