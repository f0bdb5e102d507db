public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Notes which reminders their assignees keep from ringing, since they take none of the creators' then.
    ///
    /// - Parameters:
    ///   - views: reminders, as the relay has just told them.
    ///   - areAll: whether they are all open reminders of this person's families, so that any other is forgotten.
    ///   - told: the reminders of which this person is told that they are kept from ringing: no other is noted anew, so
    ///     that none is said to ring again whose silence was never told; nil for all.
    /// - Returns: those of them that ring again, which they did not when this device was last told of them.
    /// - Throws: ``DeviceError/profile(_:)``.
    @discardableResult
    public func followRefusals(
        of views: [ReminderView],
        areAll: Bool = false,
        noting told: Set<ReminderID>? = nil
    ) throws(DeviceError) -> [ReminderView] {
        let known = Set(profile.refusedReminders)
        let now = now
        var refused = areAll ? [] : known
        var again: [ReminderView] = []
        for view in views {
            let reminder = view.reminder
            guard view.silence != .refused else {
                if known.contains(reminder.id) || told?.contains(reminder.id) != false { refused.insert(reminder.id) }
                continue
            }
            refused.remove(reminder.id)
            // One whose only time has passed has no silence to explain either.
            let isToCome = reminder.due > now || reminder.details.schedule.isRecurring
            guard known.contains(reminder.id), reminder.status == .open, view.silence == nil, isToCome else { continue }
            again.append(view)
        }
        if refused != known { try update { $0.refusedReminders = refused.sorted() } }
        return again
    }
}
