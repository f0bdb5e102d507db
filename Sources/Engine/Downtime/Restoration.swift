package import AlarmCore
import AlarmWire
package import Storage

/// That a store was restored from a backup, and what was not stored since the backup was made is lost.
///
/// The time from the backup to the first start counts as an absence of the relay. Requests that devices made before the
/// restoration are refused, because the answers by which a repeat is recognised are lost, too.
package struct Restoration: Hashable, Sendable {
    /// The name of the value in the store.
    private static let key = "relay/restored"

    /// How long pushes tell of a restoration.
    ///
    /// 30 days.
    private static let memory = Span.days(30)

    /// The time at which the backup was made.
    package let madeAt: Instant
    /// The time at which it was restored.
    package let at: Instant

    package init(madeAt: Instant, at: Instant) {
        self.madeAt = madeAt
        self.at = at
    }

    /// The last restoration of a store; nil where there was none.
    package static func last(in snapshot: any Snapshot) throws -> Restoration? {
        guard let bytes = try snapshot.value(key) else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 else { return nil }
        return Restoration(madeAt: Instant(milliseconds: numbers[0]), at: Instant(milliseconds: numbers[1]))
    }

    /// Marks a store, before a relay starts on it.
    package func mark(_ transaction: any Transaction) throws {
        try transaction.setValue(Array("\(madeAt.milliseconds) \(at.milliseconds)".utf8), for: Self.key)
        let last = try StoredHeartbeat.last(in: transaction)?.at ?? madeAt
        let heartbeat = StoredHeartbeat(at: min(last, madeAt), ending: .restored)
        try transaction.setValue(heartbeat.bytes, for: StoredHeartbeat.key)
    }

    /// The time of the restoration, if a device may know of an alarm what was lost by it; nil if not.
    ///
    /// Devices remember what has ended for two days; a month also covers those that are turned off for long.
    func time(concerning alarm: AlarmRow, at now: Instant) -> Instant? {
        alarm.acceptedAt <= madeAt && now - at < Self.memory ? at : nil
    }

    /// Whether a request may have been answered before the restoration, so that it must not be handled at `now`.
    ///
    /// - Parameters:
    ///   - issuedAt: the time at which a device made it, in whole seconds.
    ///   - now: the present.
    /// - Returns: false for any request once all from before the restoration are too old anyway.
    package func refuses(_ issuedAt: Instant, at now: Instant) -> Bool {
        at <= now && now - at <= EnvelopeLimits.age + EnvelopeLimits.clockLead && issuedAt.seconds < at.seconds
    }
}
