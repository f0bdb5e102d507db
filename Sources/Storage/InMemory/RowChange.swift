import AlarmCore

/// One row's change, as ``Tables/apply(_:)`` makes it; nil takes the row away.
///
/// The inverse of a change is a change, so that undoing a transaction needs nothing but the list of inverses: there is no
/// copy of the tables, however large they are.
enum Change {
    case device(Int64, Device?)
    case enrolment(EnrolmentName, Enrolment?)
    case invite(Int64, Invite?)
    case pair(Int64, Pair?)
    case edge([UInt8], Edge?)
    case alarm(AlarmKey, AlarmRow?)
    case record(AlarmKey, [RecordLine]?)
    case wake(AlarmKey, Instant?)
    case delivery(Int64, DeliveryRow?)
    case document(DocumentName, Document?)
    case replay(ReplayName, Replay?)
    case value(String, StoredValue?)
    case blindIntervals([BlindInterval])
    case counters(Counters)
}

/// What tells one replay from another.
struct ReplayName: Hashable, Comparable {
    let device: DeviceID
    let jti: [UInt8]

    static func < (left: ReplayName, right: ReplayName) -> Bool {
        left.device == right.device ? left.jti.lexicographicallyPrecedes(right.jti) : left.device < right.device
    }
}

/// What tells one document from another.
struct DocumentName: Hashable {
    let kind: Document.Kind
    let id: DocumentID
}

/// What tells one enrolment code from another.
struct EnrolmentName: Hashable, Comparable {
    let lookup: [UInt8]

    static func < (left: EnrolmentName, right: EnrolmentName) -> Bool {
        left.lookup.lexicographicallyPrecedes(right.lookup)
    }
}

/// A value that the relay keeps about itself, and until when; nil for good.
struct StoredValue {
    let bytes: [UInt8]
    let end: Instant?
}

/// The numbers given out last.
struct Counters {
    /// The newest alarm's key.
    var alarm: Int64 = 0
    /// The newest change of an alarm.
    var change: Int64 = 0
    /// The newest row of any other table.
    var row: Int64 = 0
}
