/// How still a dweller's day was.
public struct WellnessDay: Hashable, Sendable {
    /// The day, on the dweller's calendar.
    public let date: LocalDate
    /// The longest time of the day without activity, not counting what nobody watched; never negative.
    public let stillness: Span

    /// Makes a day.
    public init(date: LocalDate, stillness: Span) {
        self.date = date
        self.stillness = max(stillness, .zero)
    }

    /// Reads a whole day from its signs of activity, in whatever order; nil for one of whose beginning nothing is known.
    ///
    /// The day runs from midnight to midnight in `zone`, 23 to 25 hours where clocks change; what lies outside it does not
    /// matter. A day without any activity is as still as it is long, less the quiet hours and the time for which the relay
    /// was away.
    ///
    /// - Parameters:
    ///   - date: which day.
    ///   - activity: its signs; others do not matter.
    ///   - opening: from when on every sign was noted: the first one, or the end of a pause.
    ///   - quietHours: the dweller's, if they have any.
    ///   - absences: when the relay was away.
    ///   - zone: where the dweller is.
    public init?(
        date: LocalDate,
        activity: some Sequence<Instant>,
        watchedFrom opening: Instant,
        quietHours: QuietHours?,
        absences: [Absence] = [],
        in zone: ZoneRules
    ) {
        let start = zone.resolve(LocalDateTime(date: date, time: .midnight)).instant
        let end = zone.resolve(LocalDateTime(date: date.adding(days: 1), time: .midnight)).instant
        guard start >= opening else { return nil }
        let signs = activity.filter { start < $0 && $0 < end }.sorted() + [end]
        let away = absences.filter { $0.length > .zero }.map { $0.from..<$0.until }
        let unwatched = ((quietHours?.spans(around: start, in: zone) ?? []) + away).merged
        var (longest, last) = (Span.zero, start)
        for sign in signs {
            let hidden = unwatched.reduce(Span.zero) { hidden, span in
                hidden + max(min(span.upperBound, sign) - max(span.lowerBound, last), .zero)
            }
            longest = max(longest, sign - last + -hidden)
            last = sign
        }
        self.init(date: date, stillness: longest)
    }
}
