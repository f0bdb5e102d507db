extension RecurrenceRule {
    /// Reads a rule such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE`, in upper or lower case, parts in any order.
    ///
    /// `UNTIL` may be an instant in UTC, a local time or a date. The prefix `RRULE:` is not part of a rule.
    ///
    /// - Throws: which part is wrong, and what to write instead.
    public init(_ text: some StringProtocol) throws(RecurrenceRuleError) {
        var values: [RecurrenceRuleError.Part: String] = [:]
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty else { throw .malformedPart(excerpt(part)) }
            guard let name = RecurrenceRuleError.Part(rawValue: upperCase(pair[0])) else {
                throw .unknownPart(excerpt(pair[0]))
            }
            guard values.updateValue(upperCase(pair[1]), forKey: name) == nil else { throw .duplicatePart(name) }
        }
        guard let frequencyText = values[.frequency] else { throw .missingFrequency }
        guard let frequency = Frequency(rawValue: frequencyText) else {
            throw .invalidValue(.frequency, value: excerpt(frequencyText))
        }
        let reader = ValueReader(values: values)
        try self.init(
            frequency,
            interval: reader.number(.interval) ?? 1,
            months: reader.numbers(.byMonth),
            monthDays: reader.numbers(.byMonthDay),
            weekdays: reader.weekdays(),
            hours: reader.numbers(.byHour),
            minutes: reader.numbers(.byMinute),
            end: reader.end(),
            weekStart: reader.weekStart()
        )
    }

    private struct ValueReader {
        let values: [RecurrenceRuleError.Part: String]

        func number(_ part: RecurrenceRuleError.Part) throws(RecurrenceRuleError) -> Int? {
            guard let text = values[part] else { return nil }
            return try integer(text, of: part)
        }

        func numbers(_ part: RecurrenceRuleError.Part) throws(RecurrenceRuleError) -> [Int] {
            var numbers: [Int] = []
            for item in items(part) {
                numbers.append(try integer(item, of: part))
            }
            return numbers
        }

        func weekdays() throws(RecurrenceRuleError) -> [WeekdaySelector] {
            var selectors: [WeekdaySelector] = []
            for item in items(.byDay) {
                guard let weekday = Weekday(recurrenceCode: item.suffix(2)) else {
                    throw .invalidValue(.byDay, value: excerpt(item))
                }
                let ordinal = item.dropLast(2)
                selectors.append(
                    WeekdaySelector(weekday, ordinal: ordinal.isEmpty ? nil : try integer(ordinal, of: .byDay))
                )
            }
            return selectors
        }

        func weekStart() throws(RecurrenceRuleError) -> Weekday {
            guard let text = values[.weekStart] else { return .monday }
            guard let weekday = Weekday(recurrenceCode: text) else {
                throw .invalidValue(.weekStart, value: excerpt(text))
            }
            return weekday
        }

        func end() throws(RecurrenceRuleError) -> End {
            guard let text = values[.until] else {
                return try number(.count).map(End.count) ?? .never
            }
            guard values[.count] == nil else { throw .countWithUntil }
            guard let limit = Limit(text) else { throw .invalidValue(.until, value: excerpt(text)) }
            return .until(limit)
        }

        private func items(_ part: RecurrenceRuleError.Part) -> [Substring] {
            values[part]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        }

        /// Reads a sign and one to five digits; more would be out of any part's range, and might not fit an `Int`.
        private func integer(
            _ text: some StringProtocol,
            of part: RecurrenceRuleError.Part
        ) throws(RecurrenceRuleError) -> Int {
            let digits = text.utf8.first.map { "+-".utf8.contains($0) } == true ? text.dropFirst() : text[...]
            guard 1...5 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let value = Int(text)
            else { throw .invalidValue(part, value: excerpt(text)) }
            return value
        }
    }
}

/// The text with ASCII letters in upper case and no others changed, so that `ſu`, with a long s, does not become
/// Sunday.
private func upperCase(_ text: some StringProtocol) -> String {
    let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
    return String(decoding: text.utf8.map { lower.contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
}

/// The start of a text from outside, short enough for an error.
private func excerpt(_ text: some StringProtocol) -> String {
    text.count > 40 ? "\(text.prefix(40))…" : String(text)
}
