import AlarmCore
import AlarmWire

/// A family and its reminders, by what its people asked for.
final class Family {
    /// A reminder.
    final class Chore {
        let id: ReminderID
        let creator: Phone
        let assignee: Phone
        let isRecurring: Bool
        var due: Instant
        /// That it is done; nil while it is open.
        var completion: Completion?
        var isForgotten = false
        /// Whether its ladder was climbed to the end, so that nothing rings for it any more.
        var hasLapsed = false
        /// Whether the parents are to hear that its assignee has left the place.
        var isPlaceWatched: Bool

        init(id: ReminderID, creator: Phone, assignee: Phone, due: Instant, isRecurring: Bool, isPlaceWatched: Bool) {
            self.id = id
            self.creator = creator
            self.assignee = assignee
            self.due = due
            self.isRecurring = isRecurring
            self.isPlaceWatched = isPlaceWatched
        }
    }

    /// That a reminder was done.
    struct Completion {
        /// What tells the parents.
        let alarm: AlarmID
        let at: Instant
    }

    /// Where a reminder's assignee should stay.
    static let place = try? Place(latitude: 52.5, longitude: 13.4)
    /// More than 20 m from there.
    static let elsewhere = try? Place(latitude: 52.51, longitude: 13.4)

    let id: CircleID
    /// Who sets reminders, and is told.
    let parent: Phone
    /// Who is told only, and may leave.
    let grandparent: Phone?
    let children: [Phone]
    let snoozeLimit: Span
    var chores: [ReminderID: Chore] = [:]
    /// What told the parents of a completion that was taken back.
    var undone: Set<AlarmID> = []
    /// From which transaction on the grandparent has left, if they have; and when they were told so, and by whom.
    var hasLeft: Int?
    var promisedSilence: (version: Int, life: Life)?

    init(id: CircleID, parent: Phone, grandparent: Phone?, children: [Phone], snoozeLimit: Span) {
        self.id = id
        self.parent = parent
        self.grandparent = grandparent
        self.children = children
        self.snoozeLimit = snoozeLimit
    }

    var phones: [Phone] { [parent] + children + (grandparent.map { [$0] } ?? []) }

    /// Whom a completion is told when so many transactions have been committed.
    func parents(at version: Int) -> [Phone] {
        guard let grandparent, hasLeft.map({ version < $0 }) ?? true else { return [parent] }
        return [parent, grandparent]
    }

    /// The reminder that an alarm rings or speaks for.
    func chore(of subject: DocumentID?) -> Chore? {
        subject.flatMap { chores[ReminderID($0)] }
    }
}
