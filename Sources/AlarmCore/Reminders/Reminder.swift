/// The kind of a reminder's identifier.
public enum ReminderKind {}
/// Names a reminder.
public typealias ReminderID = Identifier<ReminderKind>

/// Something that a member of a family is to do at a time.
///
/// It is open until its creator or its assignee completes it, and frozen from then on. One that recurs stands for one time
/// at once: completed, it leaves a ``successor(id:due:)`` for the next; not completed, it moves on (``moveOn(to:)``).
public struct Reminder: Hashable, Sendable {
    /// Whether it is done.
    public enum Status: String, CaseIterable, Hashable, Sendable, Codable {
        case open, completed
    }

    /// That it was done.
    public struct Completion: Hashable, Sendable {
        /// When.
        public let at: Instant
        /// Who said so.
        public let by: PersonID

        /// Makes a completion.
        public init(at: Instant, by: PersonID) {
            self.at = at
            self.by = by
        }

        /// Until when it can be taken back, exclusive, and when the parents are told.
        public var undoUntil: Instant { at + ReminderLimits.undo }
    }

    /// Its name.
    public let id: ReminderID
    /// The first of those that repeat, to which sealed words belong; its own name where it is the first.
    public let series: ReminderID
    /// The family.
    public let circle: CircleID
    /// Who set it.
    public let creator: PersonID
    /// What it says, to whom and when.
    public internal(set) var details: ReminderDetails
    /// When it is due, the present time if it recurs.
    public internal(set) var due: Instant
    /// That it was done; nil while it is open.
    public internal(set) var completion: Completion?
    /// Where the assignee should stay; nil if nobody set a place.
    public internal(set) var place: Place?
    /// Whether leaving the ``place`` is told to the parents; once it was told, it is not.
    public internal(set) var isPlaceWatched: Bool

    /// Restores a reminder as it was kept; to make one, see ``ReminderRules/create(_:id:in:due:place:by:)``.
    public init(
        id: ReminderID,
        series: ReminderID? = nil,
        circle: CircleID,
        creator: PersonID,
        details: ReminderDetails,
        due: Instant,
        completion: Completion? = nil,
        place: Place? = nil,
        isPlaceWatched: Bool = false
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
    }

    /// Whether it is done.
    public var status: Status { completion == nil ? .open : .completed }

    /// Who is reminded.
    public var assignee: PersonID { details.assignee }
}

extension Reminder {
    /// The reminder for the next time, once this one is completed; nil unless it is, and recurs.
    ///
    /// It has the same words and place, no ticks, and its own name, so that the completed one stays as it is. Make it once the
    /// completion cannot be taken back any more.
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
            isPlaceWatched: place != nil
        )
    }

    /// Lets a time go by that nobody completed, and takes the next: the ticks go, the place is watched again.
    ///
    /// - Returns: whether it moved: only one that is open and recurs does, and only to a later time.
    public mutating func moveOn(to due: Instant) -> Bool {
        guard completion == nil, details.schedule.isRecurring, due > self.due else { return false }
        self.due = due
        details = details.with(details.checklist.cleared)
        isPlaceWatched = place != nil
        return true
    }

    /// Takes the assignee's position, and says how many metres from the place it is, if that is for the parents.
    ///
    /// It is once, when it lies more than ``PlaceLimits/movement`` away; then the watch is over. A completed reminder
    /// watches nothing.
    public mutating func report(position: Place) -> Double? {
        guard completion == nil, isPlaceWatched, let place, Place.hasMoved(from: place, to: position) else {
            return nil
        }
        isPlaceWatched = false
        return place.distance(to: position)
    }

    /// Forgets what it says in clear, because the family takes its words back from the relay; completed or not.
    ///
    /// - Returns: whether nothing in clear is left; what nobody sealed stays as it is.
    public mutating func takeBackWords() -> Bool {
        guard details.isClear else { return true }
        guard let sealed = details.sealedAlone else { return false }
        details = sealed
        return true
    }
}
