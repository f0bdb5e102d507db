/// Marks a reminder's identifier.
public enum ReminderTag {}
/// Identifies a reminder.
public typealias ReminderID = Identifier<ReminderTag>

/// Something that a member of a family is to do at a time.
///
/// It is open until its creator or its assignee completes it, and frozen from then on. A recurring reminder stands for
/// one occurrence at a time: completed, it leaves a ``successor(id:due:)`` for the next; not completed, it moves on
/// (``moveOn(to:)``).
public struct Reminder: Hashable, Sendable {
    /// The status of a reminder.
    public enum Status: String, CaseIterable, Hashable, Sendable, Codable {
        case open, completed
    }

    /// The completion of a reminder.
    public struct Completion: Hashable, Sendable {
        /// The time of completion.
        public let at: Instant
        /// The person who completed it.
        public let by: PersonID

        /// Makes a completion.
        public init(at: Instant, by: PersonID) {
            self.at = at
            self.by = by
        }

        /// The exclusive end of the time to undo the completion, at which the parents are told.
        public var undoUntil: Instant { at + ReminderLimits.undo }
    }

    /// Identifier.
    public let id: ReminderID
    /// The identifier of the first reminder of a series, to which the sealed message belongs; its own where it is the
    /// first.
    public let series: ReminderID
    /// The family.
    public let circle: CircleID
    /// The person who set it, or who took it over from a person who has left.
    public internal(set) var creator: PersonID
    /// The text, the assignee and the schedule.
    public internal(set) var details: ReminderDetails
    /// The due time; of a recurring reminder, that of the present occurrence.
    public internal(set) var due: Instant
    /// The completion; nil while it is open.
    public internal(set) var completion: Completion?
    /// The place where the assignee should stay; nil without one.
    public internal(set) var place: Place?
    /// Whether leaving the ``place`` is reported to the parents; it is reported once.
    public internal(set) var isPlaceWatched: Bool
    /// The time in which the ``place`` is watched, of the present occurrence; nil for as long as the reminder is open.
    public internal(set) var placeTime: PlaceTime?

    /// Restores a stored reminder; ``ReminderRules/create(_:id:in:due:place:by:)`` makes a new one.
    public init(
        id: ReminderID,
        series: ReminderID? = nil,
        circle: CircleID,
        creator: PersonID,
        details: ReminderDetails,
        due: Instant,
        completion: Completion? = nil,
        place: Place? = nil,
        isPlaceWatched: Bool = false,
        placeTime: PlaceTime? = nil
    ) {
        self.id = id
        self.series = series ?? id
        self.circle = circle
        self.creator = creator
        self.details = details
        self.due = due
        self.completion = completion
        self.place = place
        self.isPlaceWatched = place != nil && isPlaceWatched
        self.placeTime = place == nil ? nil : placeTime
    }

    /// The status.
    public var status: Status { completion == nil ? .open : .completed }

    /// The person who is reminded.
    public var assignee: PersonID { details.assignee }
}

extension Reminder {
    /// The reminder for the next occurrence of a completed recurring one; nil for any other.
    ///
    /// It has the same text and place, no ticks, and its own identifier, so that the completed one stays as it is. Make
    /// it once the completion can no longer be undone.
    public func successor(id: ReminderID, due: Instant) -> Reminder? {
        guard completion != nil, details.schedule.isRecurring else { return nil }
        return Reminder(
            id: id,
            series: series,
            circle: circle,
            creator: creator,
            details: details.with(details.checklist.cleared),
            due: due,
            place: place,
            isPlaceWatched: place != nil,
            placeTime: placeTime?.moved(by: due - self.due)
        )
    }

    /// Moves an uncompleted reminder on to its next occurrence: the ticks are removed, the place is watched again.
    ///
    /// - Returns: whether it moved: only an open recurring reminder does, and only to a later time.
    public mutating func moveOn(to due: Instant) -> Bool {
        guard completion == nil, details.schedule.isRecurring, due > self.due else { return false }
        move(to: due)
        details = details.with(details.checklist.cleared)
        isPlaceWatched = place != nil
        return true
    }

    /// Moves the occurrence for which it stands to where the zone's new rules put it; it stays the same one.
    public mutating func retime(to due: Instant) {
        guard completion == nil, details.schedule.isRecurring else { return }
        move(to: due)
    }

    /// Changes the due time, and the time in which the place is watched by as much.
    mutating func move(to due: Instant) {
        placeTime = placeTime?.moved(by: due - self.due)
        self.due = due
    }

    /// Passes the reminder on to a parent, because the person who set it leaves the family.
    public mutating func handOver(to parent: PersonID) {
        creator = parent
    }

    /// Whether leaving the place would be reported at `now`.
    public func watchesPlace(at now: Instant) -> Bool {
        completion == nil && isPlaceWatched && placeTime?.contains(now) ?? true
    }

    /// Records the assignee's position; returns the distance from the place in metres if the parents are to be told.
    ///
    /// They are told once, when the distance exceeds ``PlaceLimits/movement``; then the watch ends. A completed
    /// reminder watches no place, and one with a ``placeTime`` only in that time.
    public mutating func report(position: Place, at now: Instant) -> Double? {
        guard watchesPlace(at: now), let place, Place.hasMoved(from: place, to: position) else {
            return nil
        }
        isPlaceWatched = false
        return place.distance(to: position)
    }

    /// Deletes text in clear, because the family withdraws it from the relay; completed reminders included.
    ///
    /// - Returns: whether no text in clear is left; text that nobody sealed stays.
    public mutating func withdrawText() -> Bool {
        guard details.isClear else { return true }
        guard let sealed = details.sealedAlone else { return false }
        details = sealed
        return true
    }
}

extension Reminder {
    /// Brings one that recurs to the time for which it stands at `now`: the newest that has come, or comes in a moment.
    ///
    /// A time that nobody completed stands until ``ReminderLimits/notice`` before the next one, so that who is late still
    /// completes what they were reminded of, and not the next time.
    public mutating func catchUp(at now: Instant, zones: some ZoneProvider) {
        guard completion == nil, case .selectedDays(let days) = details.schedule,
            let zone = zones.rules(for: days.timeZone)
        else { return }
        let horizon = now + ReminderLimits.notice
        guard due < horizon else { return }
        let recurrence = days.recurrence(in: zone)
        // The weeks from one selected week to the next, and some days for clocks and the date line.
        let reach = Span.days(7 * Int64(days.interval) + 8)
        var newest = due
        while let next = recurrence.next(after: max(newest, horizon - reach))?.instant, next <= horizon {
            newest = next
        }
        _ = moveOn(to: newest)
    }
}
