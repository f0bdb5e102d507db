public import AlarmCore
public import AlarmWire
import Sealing

/// A reminder that was set or changed, and those of its people who cannot read it.
public struct SavedReminder: Hashable, Sendable {
    /// The reminder.
    public var listing: ReminderListing
    /// Its people whose keys this device does not know; ``LocalDevice/introduce(in:)`` on a device that knows them
    /// fixes this.
    public var unreached: [CircleMemberView]
}

extension LocalDevice {
    /// Sets a reminder whose text only its people can read: its creator, its assignee, and the family's parents.
    ///
    /// In a family whose people let the relay read titles, the text is sent in clear. For people without a known key
    /// nothing is sealed, and the reminder is set all the same.
    ///
    /// - Parameters:
    ///   - text: the text; sealed, at most about 1,900 bytes in all.
    ///   - request: everything else; its text is filled in here.
    ///   - circle: the family.
    /// - Returns: the reminder, and those of its people who cannot read it.
    /// - Throws: ``DeviceError/keysElsewhere(_:)``, ``DeviceError/textTooLong(bytes:limit:)`` before anything is set;
    ///   ``DeviceError/refused(_:retryAfter:)``.
    public func remind(
        _ text: ReminderText,
        as request: ReminderRequest,
        in circle: CircleID
    ) async throws(DeviceError) -> SavedReminder {
        let now = now
        var generator = SecureRandom()
        let id = ReminderID.timeOrdered(at: now, using: &generator)
        let (worded, unreached) = try await word(text, request, for: id, in: circle, by: nil)
        var request = worded
        request.id = id
        let view = try await perform(Endpoints.Reminders.create(circle, request))
        return SavedReminder(listing: profile.listing(view), unreached: unreached)
    }

    /// Changes the text, the assignee or the schedule of a reminder.
    ///
    /// - Parameters:
    ///   - listing: the reminder as it is.
    ///   - request: everything but the text, which is filled in here.
    ///   - text: the new text; nil to keep it, sealed anew where it can be opened.
    /// - Returns: the reminder, and those of its people who cannot read it.
    /// - Throws: as ``remind(_:as:in:)`` does.
    public func change(
        _ listing: ReminderListing,
        to request: ReminderRequest,
        saying text: ReminderText? = nil
    ) async throws(DeviceError) -> SavedReminder {
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
        let view = try await perform(Endpoints.Reminders.change(reminder.id, changed))
        return SavedReminder(listing: profile.listing(view), unreached: unreached)
    }

    /// Puts a text into a request: in clear where the family lets the relay read it, else sealed for each of its
    /// people.
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
        let people = family.readers(creator: creator ?? own, assignee: request.assignee ?? own, writer: own)
        let words = ReminderWords(reminder: id, title: text.title, items: text.items)
        let sealed = try known.seal(words, for: Set(people.map(\.person)), at: profile.relay)
        request.title = nil
        request.sealed = sealed.texts.mapValues(\.text)
        request.checklist = try request.checklist.saying { _ in nil }
        return (request, people.filter { sealed.unreached.contains($0.person) })
    }
}

extension CircleView {
    /// The people of a family who are to read a reminder: its creator, its assignee, its writer, and the parents.
    func readers(creator: PersonID, assignee: PersonID, writer: PersonID) -> [CircleMemberView] {
        members.filter { $0.role == .parent || [creator, assignee, writer].contains($0.person) }
    }
}

extension Checklist {
    /// The same items and ticks with other texts.
    fileprivate func saying(_ text: (Int) -> String?) throws(DeviceError) -> Checklist {
        try DeviceError.mapping {
            try Checklist(items.map { Item(id: $0.id, text: text($0.id), isDone: $0.isDone) })
        }
    }
}
