/// How still a dweller's day was.
public struct WellnessDay: Hashable, Sendable {
    /// The day, on the dweller's calendar.
    public let date: LocalDate
    /// The longest time of the day without activity, not counting quiet hours; never negative.
    public let stillness: Span

    /// Makes a day.
    public init(date: LocalDate, stillness: Span) {
        self.date = date
        self.stillness = max(stillness, .zero)
    }

    /// Reads a whole day from its signs of activity, in whatever order.
    ///
    /// The day runs from midnight to midnight in `zone`, 23 to 25 hours where clocks change; what lies outside it does not
    /// matter. A day without any activity is as still as it is long, less the quiet hours.
    public init(date: LocalDate, activity: some Sequence<Instant>, quietHours: QuietHours?, in zone: ZoneRules) {
        let start = zone.resolve(LocalDateTime(date: date, time: .midnight)).instant
        let end = zone.resolve(LocalDateTime(date: date.adding(days: 1), time: .midnight)).instant
        let signs = activity.filter { start < $0 && $0 < end }.sorted() + [end]
        let quiet = quietHours?.spans(around: start, in: zone) ?? []
        var (longest, last) = (Span.zero, start)
        for sign in signs {
            let hidden = quiet.reduce(Span.zero) { hidden, span in
                hidden + max(min(span.upperBound, sign) - max(span.lowerBound, last), .zero)
            }
            longest = max(longest, sign - last + -hidden)
            last = sign
        }
        self.init(date: date, stillness: longest)
    }
}
