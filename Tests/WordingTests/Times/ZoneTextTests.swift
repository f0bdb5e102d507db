import AlarmCore
import Testing

@testable import Wording

@Suite("The name of an offset")
struct ZoneTextTests {
    @Test(
        "An abbreviation with letters stands as it is, a numeric or misleading one becomes an offset",
        arguments: [
            ("America/Los_Angeles", "2026-01-12T12:00:00Z", "PST"),
            ("America/Los_Angeles", "2026-07-12T12:00:00Z", "PDT"),
            ("Europe/Berlin", "2026-07-12T12:00:00Z", "CEST"),
            ("America/Chicago", "2026-01-12T12:00:00Z", "CST"),
            ("Asia/Taipei", "2026-01-12T12:00:00Z", "GMT+8"),
            ("Asia/Shanghai", "2026-01-12T12:00:00Z", "GMT+8"),
            ("America/Havana", "2026-01-12T12:00:00Z", "GMT-5"),
            ("Asia/Manila", "2026-01-12T12:00:00Z", "GMT+8"),
            ("Asia/Kolkata", "2026-01-12T12:00:00Z", "IST"),
            ("Asia/Jerusalem", "2026-01-12T12:00:00Z", "GMT+2"),
            ("Asia/Singapore", "2026-01-12T12:00:00Z", "GMT+8"),
            ("Asia/Kathmandu", "2026-01-12T12:00:00Z", "GMT+5:45"),
            ("America/Sao_Paulo", "2026-01-12T12:00:00Z", "GMT-3"),
            ("America/St_Johns", "2026-01-12T12:00:00Z", "NST"),
            ("Asia/Tokyo", "2026-01-12T12:00:00Z", "JST"),
        ]
    )
    func names(zone: String, moment: String, name: String) throws {
        let offset = try Zones.zone(zone).offset(at: Instant(iso8601: moment))
        #expect(ZoneText.name(of: offset) == name)
    }

    @Test("A fixed offset has no abbreviation and is named by its size")
    func namesFixedOffsets() {
        #expect(ZoneText.name(of: ZoneRules.fixed(secondsEast: 0).offset(at: Samples.at)) == "GMT")
        #expect(ZoneText.name(of: ZoneRules.fixed(secondsEast: -12_600).offset(at: Samples.at)) == "GMT-3:30")
        #expect(ZoneText.name(of: ZoneRules.fixed(secondsEast: 300).offset(at: Samples.at)) == "GMT+0:05")
        #expect(ZoneText.name(of: ZoneRules.utc.offset(at: Samples.at)) == "UTC")
    }

    @Test("Among all zones, no name stands for two offsets")
    func isUnambiguous() throws {
        var offsets: [String: Set<Int>] = [:]
        for name in try Zones.names() {
            let zone = try Zones.zone(name)
            for month in 0..<12 {
                let offset = zone.offset(at: Samples.at + .days(Int64(month) * 30))
                offsets[ZoneText.name(of: offset), default: []].insert(offset.secondsEast)
            }
        }
        #expect(offsets.count > 40)
        #expect(offsets.filter { $0.value.count > 1 }.isEmpty)
    }
}
