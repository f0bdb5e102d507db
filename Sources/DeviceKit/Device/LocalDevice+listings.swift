public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// All alarms of this device's user, in both directions, soonest first.
    public func list() async throws(DeviceError) -> [AlarmListing] {
        try listings(try await perform(Endpoints.Alarms.list()).alarms)
    }

    /// Alarms of this device's user of which an occurrence has ended, in both directions, latest first.
    ///
    /// Of one that repeats and goes on, it is the last that has ended. Of a family's reminder it says for which time it
    /// was done, and by whom. The device remembers those that it set for a week after they were due, and those that rang here for two days.
    ///
    /// - Parameter limit: the most alarms to ask the relay for, each by a request.
    /// - Returns: the alarms that the relay still keeps, by ``AlarmListing/endedTime``.
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func history(limit: Int) async throws(DeviceError) -> [AlarmListing] {
        let known =
            profile.outgoing.filter(\.isAccepted).map { (id: $0.id, time: $0.time) }
            + profile.incoming.map { (id: $0.id, time: $0.time) }
        var ended: [AlarmListing] = []
        for alarm in known.sorted(by: { ($0.time, $0.id) > ($1.time, $1.id) }).prefix(limit) {
            do {
                let listing = try await show(alarm.id)
                if listing.lastEnding != nil { ended.append(listing) }
            } catch {
                // The relay keeps ended alarms for a while only, and never had what it refused.
                guard error.problemKind == .notFound || error.problemKind == .gone else { throw error }
            }
        }
        return ended.sorted { ($0.endedTime, $0.view.id) > ($1.endedTime, $1.view.id) }
    }

    /// One alarm, with the progress of its delivery.
    public func show(_ id: AlarmID) async throws(DeviceError) -> AlarmListing {
        let view = try await perform(Endpoints.Alarms.show(id))
        guard let listing = try listings([view]).first else { throw .unknownAlarm(id) }
        return listing
    }

    private func listings(_ views: [AlarmView]) throws(DeviceError) -> [AlarmListing] {
        let now = now
        return try update { profile in views.map { profile.listing($0, at: now) } }
    }
}
