import AlarmCore
import AlarmWire
import DeviceKit

extension LocalDevice {
    /// Sets an alarm, under one request name for all repeats, and retries while the relay cannot accept any.
    ///
    /// - Throws: the relay's reason for refusing it.
    func setPersistently(_ text: String, at due: Instant, for pair: PairID) async throws -> AlarmAccepted {
        try await persistently { [self] in try await setOnce(text, at: due, for: pair) }
    }

    private func setOnce(_ text: String, at due: Instant, for pair: PairID) async throws -> AlarmAccepted {
        let id: AlarmID
        do {
            return try await send(text: text, at: due, to: pair)
        } catch {
            guard case .undelivered(let undelivered, _) = error else { throw error }
            id = undelivered
        }
        while true {
            do {
                return try await resend(id)
            } catch {
                guard case .undelivered = error else { throw error }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// Repeats a request while the relay answers that it is temporarily unable, such as when its store has failed.
func persistently<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    while true {
        do {
            return try await body()
        } catch {
            guard (error as? DeviceError)?.problemKind == .unavailable else { throw error }
        }
        try await Task.sleep(for: .milliseconds(20))
    }
}
