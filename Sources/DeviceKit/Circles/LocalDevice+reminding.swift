public import AlarmCore
public import AlarmWire
import Sealing

/// A reminder that was set or changed, and who of its people cannot read it.
public struct ReminderKept: Hashable, Sendable {
    /// The reminder.
    public var listing: ReminderListing
    /// Its people whose keys this device does not know; ``LocalDevice/introduce(in:)`` on a device that knows them mends it.
    public var unreached: [CircleMemberView]
}

extension LocalDevice {
    /// Sets a reminder whose words only its people can read: who sets it, its assignee, and the family's parents.
    ///
    /// In a family whose people have said that the relay may read titles they go in clear. For whom there is no key nothing is sealed, and the
    /// reminder is set all the same.
    ///
    /// - Parameters:
    ///   - text: what it says; sealed, at most about 1,900 bytes in all.
    ///   - request: everything else; its words are filled in here.
    ///   - circle: the family.
    /// - Returns: the reminder, and who of its people cannot read it.
    /// - Throws: ``DeviceError/keysElsewhere(_:)``, ``DeviceError/textTooLong(bytes:limit:)`` before anything is set;
    ///   ``DeviceError/refused(_:retryAfter:)``.
    public func remind(
        _ text: ReminderText,
        as request: ReminderRequest,
        in circle: CircleID
    ) async throws(DeviceError) -> ReminderKept {
        let now = now
        var generator = SecureRandom()
        let id = ReminderID.timeOrdered(at: now, using: &generator)
        let (worded, unreached) = try await word(text, request, for: id, in: circle, by: nil)
        var request = worded
        request.id = id
        let view: ReminderView = try await call(.post, Routes.reminders(in: circle), body: request)
        return ReminderKept(listing: profile.listing(view), unreached: unreached)
    }

    /// Lets a reminder say something else, to somebody else or at another time.
    ///
    /// - Parameters:
    ///   - listing: the reminder as it is.
    ///   - request: everything but the words, which are filled in here.
    ///   - text: what it says from now on; nil to keep the words, sealed anew where they can be opened.
    /// - Returns: the reminder, and who of its people cannot read it.
    /// - Throws: as ``remind(_:as:in:)`` does.
    public func change(
        _ listing: ReminderListing,
        to request: ReminderRequest,
        saying text: ReminderText? = nil
    ) async throws(DeviceError) -> ReminderKept {
        let reminder = listing.view.reminder
        var (changed, unreached) = (request, [CircleMemberView]())
        if let text = text ?? listing.text {
            (changed, unreached) = try await word(
                text,
                request,
                for: reminder.series,
                in: reminder.circle,
                by: reminder.creator
            )
        }
        changed.id = nil
        let view: ReminderView = try await call(.put, Routes.reminder(reminder.id), body: changed)
        return ReminderKept(listing: profile.listing(view), unreached: unreached)
    }

    /// Puts words into a request: in clear where the family lets the relay read them, else sealed for each of its people.
    private func word(
        _ text: ReminderText,
        _ request: ReminderRequest,
        for id: ReminderID,
        in circle: CircleID,
        by creator: PersonID?
    ) async throws(DeviceError) -> (ReminderRequest, unreached: [CircleMemberView]) {
        var request = request
        let family = try await learnKeys(of: circle)
        try await requireKey(in: circle)
        guard let known = profile.circle(circle) else { throw .keysElsewhere(circle) }
        guard !family.relayMayReadTitles || !known.letsTitlesBeRead else {
            request.title = text.title
            request.sealed = [:]
            request.checklist = try request.checklist.saying { id in text.items.first { $0.id == id }?.text }
            return (request, [])
        }
        let own = known.person
        let people = family.members.filter { member in
            member.role == .parent || [own, creator ?? own, request.assignee ?? own].contains(member.person)
        }
        let words = ReminderWords(reminder: id, title: text.title, items: text.items)
        let sealed = try known.seal(words, for: Set(people.map(\.person)), at: profile.relay)
        request.title = nil
        request.sealed = sealed.texts.mapValues(\.text)
        request.checklist = try request.checklist.saying { _ in nil }
        return (request, people.filter { sealed.unreached.contains($0.person) })
    }
}

extension Checklist {
    /// The same items, ticked as they are, that say something else.
    fileprivate func saying(_ text: (Int) -> String?) throws(DeviceError) -> Checklist {
        try DeviceError.mapping {
            try Checklist(items.map { Item(id: $0.id, text: text($0.id), isDone: $0.isDone) })
        }
    }
}
