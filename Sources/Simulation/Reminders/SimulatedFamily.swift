import AlarmCore
import AlarmWire

/// Model of a family and its reminders, built from requests alone.
final class SimulatedFamily {
    /// A reminder.
    final class SimulatedReminder {
        let id: ReminderID
        let creator: Phone
        let assignee: Phone
        let isRecurring: Bool
        var due: Instant
        /// The completion; nil while the reminder is open.
        var completion: Completion?
        var isForgotten = false
        /// Alarm that rang anew when a completion was taken back.
        var reopened: AlarmID?
        /// Whether its policy is exhausted, so that nothing rings for it any more.
        var hasLapsed = false
        /// Time of the occurrence that lapsed last; a late completion is still about that one.
        var lapsedDue: Instant?
        /// Number of committed transactions when a completion was last undone.
        var undoneAt: Int?
        /// Whether the parents are told when the assignee leaves the place.
        var isPlaceWatched: Bool
        /// Whether a parent has set the place, which a child then leaves as it is.
        var hasParentsPlace: Bool

        init(
            id: ReminderID,
            creator: Phone,
            assignee: Phone,
            due: Instant,
            isRecurring: Bool,
            isPlaceWatched: Bool,
            hasParentsPlace: Bool
        ) {
            self.id = id
            self.creator = creator
            self.assignee = assignee
            self.due = due
            self.isRecurring = isRecurring
            self.isPlaceWatched = isPlaceWatched
            self.hasParentsPlace = hasParentsPlace
        }
    }

    /// Completion of a reminder.
    struct Completion {
        /// Alarm that tells the parents.
        let alarm: AlarmID
        let at: Instant
    }

    /// Place that a reminder's assignee should stay at.
    static let place = try? Place(latitude: 52.5, longitude: 13.4)
    /// A place more than 20 m from `place`.
    static let elsewhere = try? Place(latitude: 52.51, longitude: 13.4)

    let id: CircleID
    /// The parent who sets reminders, and is told.
    let parent: Phone
    /// The grandparent, who is only told, and may leave.
    let grandparent: Phone?
    let children: [Phone]
    let snoozeLimit: Span
    var chores: [ReminderID: SimulatedReminder] = [:]
    /// Alarms that told the parents of completions that were undone.
    var undone: Set<AlarmID> = []
    /// Transaction from which the grandparent has left; then when they were told so, and by which process.
    var hasLeft: Int?
    var promisedSilence: (version: Int, life: NodeProcess)?

    init(id: CircleID, parent: Phone, grandparent: Phone?, children: [Phone], snoozeLimit: Span) {
        self.id = id
        self.parent = parent
        self.grandparent = grandparent
        self.children = children
        self.snoozeLimit = snoozeLimit
    }

    var phones: [Phone] { [parent] + children + (grandparent.map { [$0] } ?? []) }

    /// Returns the phones that are told of a completion after `version` committed transactions.
    func parents(at version: Int) -> [Phone] {
        guard let grandparent, hasLeft.map({ version < $0 }) ?? true else { return [parent] }
        return [parent, grandparent]
    }

    /// Returns the reminder that an alarm's subject names.
    func chore(of subject: DocumentID?) -> SimulatedReminder? {
        subject.flatMap { chores[ReminderID($0)] }
    }
}
