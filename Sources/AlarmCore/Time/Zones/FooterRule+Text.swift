extension FooterRule {
    /// Reads a TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`, or nil if it is none.
    ///
    /// - Parameters:
    ///   - text: the string, in ASCII.
    ///   - extended: whether times of change may run from -167 to 167 hours (TZif version 3 on) instead of 0 to 24.
    init?(_ text: some Collection<UInt8>, extended: Bool) {
        var scanner = Scanner(rest: Array(text)[...], extended: extended)
        guard let rule = scanner.rule(), scanner.rest.isEmpty else { return nil }
        self = rule
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>
        let extended: Bool

        mutating func rule() -> FooterRule? {
            guard let name = abbreviation(), let west = time(hours: 0...24), let standard = offset(-west, name)
            else { return nil }
            guard !rest.isEmpty else { return FooterRule(standard: standard) }
            guard let daylightName = abbreviation() else { return nil }
            var east = standard.secondsEast + 3600
            if rest.first != UInt8(ascii: ",") {
                guard let west = time(hours: 0...24) else { return nil }
                east = -west
            }
            // Without the two changes the rule would be implementation-defined (POSIX); zone files always have them.
            guard let daylight = offset(east, daylightName, isDaylightSaving: true), let start = change(),
                let end = change()
            else { return nil }
            return FooterRule(
                standard: standard,
                daylightSaving: DaylightSaving(offset: daylight, start: start, end: end)
            )
        }

        private func offset(_ east: Int, _ abbreviation: String, isDaylightSaving: Bool = false) -> ZoneOffset? {
            guard ZoneOffset.allowed.contains(east) else { return nil }
            return ZoneOffset(secondsEast: east, isDaylightSaving: isDaylightSaving, abbreviation: abbreviation)
        }

        /// Three or more letters, or letters, digits and signs between angle brackets.
        private mutating func abbreviation() -> String? {
            let name: ArraySlice<UInt8>
            if take("<") {
                name = rest.prefix { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
                rest = rest[name.endIndex...]
                guard take(">") else { return nil }
            } else {
                name = rest.prefix(while: isLetter)
                rest = rest[name.endIndex...]
            }
            return name.count >= 3 ? String(decoding: name, as: UTF8.self) : nil
        }

        private mutating func change() -> Change? {
            guard take(","), let day = day() else { return nil }
            guard take("/") else { return Change(day: day, seconds: 7200) }
            guard extended || rest.first.map(isDigit) == true else { return nil }
            return time(hours: extended ? 0...167 : 0...24).map { Change(day: day, seconds: $0) }
        }

        private mutating func day() -> Day? {
            if take("J") { return number(in: 1...365).map(Day.withoutLeapDay) }
            guard take("M") else { return number(in: 0...365).map(Day.withLeapDay) }
            guard let month = number(in: 1...12), take("."), let week = number(in: 1...5), take("."),
                let weekday = number(in: 0...6)
            else { return nil }
            return .weekday(month: month, week: week, weekday: weekday)
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        private mutating func time(hours: ClosedRange<Int>) -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard let hour = number(in: hours) else { return nil }
            var seconds = hour * 3600
            for unit in [60, 1] where take(":") {
                guard let value = number(in: 0...59) else { return nil }
                seconds += value * unit
            }
            return isNegative ? -seconds : seconds
        }

        private mutating func number(in allowed: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix(while: isDigit)
            guard 1...3 ~= digits.count else { return nil }
            rest = rest[digits.endIndex...]
            let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return allowed.contains(value) ? value : nil
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        private func isDigit(_ character: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
        }

        private func isLetter(_ character: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character | 0x20)
        }
    }
}
