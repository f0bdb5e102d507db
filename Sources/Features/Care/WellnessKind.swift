import AlarmCore
import AlarmWire
import Engine
import Storage

/// The relay's own look at the days of a dweller who has set a wellness pattern, and at signals that wait for the end of
/// quiet hours.
///
/// A day of silence counts although no device reports it. Nothing is sent for this alarm: whenever its time comes, the
/// days that are over are judged, and it moves to the next time.
struct WellnessKind: AlarmKind {
    var policy: EscalationPolicy { .wellness }
    var isReplaceable: Bool { false }
    var isShown: Bool { false }

    /// The alarm moves every day.
    var recordsChanges: Bool { false }

    func waking(_ row: AlarmRow, in tx: RelayTransaction) throws -> AlarmInput {
        guard let next = try tx.care.judgeDays(of: row) else { return .cancel(by: .sender) }
        return .reschedule(.once(next), due: next, ttl: row.alarm.ttl)
    }

    func requireCancelling(_ row: AlarmRow) throws {
        throw Problem(.conflict, detail: "this is the watch over your days: set wellness to off in the care settings")
    }
}
