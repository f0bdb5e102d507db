import AlarmCore
import Storage

/// An alarm as last committed, and what follows from its people's requests.
struct CommittedAlarm {
    var row: AlarmRow
    var wake: Instant?
    var deliveries: [DeliveryID: DeliveryRow] = [:]
    /// Number of transactions that had been committed when each delivery was ordered.
    var versions: [DeliveryID: Int] = [:]
    /// When each delivery was last given back by its lease, on the world's clock.
    var givenBack: [DeliveryID: Instant] = [:]
    /// Deliveries that have not ended, oldest first.
    var unfinished: [DeliveryID] = []
    var recordCount = 0
    /// Earliest time at which the alarm may ring: when it is due, or when a snooze ends.
    var notBefore: Instant
    /// Whether a phone has reported ringing, or phones were added or removed, since the present occurrence began.
    var hasExcuse = false
    /// Newest epoch that an answer has confirmed, with its transaction and process.
    var told: (epoch: Int, version: Int, life: NodeProcess)?

    /// Alerts that may have reached each destination since the last all-clear.
    var alertsTo: [Destination: Set<DeliveryID>] = [:]

    /// Destinations that alerts may have reached since the last all-clear.
    var alerted: Set<Destination> { Set(alertsTo.keys) }

    /// Whether the alarm, or one of its deliveries, has not ended.
    var isRestless: Bool { !row.alarm.state.isFinal || !unfinished.isEmpty }

    init(row: AlarmRow) {
        self.row = row
        notBefore = row.alarm.due
    }
}
