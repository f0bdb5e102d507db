extension RecurrenceRule.Limit {
    /// Reads the basic format of ISO 8601 that RFC 5545 uses: `20251231T235959Z`, `20251231T235959` or `20251231`.
    init?(_ text: String) {
        let characters = Array(text.utf8)
        guard [8, 15, 16].contains(characters.count) else { return nil }
        var fields: [Int] = []
        for (start, length) in [(0, 4), (4, 2), (6, 2), (9, 2), (11, 2), (13, 2)] where start < characters.count {
            var value = 0
            for character in characters[start..<start + length] {
                guard 0x30...0x39 ~= character else { return nil }
                value = value * 10 + Int(character - 0x30)
            }
            fields.append(value)
        }
        guard let date = LocalDate(year: fields[0], month: fields[1], day: fields[2]) else { return nil }
        guard fields.count == 6 else {
            self = .date(date)
            return
        }
        guard characters[8] == UInt8(ascii: "T"),
            let time = LocalTime(hour: fields[3], minute: fields[4], second: fields[5])
        else { return nil }
        let local = LocalDateTime(date: date, time: time)
        if characters.count == 15 {
            self = .local(local)
        } else {
            guard characters[15] == UInt8(ascii: "Z") else { return nil }
            self = .instant(local.instant(secondsEast: 0))
        }
    }

    /// The limit as `init(_:)` reads it.
    var text: String {
        switch self {
        case .instant(let instant): "\(basic(LocalDateTime(at: instant, secondsEast: 0)))Z"
        case .local(let local): basic(local)
        case .date(let date): basic(date)
        }
    }

    private func basic(_ local: LocalDateTime) -> String {
        let time = local.time
        return "\(basic(local.date))T\(time.hour.padded(to: 2))\(time.minute.padded(to: 2))\(time.second.padded(to: 2))"
    }

    private func basic(_ date: LocalDate) -> String {
        date.iso8601.filter { $0 != "-" }
    }
}
