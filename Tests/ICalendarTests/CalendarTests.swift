import AlarmCore
import Foundation
import Testing

@testable import ICalendar

@Suite("Alarms as a calendar")
struct CalendarTests {
    /// Every zone of this machine, but for links to others.
    static let zones: [String] = {
        let table = (try? String(contentsOfFile: "/usr/share/zoneinfo/tzdata.zi", encoding: .utf8)) ?? ""
        return table.split(separator: "\n").filter { $0.hasPrefix("Z ") }.map { String($0.split(separator: " ")[1]) }
    }()

    private static func rules(_ name: String) throws -> ZoneRules {
        try ZoneRules(tzif: [UInt8](Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
    }

    private static func daily(
        from first: LocalDateTime,
        in zone: String,
        by rule: String = "FREQ=DAILY",
        remaining: Int? = nil
    ) throws -> CalendarEvent {
        CalendarEvent(
            uid: "a@relay.example.org",
            time: .recurring(
                try RecurrenceRule(rule),
                first: first,
                remaining: remaining,
                zone: zone,
                rules: try rules(zone)
            ),
            summary: "Good morning",
            setAt: Instant(seconds: 1_760_000_000)
        )
    }

    @Test("There are zones to test with")
    func zonesAreThere() {
        #expect(Self.zones.count > 300)
    }

    @Test("A zone's description has the zone's own offset at every time of thirty years", arguments: zones)
    func offsets(zone: String) throws {
        var generator = SystemRandomNumberGenerator()
        let rules = try Self.rules(zone)
        let year = Int.random(in: 1995...2040, using: &generator)
        let month = Int.random(in: 1...12, using: &generator)
        let first = try #require(LocalDateTime(year: year, month: month, day: 5, hour: 12, minute: 5))
        let start = rules.resolve(first).instant
        let text = CalendarDocument(name: "x", events: [try Self.daily(from: first, in: zone)]).text
        let component = try #require(try ParsedCalendar(text).root.parts("VTIMEZONE").first)
        #expect(component["TZID"] == [zone])
        let end = start + .days(30 * 365)
        var times = rules.changes(after: start, through: end).flatMap { [$0 - .seconds(1), $0] }
        times += [start, end]
        for time in times where time >= start {
            let told = try component.offset(at: time)
            #expect(told == rules.offset(at: time).secondsEast, "\(zone) from \(year)-\(month) at \(time.seconds)")
        }
    }

    @Test("A zone with a yearly rule is described by two rules, whatever the year")
    func short() throws {
        for zone in ["Europe/Berlin", "America/New_York", "Australia/Sydney"] {
            let first = try #require(LocalDateTime(year: 2030, month: 1, day: 5, hour: 7, minute: 0))
            let text = CalendarDocument(name: "x", events: [try Self.daily(from: first, in: zone)]).text
            let parts = try #require(try ParsedCalendar(text).root.parts("VTIMEZONE").first).parts
            #expect(parts.map(\.name).sorted() == ["DAYLIGHT", "STANDARD"], "\(text)")
            #expect(parts.allSatisfy { $0["RRULE"].count == 1 && $0["RDATE"].isEmpty }, "\(text)")
        }
    }

    @Test(
        "The end of a rule is a count of what is left, or a time in UTC",
        arguments: [
            ("FREQ=DAILY", nil, "FREQ=DAILY"),
            ("FREQ=DAILY;COUNT=9", 4, "FREQ=DAILY;COUNT=4"),
            ("FREQ=DAILY;UNTIL=20300201T120000Z", nil, "FREQ=DAILY;UNTIL=20300201T120000Z"),
            ("FREQ=DAILY;UNTIL=20300701T070000", nil, "FREQ=DAILY;UNTIL=20300701T050000Z"),
            ("FREQ=WEEKLY;BYDAY=MO;UNTIL=20300201;WKST=SU", nil, "FREQ=WEEKLY;BYDAY=MO;WKST=SU;UNTIL=20300201T225959Z"),
        ] as [(String, Int?, String)]
    )
    func ends(rule: String, remaining: Int?, written: String) throws {
        let first = try #require(LocalDateTime(year: 2030, month: 1, day: 7, hour: 7, minute: 0))
        let event = try Self.daily(from: first, in: "Europe/Berlin", by: rule, remaining: remaining)
        let text = CalendarDocument(name: "x", events: [event]).text
        #expect(try ParsedCalendar(text).root.parts("VEVENT").first?["RRULE"] == [written])
    }

    @Test("Any words come back as they were, but for control characters, in lines that no program refuses")
    func words() throws {
        var seed = UInt64.random(in: .min ... .max)
        let printed = seed
        func next(_ bound: UInt64) -> UInt64 {
            // SplitMix64, so that a printed seed says it all.
            seed &+= 0x9E37_79B9_7F4A_7C15
            var value = seed
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return (value ^ value >> 31) % bound
        }
        func mayStand(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "\n" || scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F
        }
        let odd: [Unicode.Scalar] = [
            "\\", ";", ",", "\n", "\r", "\t", ":", " ", "\u{0}", "\u{7F}", "❤", "\u{FE0F}", "⏰",
        ]
        for _ in 0..<500 {
            var words = ""
            for _ in 0..<next(200) {
                let any = Unicode.Scalar(UInt32(next(0x2FFFF))) ?? "x"
                words.unicodeScalars.append(next(3) == 0 ? any : odd[Int(next(UInt64(odd.count)))])
            }
            let epoch = Instant(seconds: 0)
            let event = CalendarEvent(uid: "a@b", time: .once(epoch), summary: words, details: words, setAt: epoch)
            let parsed = try ParsedCalendar(CalendarDocument(name: words, events: [event]).text)
            var kept: [Unicode.Scalar] = []
            var former: Unicode.Scalar?
            for scalar in words.unicodeScalars {
                let isSecondOfBreak = former == "\r" && scalar == "\n"
                let written: Unicode.Scalar = scalar == "\r" ? "\n" : scalar
                if !isSecondOfBreak, mayStand(written) { kept.append(written) }
                former = scalar
            }
            let found = try #require(parsed.root.parts("VEVENT").first)
            for value in parsed.root["NAME"] + found["SUMMARY"] + found["DESCRIPTION"] {
                let read = Array(try ParsedCalendar.unescaped(value).unicodeScalars)
                #expect(read == kept, "seed \(printed)")
            }
        }
    }

    @Test("A moved occurrence names the nominal one in the zone of its series, whose rule it does not repeat")
    func moved() throws {
        let first = try #require(LocalDateTime(year: 2030, month: 1, day: 7, hour: 7, minute: 0))
        let series = try Self.daily(from: first, in: "Europe/Berlin")
        var moved = series
        moved.time = .moved(from: first, zone: "Europe/Berlin", to: Instant(seconds: 1_893_996_600))
        let root = try ParsedCalendar(CalendarDocument(name: "x", events: [series, moved]).text).root
        let events = root.parts("VEVENT")
        #expect(events.map { $0["UID"] } == [["a@relay.example.org"], ["a@relay.example.org"]])
        #expect(events.map { $0["RECURRENCE-ID"] } == [[], ["20300107T070000"]])
        #expect(events[1].lines.first { $0.name == "RECURRENCE-ID" }?.parameters == ["TZID": "Europe/Berlin"])
        #expect(events[1]["DTSTART"] == ["20300107T061000Z"])
        #expect(events[1]["RRULE"].isEmpty)
        #expect(root.parts("VTIMEZONE").count == 1)
    }

    @Test("A single alarm is an event at its time in UTC, without a zone")
    func once() throws {
        let event = CalendarEvent(
            uid: "a@b",
            time: .once(Instant(seconds: 1_799_999_999)),
            summary: "Airport",
            setAt: Instant(seconds: 1_760_000_000),
            changes: 2,
            isCertain: false
        )
        let text = CalendarDocument(name: "x", refreshInterval: .minutes(15), events: [event]).text
        let root = try ParsedCalendar(text).root
        #expect(root.parts.map(\.name) == ["VEVENT"])
        #expect(root["REFRESH-INTERVAL"] == ["PT900S"])
        let found = root.parts[0]
        #expect(found["DTSTART"] == ["20270115T075959Z"])
        #expect(found["DTSTAMP"] == ["20251009T085320Z"])
        #expect(found["SEQUENCE"] == ["2"])
        #expect(found["STATUS"] == ["TENTATIVE"])
    }
}
