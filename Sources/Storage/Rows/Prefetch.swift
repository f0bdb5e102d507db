package import AlarmCore

/// A query of ``Snapshot`` that a body is about to make, with its parameters.
package enum Prefetch: Hashable, Sendable {
    // MARK: Devices and pairs

    /// ``Snapshot/device(_:)``.
    case device(DeviceID)
    /// ``Snapshot/devices(of:)``, which includes each of them.
    case devices(of: PersonID)
    /// ``Snapshot/pair(_:)``.
    case pair(PairID)
    /// ``Snapshot/edge(_:)``, by the hash of its token.
    case edge([UInt8])

    // MARK: Alarms

    /// ``Snapshot/alarm(_:)``.
    case alarm(AlarmID)
    /// ``Snapshot/alarm(key:)``.
    case keyedAlarm(AlarmKey)
    /// ``Snapshot/liveAlarms(of:limit:)`` of a circle, all of them.
    case liveAlarms(of: CircleID)
    /// ``Snapshot/load(of:from:since:)``.
    case load(of: CircleID, from: PersonID, since: Instant)

    // MARK: Deliveries

    /// ``Snapshot/delivery(_:of:)``.
    case delivery(DeliveryID, of: AlarmKey)
    /// ``Snapshot/deliveries(of:)``, which includes each of them.
    case deliveries(of: AlarmKey)

    // MARK: Documents

    /// ``Snapshot/document(_:id:)``.
    case document(Document.Kind, DocumentID)
    /// ``Snapshot/documents(_:of:after:limit:)``, all of them, which includes each.
    case documents(Document.Kind, of: PersonID)
    /// ``Snapshot/documents(_:in:after:limit:)``, all of them, which includes each.
    case circleDocuments(Document.Kind, in: CircleID)

    // MARK: The rest

    /// ``Snapshot/blindIntervals(limit:)``.
    case blindIntervals(limit: Int)
    /// ``Snapshot/replay(of:jti:)``.
    case replay(of: DeviceID, jti: [UInt8])
    /// ``Snapshot/replayCount(of:limit:)``.
    case replayCount(of: DeviceID, limit: Int)
    /// ``Snapshot/value(_:)``.
    case value(String)
}

extension Snapshot {
    package var prefetches: Bool { false }

    package func prefetch(_ rows: [Prefetch]) throws {}
}
