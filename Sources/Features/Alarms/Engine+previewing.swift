package import AlarmCore
package import AlarmWire
package import Engine

extension Engine {
    /// The times at which an alarm with this time and rule would ring, were it set at `now` (PA1 section 5).
    ///
    /// - Throws: the problem with which the relay would refuse the alarm for its time, its zone or its rule.
    package func preview(_ request: PreviewRequest, at now: Instant) throws -> SchedulePreview {
        let timing = try timing(of: request.time, zone: request.timeZone, rule: request.rule, at: now)
        let zone = try request.timeZone.map { try self.zone(named: $0, at: "/timeZone") } ?? .utc
        let times: [PreviewedOccurrence]
        if case .recurring(let rule, let start, _) = timing.schedule {
            times = Recurrence(rule: rule, start: start, zone: zone)
                .preview(request.count, after: timing.due - .milliseconds(1))
        } else if case .local(let local) = request.time.timestamp {
            times = [zone.preview(of: local)]
        } else {
            times = [zone.preview(at: timing.due)]
        }
        return SchedulePreview(times: times.map { PreviewedTime($0) })
    }
}
