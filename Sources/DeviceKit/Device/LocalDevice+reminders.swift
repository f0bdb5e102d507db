public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Sets a reminder in a family.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-allowed` for a child that sets one for somebody else,
    ///   `malformed` for words in clear where the family keeps them from the relay.
    public func remind(_ request: ReminderRequest, in circle: CircleID) async throws(DeviceError) -> ReminderView {
        try await call(.post, Routes.reminders(in: circle), body: request)
    }

    /// One page of a family's reminders, the earliest first.
    public func reminders(
        in circle: CircleID,
        showing filter: ReminderFilter,
        after cursor: ReminderCursor? = nil,
        limit: Int? = nil
    ) async throws(DeviceError) -> ReminderList {
        try await call(.get, Routes.reminders(in: circle, showing: filter, after: cursor, limit: limit))
    }

    /// One of them.
    public func reminder(_ id: ReminderID) async throws(DeviceError) -> ReminderView {
        try await call(.get, Routes.reminder(id))
    }

    /// Lets a reminder say something else, to somebody else or at another time; for its creator or a parent.
    public func change(_ id: ReminderID, to request: ReminderRequest) async throws(DeviceError) -> ReminderView {
        try await call(.put, Routes.reminder(id), body: request)
    }

    /// Forgets a reminder; for its creator or a parent.
    public func deleteReminder(_ id: ReminderID) async throws(DeviceError) {
        try await call(.delete, Routes.reminder(id))
    }

    /// Says that a reminder is done; for its creator or its assignee.
    public func complete(_ id: ReminderID) async throws(DeviceError) -> ReminderView {
        try await call(.post, Routes.reminderCompletion(id), body: NoContent())
    }

    /// Takes that back, within 30 s.
    public func undoCompletion(of id: ReminderID) async throws(DeviceError) -> ReminderView {
        try await call(.delete, Routes.reminderCompletion(id))
    }

    /// Ticks an item of a reminder's checklist, or takes the tick away.
    public func mark(_ item: Int, of id: ReminderID, done: Bool = true) async throws(DeviceError) -> ReminderView {
        try await call(.post, Routes.reminderMarks(id), body: ReminderMark(item: item, isDone: done))
    }

    /// Puts a reminder off; for its assignee, and no further than the family allows.
    public func snooze(_ id: ReminderID, until end: Instant? = nil) async throws(DeviceError) -> ReminderView {
        try await call(.post, Routes.reminderSnooze(id), body: ReminderSnooze(until: end))
    }

    /// Sets the place where a reminder's assignee should stay; nil for none.
    public func setPlace(of id: ReminderID, to place: Place?) async throws(DeviceError) -> ReminderView {
        guard let place else { return try await call(.delete, Routes.reminderPlace(id)) }
        return try await call(.put, Routes.reminderPlace(id), body: place)
    }

    /// Reports where this device is to the reminder that watches it; the parents are told if it is more than 20 m away.
    public func report(position: Place, to id: ReminderID) async throws(DeviceError) -> ReminderPosition {
        try await call(.post, Routes.reminderPosition(id), body: position)
    }
}
