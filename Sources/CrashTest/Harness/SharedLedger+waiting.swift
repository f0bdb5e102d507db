import AlarmCore
import DeviceSimulator

extension SharedLedger {
    /// Waits until nothing more is promised, at most `limit` after the last promise.
    ///
    /// `isBusy` returns whether somebody is doing something that may lead to another promise.
    func waitUntilIdle(by clock: PhoneClock, within limit: Span, isBusy: @Sendable () -> Bool) async throws {
        repeat {
            while canStillSettle(by: clock, within: limit) { try await Task.sleep(for: .milliseconds(50)) }
            // Allows a moment for anything that should not come.
            try await Task.sleep(for: .milliseconds(500))
        } while isBusy() || canStillSettle(by: clock, within: limit)
    }

    private func canStillSettle(by clock: PhoneClock, within limit: Span) -> Bool {
        guard let last = ask(\.lastPromise), !ask(\.isSettled) else { return false }
        return clock.now() < last + limit
    }
}
