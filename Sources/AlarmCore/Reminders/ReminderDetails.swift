/// The text, assignee and schedule of a reminder: all that its creator or a parent can change.
public struct ReminderDetails: Hashable, Sendable {
    /// The person who is reminded.
    public let assignee: PersonID
    /// The title in clear; nil unless the family chose that the relay may read titles.
    public let title: String?
    /// The message sealed for each member who can read it, as opaque texts.
    public let sealed: [PersonID: String]
    /// The checklist.
    public let checklist: Checklist
    /// The schedule.
    public let schedule: ReminderSchedule

    /// Makes details.
    ///
    /// - Throws: ``ReminderError/noWords`` with neither a title nor a sealed message, ``ReminderError/text`` or
    ///   ``ReminderError/sealedWords`` for a wrong length.
    public init(
        assignee: PersonID,
        title: String?,
        sealed: [PersonID: String] = [:],
        checklist: Checklist = .empty,
        schedule: ReminderSchedule
    ) throws(ReminderError) {
        try Self.check(title, sealed)
        self.init(valid: assignee, title, sealed, checklist, schedule)
    }

    /// Checks the texts, outside the initialiser: there, optimised code of Swift 6.3.1 loses that nothing was thrown.
    @inline(never)
    private static func check(_ title: String?, _ sealed: [PersonID: String]) throws(ReminderError) {
        guard title != nil || !sealed.isEmpty else { throw .noWords }
        guard title.map({ ReminderLimits.textBytes.contains($0.utf8.count) }) ?? true else { throw .text }
        let sealedBytes = sealed.values.reduce(0) { $0 + $1.utf8.count }
        guard sealedBytes <= ReminderLimits.sealedBytes, sealed.values.allSatisfy({ !$0.isEmpty }) else {
            throw .sealedWords
        }
    }

    private init(
        valid assignee: PersonID,
        _ title: String?,
        _ sealed: [PersonID: String],
        _ checklist: Checklist,
        _ schedule: ReminderSchedule
    ) {
        self.assignee = assignee
        self.title = title
        self.sealed = sealed
        self.checklist = checklist
        self.schedule = schedule
    }

    /// Whether any of the text is in clear.
    public var isClear: Bool { title != nil || checklist.isClear }

    /// The same details with the sealed message alone; nil where there is none, so that nothing would be left.
    var sealedAlone: ReminderDetails? {
        sealed.isEmpty ? nil : ReminderDetails(valid: assignee, nil, sealed, checklist.wordless, schedule)
    }

    /// The same details with other sealed messages.
    ///
    /// - Throws: ``ReminderError/sealedWords`` where they are too long together, ``ReminderError/noWords`` where nothing
    ///   would be left.
    func with(sealed: [PersonID: String]) throws(ReminderError) -> ReminderDetails {
        try ReminderDetails(
            assignee: assignee,
            title: title,
            sealed: sealed,
            checklist: checklist,
            schedule: schedule
        )
    }

    /// The same details with another state of the checklist.
    func with(_ checklist: Checklist) -> ReminderDetails {
        ReminderDetails(valid: assignee, title, sealed, checklist, schedule)
    }
}
