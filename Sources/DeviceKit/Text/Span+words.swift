import AlarmCore

extension Span {
    /// The span in the largest unit of which it has at least two, rounded up: "40 seconds", "90 minutes".
    var inWords: String {
        let units: [(span: Span, one: String)] = [(.days(1), "day"), (.hours(1), "hour"), (.minutes(1), "minute")]
        let unit = units.first { self >= $0.span * 2 } ?? (.seconds(1), "second")
        let (count, rest) = milliseconds.quotientAndRemainder(dividingBy: unit.span.milliseconds)
        let whole = max(rest > 0 ? count + 1 : count, 1)
        return "\(whole) \(unit.one)\(whole == 1 ? "" : "s")"
    }
}
