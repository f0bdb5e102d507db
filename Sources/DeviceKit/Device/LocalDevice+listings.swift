public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// All alarms of this device's user, in both directions, soonest first.
    public func list() async throws(DeviceError) -> [AlarmListing] {
        try listings(try await perform(Endpoints.Alarms.list()).alarms)
    }

    /// The most remembered alarms of which the relay is asked for a history.
    private static let mostLooks = 200

    /// How long after it was due an alarm may end and still be found in its place in a history.
    ///
    /// 2 days: 24 h, the longest that it is worth delivering, and a day for snoozes.
    private static let latestEnd = Span.days(2)

    /// Alarms of this device's user of which an occurrence has ended, in both directions, the one that ended last first.
    ///
    /// Of one that repeats and goes on, it is the last that has ended. Of a family's reminder it says for which time it
    /// was done, and by whom. The device remembers those that it set for a week after they were due, and likewise those
    /// of its person's other devices that it has listed or had a reply to; those that rang here for two days; of a
    /// family's reminders that its user has set for others, the relay names those of a week.
    ///
    /// - Parameter limit: the most alarms to list. The relay is asked for each that is remembered, by a request, until no
    ///   other can have ended after so many that have, and for 200 at most.
    /// - Returns: the alarms that the relay still keeps, by ``AlarmListing/endedAt``.
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func history(limit: Int) async throws(DeviceError) -> [AlarmListing] {
        let now = now
        let remembered =
            // Of one that repeats only its start is known here: any of its times may have ended.
            profile.outgoing.filter(\.isAccepted).map { sent in
                (id: sent.id, time: sent.rule == nil ? sent.time : max(sent.time, now))
            }
            + profile.incoming.map { (id: $0.id, time: $0.time) }
        let reminders = try await pastReminders(besides: Set(remembered.map(\.id)))
        let others = profile.readWords.filter { read in !profile.outgoing.contains { $0.id == read.id } }
        let known =
            remembered + others.map { (id: $0.id, time: $0.time) }
            + reminders.map { (id: $0.key, time: $0.value.due) }
        var ended: [AlarmListing] = []
        let latest = known.sorted { ($0.time, $0.id) > ($1.time, $1.id) }.prefix(Self.mostLooks)
        for alarm in latest {
            // One that was due so long before has ended before, too.
            if ended.count >= limit, alarm.time + Self.latestEnd < ended[limit - 1].endedAt { break }
            do {
                var listing = try await show(alarm.id, of: reminders[alarm.id])
                guard let ending = listing.lastEnding else { continue }
                // A reminder that is open again rings by another alarm, and its first one was not taken back by anybody.
                if ending == .cancelled, reminders[alarm.id] != nil { continue }
                if listing.wasSetAnew { continue }
                if let reminder = reminders[alarm.id], listing.view.direction == .outgoing {
                    listing.receiverName = profile.circle(listing.view.pair)?.name(of: reminder.assignee)
                }
                let place = ended.firstIndex { $0.hasEnded(before: listing) } ?? ended.endIndex
                ended.insert(listing, at: place)
            } catch {
                // The relay keeps ended alarms for a while only, and never had what it refused.
                guard error.problemKind == .notFound || error.problemKind == .gone else { throw error }
            }
        }
        return Array(ended.prefix(limit))
    }

    /// Alarms of a list, with whom each open reminder is for that this device's user has set, as their families say.
    ///
    /// Each family of which there is one is asked for its open reminders, by a request a page.
    ///
    /// - Parameter listings: the alarms.
    /// - Returns: the alarms in the same order; with ``AlarmListing/receiverName``, or ``AlarmListing/isForOneself``, where
    ///   that is known.
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func namingReceivers(of listings: [AlarmListing]) async throws(DeviceError) -> [AlarmListing] {
        let filter = try DeviceError.mapping { try ReminderFilter(status: .open) }
        var assignees: [AlarmID: PersonID] = [:]
        for family in Set(listings.filter(\.isReminderSetHere).map(\.view.pair)) {
            do {
                var next: ReminderCursor?
                repeat {
                    let page = try await reminders(in: family, showing: filter, after: next)
                    for view in page.reminders {
                        if let alarm = view.alarm { assignees[alarm] = view.reminder.assignee }
                    }
                    next = page.reminders.isEmpty ? nil : page.next
                } while next != nil
            } catch {
                // The person has left the family since.
                guard error.problemKind == .notFound || error.problemKind == .gone else { throw error }
            }
        }
        let profile = profile
        return listings.map { listing in
            guard let assignee = assignees[listing.view.id], listing.isReminderSetHere else { return listing }
            let circle = profile.circle(listing.view.pair)
            var listing = listing
            listing.isForOneself = circle?.person == assignee
            if !listing.isForOneself { listing.receiverName = circle?.name(of: assignee) }
            return listing
        }
    }

    /// One alarm, with the progress of its delivery.
    public func show(_ id: AlarmID) async throws(DeviceError) -> AlarmListing {
        try await show(id, of: nil)
    }

    /// One alarm; of a reminder that was done, with the end that the reminder knows.
    private func show(_ id: AlarmID, of reminder: Reminder?) async throws(DeviceError) -> AlarmListing {
        var view = try await perform(Endpoints.Alarms.show(id))
        if let reminder { view = view.ended(as: reminder) }
        guard let listing = try listings([view]).first else { throw .unknownAlarm(id) }
        return listing
    }

    /// The reminders of the last week that this device's user has set and that were done, or were due, by the alarm that
    /// rings for each; without those whose alarm is remembered here.
    private func pastReminders(besides known: Set<AlarmID>) async throws(DeviceError) -> [AlarmID: Reminder] {
        var past: [AlarmID: Reminder] = [:]
        let filter = try DeviceError.mapping { try ReminderFilter(from: now - Self.outgoingMemory) }
        for circle in profile.circles where !profile.isCareCircle(circle.id) {
            var next: ReminderCursor?
            repeat {
                let page: ReminderList
                do {
                    page = try await reminders(in: circle.id, showing: filter, after: next)
                } catch {
                    // The person has left the family, or it is a care circle.
                    guard error.problemKind == .notFound || error.problemKind == .gone else { throw error }
                    break
                }
                for view in page.reminders where view.isPast(at: now) && view.reminder.creator == circle.person {
                    // The first alarm of a reminder has its identifier.
                    let first = AlarmID(high: view.reminder.id.high, low: view.reminder.id.low)
                    let id = view.alarm ?? view.lastAlarm ?? first
                    if !known.contains(id) { past[id] = view.reminder }
                }
                next = page.reminders.isEmpty ? nil : page.next
            } while next != nil
        }
        return past
    }

    private func listings(_ views: [AlarmView]) throws(DeviceError) -> [AlarmListing] {
        let now = now
        return try update { profile in views.map { profile.listing($0, at: now) } }
    }
}

extension AlarmListing {
    /// Whether it has ended before another one, or in the same moment with a smaller identifier.
    fileprivate func hasEnded(before other: AlarmListing) -> Bool {
        (endedAt, view.id) < (other.endedAt, other.view.id)
    }
}

extension ReminderView {
    /// Whether a time of it is over: it was done, or has been due.
    fileprivate func isPast(at now: Instant) -> Bool {
        reminder.status == .completed || missed != nil || reminder.due <= now
    }
}

extension Profile {
    /// Whether a circle is known to be a care circle, which has no reminders.
    fileprivate func isCareCircle(_ id: CircleID) -> Bool {
        places.first { $0.circle == id }.map { [.dweller, .member].contains($0.role) } ?? false
    }
}
