public import AlarmCore
public import AlarmWire

extension LocalDevice {
    /// Asks the relay when an alarm would ring, before it is set; nothing changes.
    ///
    /// - Parameters:
    ///   - time: the time, as an instant or on the clocks of `timeZone`; for a recurring alarm, the start.
    ///   - rule: the recurrence rule.
    ///   - timeZone: the IANA zone whose clocks the rule follows.
    ///   - count: the most times to show; 1 to 50.
    /// - Returns: the coming times, soonest first, each with a note where a clock change affects it.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)`` with the problem for which such an alarm would be refused.
    public func preview(
        at time: AlarmTime,
        rule: RecurrenceRule? = nil,
        timeZone: String? = nil,
        count: Int = PreviewRequest.defaultCount
    ) async throws(DeviceError) -> [PreviewedTime] {
        guard rule == nil && !time.needsZone || timeZone != nil else { throw .ruleWithoutZone }
        let request = PreviewRequest(time: time, timeZone: timeZone, rule: rule, count: count)
        let preview = try await perform(Endpoints.Alarms.preview(request))
        return preview.times
    }
}
