extension RecurrenceRule: CustomStringConvertible {
    /// The canonical text of the rule, which `init(_:)` reads back to an equal one.
    ///
    /// Upper case, parts in a fixed order, values ascending; defaults (`INTERVAL=1`, `WKST=MO`) are left out.
    public var description: String {
        var parts = ["FREQ=\(frequency.rawValue)"]
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        switch end {
        case .never: break
        case .count(let count): parts.append("COUNT=\(count)")
        case .until(let limit): parts.append("UNTIL=\(limit.text)")
        }
        let lists: [(RecurrenceRuleError.Part, [String])] = [
            (.byMonth, months.map(String.init)),
            (.byMonthDay, monthDays.map(String.init)),
            (.byDay, weekdays.map(\.description)),
            (.byHour, hours.map(String.init)),
            (.byMinute, minutes.map(String.init)),
        ]
        for (part, values) in lists where !values.isEmpty {
            parts.append("\(part.rawValue)=\(values.joined(separator: ","))")
        }
        if weekStart != .monday { parts.append("WKST=\(weekStart.recurrenceCode)") }
        return parts.joined(separator: ";")
    }
}

extension WeekdaySelector: CustomStringConvertible {
    /// The selector as `BYDAY` writes it: `MO`, `1MO` or `-1FR`.
    public var description: String {
        (ordinal.map(String.init) ?? "") + weekday.recurrenceCode
    }
}
