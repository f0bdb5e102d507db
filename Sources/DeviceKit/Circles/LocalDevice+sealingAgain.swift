import AlarmCore
public import AlarmWire
import Sealing

extension LocalDevice {
    /// Seals the words of a family's reminders again, for people who cannot read them any more, or not yet.
    ///
    /// That is the case after somebody joined or left, became a parent, or got another key. Each device does it once for
    /// every such state of the family, for the reminders that its person may change and whose words it can open: so it is
    /// enough that one such device is used.
    ///
    /// - Parameter family: the family, whose keys this device has just learnt; other circles have no reminders.
    /// - Returns: the number of reminders that were sealed again.
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``: try again later.
    @discardableResult
    public func sealAgain(in family: CircleView) async throws(DeviceError) -> Int {
        guard family.kind == .family, let known = profile.circle(family.id) else { return 0 }
        let state = try DeviceError.mapping { try known.sealingState(of: family) }
        guard state != known.sealedFor else { return 0 }
        var count = 0
        var isComplete = true
        var needsFormerKeys = false
        for view in try await allReminders(of: family.id) where view.reminder.details.title == nil {
            let isFormer = known.isSealedWithFormerKey(view.reminder, at: profile.relay)
            guard try known.mustSeal(view.reminder, in: family, at: profile.relay) else { continue }
            // What was read before it was sealed again is still to be opened: the keys go the next time.
            needsFormerKeys = needsFormerKeys || isFormer
            guard family.lets(known.person, change: view.reminder), let text = profile.listing(view).text else {
                continue
            }
            if try await seal(text, of: view.reminder, in: family) { count += 1 } else { isComplete = false }
        }
        guard isComplete, !needsFormerKeys else { return count }
        var sealed = known
        sealed.former = []
        let finalState = try DeviceError.mapping { try sealed.sealingState(of: family) }
        try update { profile in
            _ = profile.changeCircle(family.id) { circle in
                circle.former.removeAll { known.former.contains($0) }
                circle.sealedFor = finalState
            }
        }
        return count
    }

    /// Seals the titles that a family has let the relay read, before the family takes that back.
    func sealTitles(of id: CircleID) async throws(DeviceError) {
        let family = try await learnKeys(of: id)
        try await requireKey(in: id)
        for view in try await allReminders(of: id) where view.reminder.details.isClear {
            guard view.reminder.details.sealed.isEmpty, let text = profile.listing(view).text else { continue }
            _ = try await seal(text, of: view.reminder, in: family)
        }
    }

    /// Seals a text for the people of a reminder.
    ///
    /// - Returns: whether it is done; false where somebody has changed the reminder meanwhile, or too much was sealed.
    private func seal(
        _ text: ReminderText,
        of reminder: Reminder,
        in family: CircleView
    ) async throws(DeviceError) -> Bool {
        guard let known = profile.circle(family.id) else { return false }
        let readers = family.readers(
            creator: reminder.creator,
            assignee: reminder.assignee,
            writer: known.person
        )
        let words = ReminderWords(reminder: reminder.series, title: text.title, items: text.items)
        let sealed = try known.seal(words, for: Set(readers.map(\.person)), at: profile.relay)
        let request = ResealedWords(
            sealed: sealed.texts.mapValues(\.text),
            replacing: reminder.details.sealed[known.person]
        )
        do {
            _ = try await perform(Endpoints.Reminders.sealAgain(reminder.id, request))
            return true
        } catch {
            switch error.problemKind {
            // It is gone, or longer than may be sealed for so many.
            case .notFound, .malformed: return true
            case .conflict, .quotaExceeded: return false
            default: throw error
            }
        }
    }

    /// All reminders of a family that this person may see, page after page.
    private func allReminders(of id: CircleID) async throws(DeviceError) -> [ReminderView] {
        let filter = try DeviceError.mapping { try ReminderFilter() }
        var reminders: [ReminderView] = []
        var cursor: ReminderCursor?
        repeat {
            let limit = ReminderLimits.pages.upperBound
            let page = try await self.reminders(in: id, showing: filter, after: cursor, limit: limit)
            reminders += page.reminders
            cursor = page.next
        } while cursor != nil
        return reminders
    }
}

extension CircleView {
    /// Whether a person may change a reminder of the family.
    fileprivate func lets(_ person: PersonID, change reminder: Reminder) -> Bool {
        reminder.creator == person || members.contains { $0.person == person && $0.role == .parent }
    }
}

extension KnownCircle {
    /// What decides for whom words are sealed: the people, their roles and their keys.
    fileprivate func sealingState(of family: CircleView) throws(SealingError) -> String {
        let people = family.members.map { member in
            let key = publicKey(of: member.person).map { Base64URL.encode($0.bytes) } ?? "-"
            return "\(member.person) \(member.role.rawValue) \(key)"
        }
        let all = people.sorted() + ["former"] + former.map { Base64URL.encode($0.key.bytes) }.sorted()
        return Base64URL.encode(try SHA256.hash(Array(all.joined(separator: "\n").utf8)))
    }

    /// Whether the words for this device's person are sealed with a key that its writer has no more.
    fileprivate func isSealedWithFormerKey(_ reminder: Reminder, at relay: Origin) -> Bool {
        guard let text = reminder.details.sealed[person].flatMap({ SealedText($0) }) else { return false }
        return (try? isSealedWithFormerKey(text, at: relay)) ?? false
    }

    /// Whether somebody who is to read a reminder cannot, as far as this device can tell, and whose key it knows.
    fileprivate func mustSeal(
        _ reminder: Reminder,
        in family: CircleView,
        at relay: Origin
    ) throws(DeviceError) -> Bool {
        guard let own = reminder.details.sealed[person].flatMap({ SealedText($0) }) else { return false }
        if isSealedWithFormerKey(reminder, at: relay) { return true }
        let isOwn = (try? hasSealed(own, for: person, at: relay)) ?? false
        let readers = family.readers(creator: reminder.creator, assignee: reminder.assignee, writer: person)
        return readers.contains { reader in
            guard knows(reader.person) else { return false }
            guard let text = reminder.details.sealed[reader.person] else { return true }
            // Only the writer can tell whether a text is sealed for somebody's present key.
            guard isOwn, let text = SealedText(text) else { return false }
            return !((try? hasSealed(text, for: reader.person, at: relay)) ?? false)
        }
    }
}
