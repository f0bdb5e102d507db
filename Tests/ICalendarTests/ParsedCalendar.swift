import AlarmCore

/// A calendar read strictly, as a program that subscribes to it would.
struct ParsedCalendar {
    /// What is wrong with the text.
    struct Violation: Error {
        let reason: String
    }

    /// A line without its fold: name, parameters and value, still escaped.
    struct Line {
        var name: String
        var parameters: [String: String]
        var value: String
    }

    /// What stands between a `BEGIN` and its `END`.
    final class Component {
        let name: String
        var lines: [Line] = []
        var parts: [Component] = []

        init(_ name: String) { self.name = name }

        /// The values of a property, as they stand.
        subscript(name: String) -> [String] { lines.filter { $0.name == name }.map(\.value) }

        /// The components of a kind.
        func parts(_ name: String) -> [Component] { parts.filter { $0.name == name } }
    }

    let root: Component

    init(_ text: String) throws {
        guard text.hasSuffix("\r\n") else { throw Violation(reason: "the last line has no end") }
        var lines: [String] = []
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            guard line.last == "\r" else { throw Violation(reason: "a line break is no CRLF") }
            let line = line.dropLast()
            guard String(line).utf8.count <= 75 else { throw Violation(reason: "longer than 75 octets: \(line)") }
            guard line.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }) else {
                throw Violation(reason: "a control character: \(line)")
            }
            if line.first == " " {
                guard !lines.isEmpty else { throw Violation(reason: "a fold at the start") }
                lines[lines.count - 1].unicodeScalars += line.dropFirst()
            } else {
                lines.append(String(line))
            }
        }
        var open: [Component] = []
        for text in lines {
            let line = try Self.line(text)
            switch line.name {
            case "BEGIN":
                let part = Component(line.value)
                open.last?.parts.append(part)
                open.append(part)
            case "END":
                guard let part = open.last, part.name == line.value else {
                    throw Violation(reason: "\(text) ends nothing")
                }
                guard open.count > 1 else {
                    root = part
                    guard text == lines.last else { throw Violation(reason: "more after the calendar") }
                    return
                }
                open.removeLast()
            default:
                guard let part = open.last else { throw Violation(reason: "\(text) is outside") }
                part.lines.append(line)
            }
        }
        throw Violation(reason: "the calendar has no end")
    }

    private static func line(_ text: String) throws -> Line {
        // By scalars: a mark after the colon would make one character of both.
        guard let colon = text.unicodeScalars.firstIndex(of: ":") else { throw Violation(reason: "no colon: \(text)") }
        let names = text[..<colon].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let isName = names[0].utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
        guard isName, !names[0].isEmpty else { throw Violation(reason: "no name: \(text)") }
        var parameters: [String: String] = [:]
        for name in names.dropFirst() {
            let pair = name.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { throw Violation(reason: "no parameter: \(name)") }
            parameters[pair[0]] = pair[1]
        }
        return Line(name: names[0], parameters: parameters, value: String(text.unicodeScalars[colon...].dropFirst()))
    }

    /// A text value without its escapes.
    static func unescaped(_ value: String) throws -> String {
        var result = ""
        var scalars = value.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "\\":
                switch scalars.next() {
                case "n", "N": result += "\n"
                case let next? where "\\;,".unicodeScalars.contains(next): result.unicodeScalars.append(next)
                default: throw Violation(reason: "a wrong escape in \(value)")
                }
            case ";", ",": throw Violation(reason: "an unescaped \(scalar) in \(value)")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension ParsedCalendar.Component {
    /// The offset of a VTIMEZONE at `instant`: that of the observance that began last (RFC 5545, section 3.6.5).
    func offset(at instant: Instant) throws -> Int? {
        var latest: (onset: Instant, offset: Int)?
        for part in parts {
            let from = try Self.seconds(part["TZOFFSETFROM"][0])
            for onset in try part.onsets(through: instant, west: from) where onset <= instant {
                if latest.map({ $0.onset < onset }) ?? true {
                    latest = (onset, try Self.seconds(part["TZOFFSETTO"][0]))
                }
            }
        }
        return latest?.offset
    }

    private func onsets(through end: Instant, west offset: Int) throws -> [Instant] {
        let clock = ZoneRules.fixed(secondsEast: offset)
        let listed = (self["DTSTART"] + self["RDATE"].flatMap { $0.split(separator: ",").map(String.init) })
        let times = try listed.map(Self.time)
        let instants = times.map { clock.resolve($0).instant }
        guard let text = self["RRULE"].first else { return instants }
        let yearly = Recurrence(rule: try RecurrenceRule(text), start: times[0], zone: clock)
        guard yearly.occurrences().prefix(1).first(where: { _ in true })?.nominal == times[0] else {
            throw ParsedCalendar.Violation(reason: "an observance does not begin by its rule")
        }
        return instants + yearly.occurrences().lazy.prefix { $0.instant <= end }.map(\.instant)
    }

    /// Reads a local time.
    static func time(_ text: String) throws -> LocalDateTime {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 15 || digits.count == 16 else {
            throw ParsedCalendar.Violation(reason: "no time: \(text)")
        }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        guard
            let time = LocalDateTime(
                year: number(0..<4),
                month: number(4..<6),
                day: number(6..<8),
                hour: number(9..<11),
                minute: number(11..<13),
                second: number(13..<15)
            )
        else { throw ParsedCalendar.Violation(reason: "no time: \(text)") }
        return time
    }

    private static func seconds(_ text: String) throws -> Int {
        let digits = text.dropFirst().compactMap(\.wholeNumberValue)
        guard digits.count == 4 || digits.count == 6 else {
            throw ParsedCalendar.Violation(reason: "no offset: \(text)")
        }
        let parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let size = parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
        return text.hasPrefix("-") ? -size : size
    }
}
