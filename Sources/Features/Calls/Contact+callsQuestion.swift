import AlarmCore
import AlarmWire
import Engine

extension Contact {
    /// Checks that whoever has the number may be asked about calls again.
    ///
    /// - Throws: the problem `rate-limited` less than `pause` after the last question: each costs, and disturbs.
    func requireCallsQuestion(after pause: Span, at now: Instant) throws {
        guard let asked = callsAskedAt, now - asked < pause else { return }
        throw Problem(
            .rateLimited,
            detail: details.calls
                ? "this number was asked about calls a while ago: agree by the link in the message there, or wait"
                : "this number was asked about calls a while ago, and they were taken back since: wait before it "
                    + "is asked again; text messages go on"
        )
        .after(asked + pause - now)
    }
}
