import AlarmCore
import Engine
import Storage

/// A number of alarms that a relay holds, of independent couples, most of them far ahead.
///
/// The due time of the herd is years ahead, so that a relay with the machine's clock has nothing to do; a relay that is
/// to ring the alarms runs with a ``ShiftedClock``.
struct Population: Sendable {
    /// Due time of the herd: 2030-01-07 at 07:00 UTC, a Monday.
    static let dawn = Instant(seconds: 1_893_999_600)
    /// Time at which all were accepted: so late that nothing has to be done for the herd before its due time.
    static let acceptedAt = dawn - .minutes(9)
    /// How long after the due time a push expires.
    static let ttl = Span.minutes(30)
    /// Number of alarms per couple, the first of which belongs to the herd.
    static let alarmsPerCouple = 10

    private static let couplesPerTransaction = 500
    /// A sealed message of usual length, which is never opened.
    static let message =
        "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiQUFBQUFBQUEifQ..\(text(16)).\(text(342)).\(text(22))"

    /// Number of alarms.
    let count: Int

    var couples: Int { count / Self.alarmsPerCouple }

    /// Inserts couples and alarms into a store.
    func insert(into store: any Store, vault: Vault, progress: (String) -> Void) async throws {
        let couples = StoredCouple.make(couples)
        for start in stride(from: 0, to: couples.count, by: Self.couplesPerTransaction) {
            try Task.checkCancellation()
            if start.isMultiple(of: 50 * Self.couplesPerTransaction) {
                progress("storing \(count) alarms: \(start * 100 / couples.count) %")
            }
            let end = min(start + Self.couplesPerTransaction, couples.count)
            let batch = Array(couples[start..<end].enumerated())
            try await store.write { transaction in
                for (index, couple) in batch {
                    try couple.insert(into: transaction, vault: vault, at: Self.acceptedAt)
                    for number in 0..<Self.alarmsPerCouple {
                        let due = number == 0 ? Self.dawn : Self.due(of: start + index, number)
                        try Self.insert(due: due, of: couple, into: transaction)
                    }
                }
            }
        }
    }

    /// Inserts one alarm, with the rows that accepting it and handing it off would have left.
    static func insert(due: Instant, of couple: StoredCouple, into transaction: any Transaction) throws {
        var generator = SystemRandomNumberGenerator()
        let acceptedAt = min(acceptedAt, due - .minutes(9))
        var alarm = Alarm(
            id: .timeOrdered(at: acceptedAt, using: &generator),
            preset: EscalationPolicy.partnerAlarm.name,
            schedule: .once(due),
            due: due,
            ttl: ttl
        )
        let context = AlarmContext(
            policy: .partnerAlarm,
            receivers: [AlarmContext.Recipient(device: couple.receiver.device)],
            senders: [AlarmContext.Recipient(device: couple.sender.device)],
            zones: ZoneDirectory()
        )
        let effects = alarm.handle(.accepted, at: acceptedAt, in: context)
        let row = try transaction.insert(
            NewAlarm(
                alarm: alarm,
                content: AlarmContent(
                    message: SealedText(message),
                    sound: "default",
                    timeZone: "Europe/Berlin",
                    digest: [UInt8](repeating: 0, count: 32)
                ),
                circle: couple.pair,
                sender: couple.sender.person,
                receiver: couple.receiver.person,
                acceptedAt: acceptedAt
            )
        )
        for effect in effects {
            switch effect {
            case .deliver(let order):
                try transaction.insert(
                    DeliveryRow(
                        order: order,
                        alarm: row.key,
                        circle: row.circle,
                        createdAt: acceptedAt,
                        state: .accepted,
                        notBefore: acceptedAt,
                        attempts: 1,
                        finishedAt: acceptedAt
                    )
                )
            case .wake(let instant): try transaction.setWake(of: row.key, at: instant)
            case .record(let event): try transaction.append(RecordLine(alarm: row.key, at: acceptedAt, event: event))
            case .supersede, .unanswered, .resolve: break
            }
        }
    }

    /// Returns a due time between two and thirty days after the herd's, evenly distributed.
    private static func due(of couple: Int, _ number: Int) -> Instant {
        let milliseconds = Int64((couple &* 7919 &+ number &* 104_729) % 28) * 86_400_000
        let within = Int64((couple &* 15_485_863 &+ number &* 32_452_843) % 86_400_000)
        return dawn + .days(2) + .milliseconds(milliseconds + within)
    }

    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }
}
