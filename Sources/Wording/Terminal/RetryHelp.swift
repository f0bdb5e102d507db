package import AlarmCore

/// What somebody reads at a terminal whose request came too soon after others.
package enum RetryHelp {
    /// That there were too many requests, where no more is known of the reason.
    package static func tooMany(in language: Language) -> String { language.phrase(.terminalTooMany).text }

    /// When to try again.
    ///
    /// - Parameters:
    ///   - wait: the time until the same can succeed; written in whole seconds below a minute, in minutes below a day,
    ///     and in hours from there on, always rounded up, so that nobody tries again too early.
    ///   - language: the reader's.
    /// - Returns: one sentence.
    package static func tryAgain(after wait: Span, in language: Language) -> String {
        let unit: Span = wait >= .days(1) ? .hours(1) : wait >= .minutes(1) ? .minutes(1) : .seconds(1)
        let (count, rest) = wait.milliseconds.quotientAndRemainder(dividingBy: unit.milliseconds)
        let units = max(rest > 0 ? count + 1 : count, 1)
        return language.phrase(.terminalTryAgain, [.duration: .span(unit * units)]).text
    }
}
