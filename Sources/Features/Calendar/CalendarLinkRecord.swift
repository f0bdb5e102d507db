import AlarmCore
import AlarmWire
import Engine
import Storage

/// The stored form of the address at which calendar programs read a person's alarms.
///
/// The address holds the document's random identifier and a proof that is derived from the keyring, so that neither the
/// database nor a copy of it tells the address. A new address has another identifier.
struct CalendarLinkRecord: RecordBody, Hashable {
    static let kind = Document.Kind.calendarLink

    /// The time at which it was made.
    var since: Instant

    init(since: Instant) {
        self.since = since
    }

    init(reading object: inout ObjectReader) throws(WireError) {
        since = try object.instant("since")
    }

    var json: JSONValue { .object(of: ["since": .instant(since)]) }
}
