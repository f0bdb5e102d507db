public import AlarmCore
public import AlarmWire
import Sealing

/// An alert after a note was added, and the people who cannot read the note.
public struct SavedCareNote: Hashable, Sendable {
    /// The alert.
    public var alert: CareAlertView
    /// The people whose keys this device does not know; ``LocalDevice/introduce(in:)`` on the dweller's device fixes
    /// this.
    public var unreached: [CircleMemberView]
}

/// A note about an alert, as far as it can be opened.
public struct CareNoteListing: Hashable, Sendable {
    /// The author.
    public var from: PersonID
    /// Whether the author is this device's own person.
    public var isOwn: Bool
    /// The author's display name, where known.
    public var name: String?
    /// The text of the note.
    public var words: OpenedWords
    /// Whether the alert began before this person joined the circle, or joined it again: what was written until then is
    /// sealed for keys that this device does not have.
    public var isFromBeforeJoining = false
}

extension LocalDevice {
    /// Adds a note to an alert, which only its people can read: the dweller, and the members who may know of it.
    ///
    /// It replaces this person's earlier note about the alert. A note made while the alert counts down is sent with the
    /// alert; one made before an acknowledgement is sent with that.
    ///
    /// - Parameters:
    ///   - text: 1 to 1,000 bytes.
    ///   - alert: the alert.
    /// - Returns: the alert, and the people who cannot read the note.
    /// - Throws: ``DeviceError/textTooLong(bytes:limit:)``, ``DeviceError/keysElsewhere(_:)``,
    ///   ``DeviceError/refused(_:retryAfter:)``.
    public func note(_ text: String, on alert: CareAlertView) async throws(DeviceError) -> SavedCareNote {
        guard CareNote.textBytes.contains(text.utf8.count) else {
            throw .textTooLong(bytes: text.utf8.count, limit: CareNote.textBytes.upperBound)
        }
        let view = try await learnKeys(of: alert.circle)
        try await requireKey(in: alert.circle)
        guard let known = profile.circle(alert.circle) else { throw .keysElsewhere(alert.circle) }
        // Only the dweller sees who may know; the relay shows everybody else's note only to those who may.
        let people = view.members.filter { $0.permissions?.contains(.alert(alert.kind)) ?? true }
        let sealed = try known.seal(
            CareNote(alert: alert.id, text: text),
            for: Set(people.map(\.person)),
            at: profile.relay
        )
        let noted = try await perform(Endpoints.Care.noteAlert(alert.id, CareNoteRequest(sealed: sealed.texts)))
        return SavedCareNote(alert: noted, unreached: people.filter { sealed.unreached.contains($0.person) })
    }
}

extension Profile {
    /// Opens the notes about an alert.
    public func notes(of alert: CareAlertView) -> [CareNoteListing] {
        let known = circle(alert.circle)
        return alert.notes.map { note in
            let name = known?.name(of: note.from)
            let words: OpenedWords
            switch open(MemberWords(circle: alert.circle, about: alert.id, words: note.words)) {
            case .success(let opened) where opened.writer != note.from: words = .unverified(.otherPair)
            case .success(let opened): words = .verified(opened.line)
            case .failure(let refusal): words = .unverified(refusal.doubt)
            }
            return CareNoteListing(
                from: note.from,
                isOwn: note.from == known?.person,
                name: name,
                words: words,
                isFromBeforeJoining: known.map { alert.at < $0.since } ?? false
            )
        }
    }
}
