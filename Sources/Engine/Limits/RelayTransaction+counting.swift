import AlarmCore
package import AlarmWire
import Storage

/// To whom the state of a limit is told.
package enum QuotaAudience: Sendable {
    /// To whoever it limits, with every answer.
    case everybody
    /// To whom it refuses alone: it counts what others do as well, which nobody else has to know.
    case refused
}

extension RelayTransaction {
    /// Counts `amount` changes under `key` against the limit of an hour.
    ///
    /// `name` says what is counted, as in `questions`; the answer tells the state of `questions-per-hour`.
    ///
    /// - Throws: `refusal` beyond the limit, which rolls the count back with the transaction.
    package func count(
        _ amount: Int = 1,
        as name: String,
        under key: String,
        perHour: Int,
        refusal: @autoclosure () -> Problem
    ) throws {
        try transaction.count(
            amount,
            under: key,
            within: .hours(1),
            limit: perHour,
            at: now,
            noting: { self.note($0, as: name, to: .everybody) },
            refusal: refusal()
        )
    }

    /// Counts `amount` changes under `key` against the limits of an hour and of a day, in one value.
    ///
    /// A day's limit below the hour's, as where an operator has raised that alone, counts as the hour's.
    ///
    /// `name` says what is counted, as in `invites`; the answer tells the states of `invites-per-hour` and of
    /// `invites-per-day`, to the `audience`.
    ///
    /// - Throws: `refusal` of the limit that is reached, which rolls the counts back with the transaction.
    package func count(
        _ amount: Int = 1,
        as name: String,
        under key: String,
        perHour: Int,
        perDay: Int,
        tellingOf audience: QuotaAudience = .everybody,
        refusal: (_ limit: Int, _ unit: String) -> Problem
    ) throws {
        try transaction.count(
            amount,
            under: key,
            perHour: perHour,
            perDay: perDay,
            at: now,
            noting: { self.note($0, as: name, to: audience) },
            refusal: refusal
        )
    }

    /// Notes the state of a limit for the answer, under the name of what is counted and the window's.
    package func note(_ state: QuotaState, as name: String, to audience: QuotaAudience = .everybody) {
        guard let quotas, audience == .everybody || state.isRefused else { return }
        var state = state
        state.name = name + (state.window == .days(1) ? "-per-day" : "-per-hour")
        quotas.note(state)
    }
}
