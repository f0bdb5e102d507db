/// Why an open reminder will not ring at its next time.
public enum ReminderSilence: String, CaseIterable, Hashable, Sendable {
    /// The caller, whom it reminds, has muted its creator.
    case muted
    /// The caller has paused its creator until after that time.
    case paused
    /// The caller lets its creator ring at other hours only.
    case hours
    /// The assignee, who is not the caller, takes none of its creator's then; the reason is theirs to tell.
    case refused
    /// The alarm was taken off by itself.
    case takenOff = "taken-off"
    /// The assignee has no device that can be reached.
    case unreachable
}
