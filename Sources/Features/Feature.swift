import AlarmCore
package import Engine
import Storage

/// What people can do with one part of the relay: each request is a method, within the transaction that answers it.
///
/// A feature is a view of a ``RelayTransaction``, and valid as long as that. Its kinds of alarms, stored records and
/// views for reading lie in the same folder.
package protocol Feature {
    var tx: RelayTransaction { get }
}

extension Feature {
    var engine: Engine { tx.engine }
    var transaction: any Transaction { tx.transaction }
    /// The time of every decision in this transaction.
    var now: Instant { tx.now }
}

extension RelayTransaction {
    package var alarms: Alarms { Alarms(tx: self) }
    package var calendarFeeds: CalendarFeeds { CalendarFeeds(tx: self) }
    package var care: Care { Care(tx: self) }
    package var checkIns: CheckIns { CheckIns(tx: self) }
    package var circles: Circles { Circles(tx: self) }
    package var consents: Consents { Consents(tx: self) }
    package var contacts: Contacts { Contacts(tx: self) }
    package var devices: Devices { Devices(tx: self) }
    package var me: Me { Me(tx: self) }
    package var pairing: Pairing { Pairing(tx: self) }
    package var reminders: Reminders { Reminders(tx: self) }
}
