/// Reads one timestamp from left to right.
///
/// Everything up to the reported position is ASCII, so that byte offsets are character positions.
struct ISO8601Scanner {
    private let text: [UInt8]
    private var index = 0

    init(_ text: some StringProtocol) {
        self.text = Array(text.utf8)
    }

    private var position: Int { index + 1 }
    private var current: UInt8? { index < text.count ? text[index] : nil }

    mutating func timestamp() throws(ISO8601Error) -> Timestamp {
        let date = try date()
        try separator("T", orLowerCase: true)
        let clock = try clock()
        guard let character = current else {
            guard clock.second < 60 else { throw .notALeapSecond(position: clock.secondPosition) }
            return .local(LocalDateTime(date: date, time: clock.time))
        }
        let offset = try offset(startingWith: character)
        guard index == text.count else { throw .trailingText(position: position) }
        let instant = LocalDateTime(date: date, time: clock.time).instant(secondsEast: offset)
        guard clock.second == 60 else { return .instant(instant) }
        // `clock.time` holds second 59 in its place.
        let utc = LocalDateTime(at: instant, secondsEast: 0)
        guard utc.time.secondOfDay == 86_399, utc.date.adding(days: 1).day == 1 else {
            throw .notALeapSecond(position: clock.secondPosition)
        }
        return .instant(instant + .seconds(1))
    }

    /// The position at which an offset would stand, for errors about a missing or superfluous one.
    static func offsetPosition(in text: some StringProtocol) -> Int {
        let index = text.utf8.dropFirst(19).firstIndex { character in
            character != UInt8(ascii: ".") && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
        }
        return text.utf8.distance(from: text.utf8.startIndex, to: index ?? text.utf8.endIndex) + 1
    }

    private mutating func date() throws(ISO8601Error) -> LocalDate {
        let year = try number(.year, digits: 4, in: 0...9999)
        try separator("-")
        let month = try number(.month, digits: 2, in: 1...12)
        try separator("-")
        let dayPosition = position
        let lastDay = LocalDate.length(ofMonth: month, in: year)
        let day = try number(.day, digits: 2, in: 1...lastDay)
        guard let date = LocalDate(year: year, month: month, day: day) else {
            throw .outOfRange(.day, value: day, allowed: 1...lastDay, position: dayPosition)
        }
        return date
    }

    private mutating func clock() throws(ISO8601Error) -> (time: LocalTime, second: Int, secondPosition: Int) {
        let hourPosition = position
        let hour = try number(.hour, digits: 2, in: 0...23)
        try separator(":")
        let minute = try number(.minute, digits: 2, in: 0...59)
        try separator(":")
        let secondPosition = position
        let second = try number(.second, digits: 2, in: 0...60)
        let millisecond = try fraction()
        guard let time = LocalTime(hour: hour, minute: minute, second: min(second, 59), millisecond: millisecond) else {
            throw .outOfRange(.hour, value: hour, allowed: 0...23, position: hourPosition)
        }
        return (time, second, secondPosition)
    }

    private mutating func fraction() throws(ISO8601Error) -> Int {
        guard current == UInt8(ascii: ".") else { return 0 }
        index += 1
        var millisecond = try digit(of: .fraction) * 100
        var weight = 10
        while let character = current, let value = ISO8601Scanner.value(of: character) {
            millisecond += value * weight
            weight /= 10
            index += 1
        }
        return millisecond
    }

    private mutating func offset(startingWith character: UInt8) throws(ISO8601Error) -> Int {
        let sign: Int
        switch character {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            index += 1
            return 0
        case UInt8(ascii: "+"): sign = 1
        case UInt8(ascii: "-"): sign = -1
        default: throw .invalidOffset(position: position)
        }
        index += 1
        let hours = try number(.offsetHour, digits: 2, in: 0...23)
        try separator(":")
        let minutes = try number(.offsetMinute, digits: 2, in: 0...59)
        return sign * (hours * 60 + minutes) * 60
    }

    private mutating func separator(
        _ separator: Unicode.Scalar,
        orLowerCase: Bool = false
    ) throws(ISO8601Error) {
        let upper = UInt8(ascii: separator)
        guard let character = current, character == upper || (orLowerCase && character == upper | 0x20) else {
            throw .expectedSeparator(Character(separator), position: position)
        }
        index += 1
    }

    private mutating func number(
        _ field: ISO8601Error.Field,
        digits: Int,
        in allowed: ClosedRange<Int>
    ) throws(ISO8601Error) -> Int {
        let start = position
        var value = 0
        for _ in 0..<digits {
            value = try value * 10 + digit(of: field)
        }
        guard allowed.contains(value) else {
            throw .outOfRange(field, value: value, allowed: allowed, position: start)
        }
        return value
    }

    private mutating func digit(of field: ISO8601Error.Field) throws(ISO8601Error) -> Int {
        guard let character = current, let value = ISO8601Scanner.value(of: character) else {
            throw .expectedDigit(of: field, position: position)
        }
        index += 1
        return value
    }

    private static func value(of character: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) ? Int(character - UInt8(ascii: "0")) : nil
    }
}
