import AlarmCore
import AlarmWire
import Engine
import Storage

/// The question to a dweller without activity whether they are well, which becomes an alert if they do not answer.
///
/// It is due at the deadline after the last activity; every activity moves it.
struct InactivityKind: CareKind {
    var policy: EscalationPolicy { .inactivity }

    /// A dweller is active many times a day.
    var recordsChanges: Bool { false }

    /// A dweller who was active meanwhile, or is in their quiet hours, is asked later.
    func waking(_ row: AlarmRow, in tx: RelayTransaction) throws -> AlarmInput {
        guard let later = try tx.care.laterQuestion(of: row) else { return .wake }
        return .reschedule(.once(later), due: later, ttl: row.alarm.ttl)
    }

    /// The question enters the history once it was asked, and the next wait begins when it ends.
    func save(_ effects: [AlarmEffect], of row: AlarmRow, in tx: RelayTransaction) throws {
        for case .record(let event) in effects where event.kind == .due || event.kind == .late {
            try tx.care.recordQuestion(of: row)
        }
        guard let ending = try tx.care.keepEnd(effects, of: row), ending.state != .ended else { return }
        try tx.care.resumeInactivityWatch(after: row, ending.person)
    }
}
