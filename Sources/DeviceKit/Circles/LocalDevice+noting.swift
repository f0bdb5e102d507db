public import AlarmCore
public import AlarmWire
import Sealing

/// An alert about which something was said, and who cannot read it.
public struct CareNoted: Hashable, Sendable {
    /// The alert.
    public var alert: CareAlertView
    /// Whose keys this device does not know; ``LocalDevice/introduce(in:)`` on the dweller's device mends it.
    public var unreached: [CircleMemberView]
}

/// What somebody has said about an alert, as far as it can be opened.
public struct CareNoteListing: Hashable, Sendable {
    /// Who.
    public var from: PersonID
    /// Whether it was this device's own person.
    public var isOwn: Bool
    /// What they are called, where that is known.
    public var name: String?
    /// What they say.
    public var words: Words
}

extension LocalDevice {
    /// Says something about an alert, which only its people can read: the dweller, and the members who may know of it.
    ///
    /// It takes the place of what this person said about it before. Said while the alert counts down, it goes out with the
    /// alert; said before an acknowledgement, it goes out with that.
    ///
    /// - Parameters:
    ///   - text: 1 to 1,000 bytes.
    ///   - alert: the alert.
    /// - Returns: the alert, and who cannot read it.
    /// - Throws: ``DeviceError/textTooLong(bytes:limit:)``, ``DeviceError/keysElsewhere(_:)``,
    ///   ``DeviceError/refused(_:retryAfter:)``.
    public func note(_ text: String, on alert: CareAlertView) async throws(DeviceError) -> CareNoted {
        guard CareNote.textBytes.contains(text.utf8.count) else {
            throw .textTooLong(bytes: text.utf8.count, limit: CareNote.textBytes.upperBound)
        }
        let view = try await learnKeys(of: alert.circle)
        try await requireKey(in: alert.circle)
        guard let known = profile.circle(alert.circle) else { throw .keysElsewhere(alert.circle) }
        // Only the dweller sees who may know; the relay shows everybody else's note to those alone.
        let people = view.members.filter { $0.permissions?.contains(.alert(alert.kind)) ?? true }
        let sealed = try known.seal(
            CareNote(alert: alert.id, text: text),
            for: Set(people.map(\.person)),
            at: profile.relay
        )
        let noted: CareAlertView = try await call(
            .put,
            Routes.careNote(alert.id),
            body: CareNoteRequest(sealed: sealed.texts)
        )
        return CareNoted(alert: noted, unreached: people.filter { sealed.unreached.contains($0.person) })
    }
}

extension Profile {
    /// Opens what was said about an alert.
    public func notes(of alert: CareAlertView) -> [CareNoteListing] {
        let known = circle(alert.circle)
        return alert.notes.map { note in
            let name = known?.members.first { $0.person == note.from }?.name
            let words: Words
            switch open(MemberWords(circle: alert.circle, about: alert.id, words: note.words)) {
            case .success(let opened) where opened.writer != note.from: words = .unverified(.otherPair)
            case .success(let opened): words = .verified(opened.line)
            case .failure(let refusal): words = .unverified(refusal.doubt)
            }
            return CareNoteListing(from: note.from, isOwn: note.from == known?.person, name: name, words: words)
        }
    }
}
