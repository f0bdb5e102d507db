public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Sets a reminder in a family.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-allowed` for a child that sets one for somebody else,
    ///   `malformed` for a text in clear where the family keeps texts from the relay.
    public func remind(_ request: ReminderRequest, in circle: CircleID) async throws(DeviceError) -> ReminderView {
        try await perform(Endpoints.Reminders.create(circle, request))
    }

    /// One page of a family's reminders, the earliest first.
    public func reminders(
        in circle: CircleID,
        showing filter: ReminderFilter,
        after cursor: ReminderCursor? = nil,
        limit: Int? = nil
    ) async throws(DeviceError) -> ReminderList {
        let page = ReminderListTarget(circle, showing: filter, after: cursor, limit: limit)
        return try await perform(Endpoints.Reminders.list(page))
    }

    /// Fetches one reminder.
    public func reminder(_ id: ReminderID) async throws(DeviceError) -> ReminderView {
        try await perform(Endpoints.Reminders.show(id))
    }

    /// Changes the text, assignee or schedule of a reminder; for its creator or a parent.
    public func change(_ id: ReminderID, to request: ReminderRequest) async throws(DeviceError) -> ReminderView {
        try await perform(Endpoints.Reminders.change(id, request))
    }

    /// Deletes a reminder; for its creator or a parent.
    public func deleteReminder(_ id: ReminderID) async throws(DeviceError) {
        try await perform(Endpoints.Reminders.delete(id))
    }

    /// Completes a reminder; for its creator or its assignee.
    public func complete(_ id: ReminderID) async throws(DeviceError) -> ReminderView {
        try await perform(Endpoints.Reminders.complete(id))
    }

    /// Undoes the completion of a reminder, within 30 s.
    public func undoCompletion(of id: ReminderID) async throws(DeviceError) -> ReminderView {
        try await perform(Endpoints.Reminders.undoCompletion(id))
    }

    /// Ticks an item of a reminder's checklist, or removes the tick.
    public func mark(_ item: Int, of id: ReminderID, done: Bool = true) async throws(DeviceError) -> ReminderView {
        try await perform(Endpoints.Reminders.mark(id, ReminderMark(item: item, isDone: done)))
    }

    /// Snoozes a reminder; for its assignee, and no further than the family allows.
    ///
    /// Its alarm is snoozed on this device, too, as by ``report(_:of:until:reply:)``: another program with the same
    /// profile that rings it falls silent, because the relay spares the device that snoozes.
    public func snooze(_ id: ReminderID, until end: Instant? = nil) async throws(DeviceError) -> ReminderView {
        let view = try await perform(Endpoints.Reminders.snooze(id, ReminderSnooze(until: end)))
        if let alarm = view.alarm, let end = view.snoozedUntil {
            let now = now
            try update { $0.note(snoozeOf: alarm, until: end, at: now) }
        }
        return view
    }

    /// Sets the place where a reminder's assignee should stay, and in what time; nil for none.
    public func setPlace(
        of id: ReminderID,
        to place: Place?,
        during time: PlaceTime? = nil
    ) async throws(DeviceError) -> ReminderView {
        guard let place else { return try await perform(Endpoints.Reminders.removePlace(id)) }
        return try await perform(Endpoints.Reminders.setPlace(id, ReminderPlace(place, during: time)))
    }

    /// Reports this device's position to the reminder that watches it; the parents are told if it is more than 20 m
    /// away.
    public func report(position: Place, to id: ReminderID) async throws(DeviceError) -> ReminderPosition {
        try await perform(Endpoints.Reminders.reportPosition(id, position))
    }
}

extension Profile {
    /// Records that an alarm which this device knows was snoozed by the name of its reminder.
    fileprivate mutating func note(snoozeOf id: AlarmID, until end: Instant, at now: Instant) {
        guard let index = incoming.firstIndex(where: { $0.id == id }) else { return }
        incoming[index].phase = .snoozed(until: end)
        incoming[index].since = now
    }
}
