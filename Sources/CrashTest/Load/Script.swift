import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator

/// A fixed script of requests: one alarm that is acknowledged, one that is cancelled, one without an answer.
struct Script: Sendable {
    /// Lead time of the script's alarms.
    private static let lead = Span.milliseconds(700)

    let couple: DeviceCouple
    let ledger: SharedLedger
    let clock: PhoneClockReading

    /// Plays the script until every alarm that should ring has rung.
    ///
    /// - Throws: the relay's refusal, and `CancellationError`.
    func play() async throws {
        let answered = try await set(after: Self.lead)
        let cancelled = try await set(after: .seconds(60))
        let ignored = try await set(after: Self.lead)
        ledger.note { $0.askedToEnd(cancelled, at: clock()) }
        _ = try await persistently { try await couple.receiver.cancel(cancelled) }
        ledger.note { $0.ended(cancelled, .cancelled, at: clock()) }
        try await awaitRing(of: answered)
        ledger.note { $0.askedToEnd(answered, at: clock()) }
        _ = try await persistently { try await couple.receiver.sync() }
        let outcome = try await couple.receiver.report(.acknowledged, of: answered)
        if case .taken(let answer) = outcome, answer.state.isFinal {
            ledger.note { $0.ended(answered, .acknowledged, at: clock()) }
        }
        try await awaitRing(of: ignored)
    }

    private func set(after span: Span) async throws -> AlarmID {
        let accepted = try await couple.sender.setPersistently("Good morning", at: clock() + span, for: couple.pair)
        ledger.note { $0.accepted(accepted.id, due: accepted.time) }
        return accepted.id
    }

    /// Waits for the first ring; gives up after 20 s, which the ledger will show.
    private func awaitRing(of id: AlarmID) async throws {
        for _ in 0..<2000 where ledger.ask({ $0.rings(of: id) }) == 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// Reads the time of day.
typealias PhoneClockReading = @Sendable () -> Instant
