import AlarmCore

/// A change of one row, as ``Tables/apply(_:)`` makes it; nil deletes the row.
///
/// The inverse of a change is a change, so that undoing a transaction needs only the list of inverses and no copy of
/// the tables, however large they are.
enum RowChange {
    case device(Int64, Device?)
    case enrolment(EnrolmentKey, Enrolment?)
    case invite(Int64, Invite?)
    case pair(Int64, Pair?)
    case edge([UInt8], Edge?)
    case alarm(AlarmKey, AlarmRow?)
    case lastChange(PersonID, Int64?)
    case record(AlarmKey, [RecordLine]?)
    case wake(AlarmKey, Instant?)
    case delivery(Int64, DeliveryRow?)
    case document(DocumentKey, Document?)
    case replay(ReplayKey, Replay?)
    case value(String, StoredValue?)
    case blindIntervals([BlindInterval])
    case node(NodeID, RelayNode?)
    case counters(Counters)
}

/// The key of a replay.
struct ReplayKey: Hashable, Comparable {
    let device: DeviceID
    let jti: [UInt8]

    static func < (left: ReplayKey, right: ReplayKey) -> Bool {
        left.device == right.device ? left.jti.lexicographicallyPrecedes(right.jti) : left.device < right.device
    }
}

/// The key of a document.
struct DocumentKey: Hashable {
    let kind: Document.Kind
    let id: DocumentID
}

/// The key of an enrolment code.
struct EnrolmentKey: Hashable, Comparable {
    let lookup: [UInt8]

    static func < (left: EnrolmentKey, right: EnrolmentKey) -> Bool {
        left.lookup.lexicographicallyPrecedes(right.lookup)
    }
}

/// A value that the relay keeps about itself, and its expiry; nil for none.
struct StoredValue {
    let bytes: [UInt8]
    let end: Instant?
}

/// The latest numbers given out.
struct Counters {
    /// The newest alarm's key.
    var alarm: Int64 = 0
    /// The newest row of any other table.
    var row: Int64 = 0
}
