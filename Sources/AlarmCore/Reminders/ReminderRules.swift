/// A member of a family, with the role that matters to reminders.
public struct ReminderMember: Hashable, Sendable {
    /// The person.
    public let person: PersonID
    /// Whether the member is a parent of the reminder's family, and so may set reminders for everybody in it.
    public let isParent: Bool

    /// Makes a member.
    public init(person: PersonID, isParent: Bool) {
        self.person = person
        self.isParent = isParent
    }

    /// Reads a member from a family membership.
    public init(_ membership: Membership) {
        self.init(person: membership.person, isParent: membership.role == .parent)
    }
}

/// The rules for changes to a family's reminders.
///
/// The caller ensures that the people are members of the family.
///
/// | act | who |
/// | --- | --- |
/// | create | a parent for anybody, a child for itself |
/// | edit, delete | its creator, or a parent |
/// | tick items, set the place | its creator, its assignee, or a parent |
/// | complete, take that back within 30 s | its creator or its assignee |
///
/// A completed reminder is frozen: it can only be deleted, since what people gave they may take back.
public enum ReminderRules {
    /// Makes a reminder.
    ///
    /// - Parameters:
    ///   - details: the text, assignee and schedule.
    ///   - id: its identifier.
    ///   - circle: the family.
    ///   - due: the due time, from its schedule.
    ///   - place: the place where the assignee should stay, if any.
    ///   - creator: the member who sets it.
    /// - Returns: an open reminder.
    /// - Throws: ``ReminderError/notForOthers`` for a child that sets one for somebody else.
    public static func create(
        _ details: ReminderDetails,
        id: ReminderID,
        in circle: CircleID,
        due: Instant,
        place: Place? = nil,
        by creator: ReminderMember
    ) throws(ReminderError) -> Reminder {
        try requireAssigning(details.assignee, by: creator)
        return Reminder(
            id: id,
            circle: circle,
            creator: creator.person,
            details: details,
            due: due,
            place: place,
            isPlaceWatched: place != nil
        )
    }

    /// Refuses anybody but the creator or a parent.
    ///
    /// - Throws: ``ReminderError/notYoursToChange``.
    public static func requireDeleting(_ reminder: Reminder, by member: ReminderMember) throws(ReminderError) {
        guard member.isParent || member.person == reminder.creator else { throw .notYoursToChange }
    }

    /// Refuses a child that sets a reminder for somebody else.
    static func requireAssigning(_ assignee: PersonID, by member: ReminderMember) throws(ReminderError) {
        guard member.isParent || member.person == assignee else { throw .notForOthers }
    }
}

extension Reminder {
    /// Changes the text, the assignee or the schedule.
    ///
    /// A reminder that rings for somebody else needs a parent's consent. A child whose reminder a parent assigned to
    /// somebody else may take it back for itself, but may no longer change what it says to the other.
    ///
    /// - Parameters:
    ///   - details: the new details.
    ///   - due: the due time, from its schedule.
    ///   - member: the member who changes it.
    /// - Throws: ``ReminderError/notYoursToChange``, ``ReminderError/completed``, or ``ReminderError/notForOthers`` for
    ///   a child unless it is for itself.
    public mutating func edit(
        _ details: ReminderDetails,
        due: Instant,
        by member: ReminderMember
    ) throws(ReminderError) {
        try ReminderRules.requireDeleting(self, by: member)
        try requireOpen()
        try ReminderRules.requireAssigning(details.assignee, by: member)
        self.details = details
        move(to: due)
    }

    /// Replaces the sealed messages by others that say the same, so that other members can read it; also of a completed
    /// reminder.
    ///
    /// - Throws: ``ReminderError/notYoursToChange`` or ``ReminderError/sealedWords``.
    public mutating func sealAgain(
        _ sealed: [PersonID: String],
        by member: ReminderMember
    ) throws(ReminderError) {
        try ReminderRules.requireDeleting(self, by: member)
        details = try details.with(sealed: sealed)
    }

    /// Ticks an item of the checklist, or removes the tick.
    ///
    /// - Throws: ``ReminderError/notYoursToTick``, ``ReminderError/completed`` or ``ReminderError/unknownItem(_:)``.
    public mutating func mark(_ item: Int, done: Bool, by member: ReminderMember) throws(ReminderError) {
        try requireTicking(by: member)
        var checklist = details.checklist
        try checklist.mark(item, done: done)
        details = details.with(checklist)
    }

    /// Sets the place where the assignee should stay and watches it; nil removes it.
    ///
    /// - Parameters:
    ///   - place: the place.
    ///   - time: the time in which it is watched; nil for as long as the reminder is open.
    ///   - member: the member who sets it.
    /// - Throws: ``ReminderError/notYoursToTick`` or ``ReminderError/completed``.
    public mutating func setPlace(
        _ place: Place?,
        during time: PlaceTime? = nil,
        by member: ReminderMember
    ) throws(ReminderError) {
        try requireTicking(by: member)
        self.place = place
        isPlaceWatched = place != nil
        placeTime = place == nil ? nil : time
    }

    /// Completes the reminder; a retry by the same person, as after a lost reply, changes nothing.
    ///
    /// - Throws: ``ReminderError/notYoursToComplete``, or ``ReminderError/completed`` when somebody else was first.
    public mutating func complete(by member: ReminderMember, at now: Instant) throws(ReminderError) {
        try requireCompleting(by: member)
        if let completion, completion.by == member.person { return }
        try requireOpen()
        completion = Completion(at: now, by: member.person)
    }

    /// Undoes a completion within 30 s; an open reminder stays as it is.
    ///
    /// - Throws: ``ReminderError/notYoursToComplete``, or ``ReminderError/undoOver`` when the parents are told already.
    public mutating func undoCompletion(by member: ReminderMember, at now: Instant) throws(ReminderError) {
        try requireCompleting(by: member)
        guard let completion else { return }
        guard now < completion.undoUntil else { throw .undoOver }
        self.completion = nil
    }

    private func requireOpen() throws(ReminderError) {
        guard completion == nil else { throw .completed }
    }

    private func requireCompleting(by member: ReminderMember) throws(ReminderError) {
        guard [creator, assignee].contains(member.person) else { throw .notYoursToComplete }
    }

    private func requireTicking(by member: ReminderMember) throws(ReminderError) {
        guard member.isParent || [creator, assignee].contains(member.person) else { throw .notYoursToTick }
        try requireOpen()
    }
}
