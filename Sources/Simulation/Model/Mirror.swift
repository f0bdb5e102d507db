import AlarmCore
import Storage

/// An alarm as it was last committed, and what follows from what its people asked.
struct Mirror {
    var row: AlarmRow
    var wake: Instant?
    var deliveries: [DeliveryID: DeliveryRow] = [:]
    /// How many transactions had been committed when each was ordered.
    var versions: [DeliveryID: Int] = [:]
    /// Deliveries that have not ended, in the order in which they were made.
    var unfinished: [DeliveryID] = []
    var recordCount = 0
    /// From when on it may ring: due, or the end of a snooze.
    var notBefore: Instant
    /// Whether a phone has reported that it rings, or phones came and went, since the present occurrence began.
    var hasExcuse = false
    /// The newest epoch of which somebody was told, and by which transaction it came.
    var told: (epoch: Int, version: Int, life: Life)?

    /// Whom alerts may have reached since the last all-clear.
    var alerted: Set<Destination> = []

    init(row: AlarmRow) {
        self.row = row
        notBefore = row.alarm.due
    }
}
