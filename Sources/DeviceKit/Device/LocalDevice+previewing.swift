public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Asks the relay when an alarm would ring, before it is set; nothing changes.
    ///
    /// - Parameters:
    ///   - time: when, as an instant or on the clocks of `timeZone`; for an alarm that repeats, the start.
    ///   - rule: how it repeats.
    ///   - timeZone: the IANA zone whose clocks the rule follows.
    ///   - count: how many times to show at most; 1 to 50.
    /// - Returns: the coming times, soonest first, each with a note where a clock change bears on it.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)`` with the problem for which such an alarm would be refused.
    public func preview(
        at time: AlarmTime,
        rule: RecurrenceRule? = nil,
        timeZone: String? = nil,
        count: Int = PreviewRequest.usualCount
    ) async throws(DeviceError) -> [PreviewedTime] {
        guard rule == nil && !time.needsZone || timeZone != nil else { throw .ruleWithoutZone }
        let request = PreviewRequest(time: time, timeZone: timeZone, rule: rule, count: count)
        let preview: SchedulePreview = try await call(.post, Routes.preview, body: request)
        return preview.times
    }
}
