/// The stillness of one of a dweller's days.
public struct WellnessDay: Hashable, Sendable {
    /// The day, on the dweller's calendar.
    public let date: LocalDate
    /// The longest time of the day without activity, not counting time that was not watched; never negative.
    public let stillness: Span

    /// Makes a day.
    public init(date: LocalDate, stillness: Span) {
        self.date = date
        self.stillness = max(stillness, .zero)
    }

    /// Measures a whole day from its signs of activity, in any order; nil for a day whose beginning was not watched.
    ///
    /// The day runs from midnight to midnight in `zone`, 23 to 25 hours where clocks change; activity outside it is
    /// ignored. A day without any activity is as still as it is long, less the quiet hours and the relay's absences.
    ///
    /// - Parameters:
    ///   - date: the day.
    ///   - activity: the signs of activity; those outside the day are ignored.
    ///   - opening: the start of complete records: the first sign, or the end of a pause.
    ///   - quietHours: the dweller's quiet hours, if any.
    ///   - absences: the relay's absences.
    ///   - zone: the dweller's time zone.
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
