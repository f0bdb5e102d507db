import AlarmCore
import Foundation
import Testing

@Suite("TZif files")
struct TZifTests {
    private let twoTypes = [
        TZifBuilder.LocalTimeType(seconds: -600),
        TZifBuilder.LocalTimeType(seconds: 3600, isDaylightSaving: 1, abbreviationIndex: 1),
    ]

    @Test("A version 1 file holds its last offset for ever")
    func version1() throws {
        let file = TZifBuilder(version: 0, times: [-5, 1000], kinds: [1, 0], types: twoTypes)
        let zone = try ZoneRules(tzif: file.bytes)
        #expect(zone.offset(at: Instant(seconds: -6)).secondsEast == -600)
        #expect(zone.offset(at: Instant(milliseconds: -5001)).secondsEast == -600)
        #expect(zone.offset(at: Instant(seconds: -5)).secondsEast == 3600)
        #expect(zone.offset(at: Instant(seconds: 0)).abbreviation == "TC")
        #expect(zone.offset(at: Instant(seconds: 0)).isDaylightSaving)
        #expect(zone.offset(at: Instant(milliseconds: .max)).secondsEast == -600)
        #expect(zone.offset(at: Instant(milliseconds: .min)).secondsEast == -600)
    }

    @Test(
        "The footer takes over after the last listed transition",
        arguments: ["2", "3", "4", "5"] as [Unicode.Scalar]
    )
    func footerTakesOver(version: Unicode.Scalar) throws {
        let file = TZifBuilder(
            version: UInt8(ascii: version),
            times: [0],
            kinds: [1],
            types: twoTypes,
            footer: "EST5"
        )
        let zone = try ZoneRules(tzif: file.bytes)
        #expect(zone.offset(at: Instant(seconds: -1)).secondsEast == -600)
        #expect(zone.offset(at: Instant(seconds: 1)).secondsEast == -18_000)
    }

    @Test("An empty footer leaves the last offset in force; what follows the footer is skipped")
    func emptyFooter() throws {
        let file = TZifBuilder(times: [0], kinds: [1], types: twoTypes, footer: "")
        let zone = try ZoneRules(tzif: file.bytes + [1, 2, 3])
        #expect(zone.offset(at: Instant(seconds: 1)).secondsEast == 3600)
    }

    @Test("A broken file is refused with the reason")
    func refusals() {
        let good = TZifBuilder(times: [0, 1], kinds: [0, 1], types: twoTypes)
        func error(_ change: (inout TZifBuilder) -> Void) -> TZifError? {
            var file = good
            change(&file)
            return #expect(throws: TZifError.self) { try ZoneRules(tzif: file.bytes) }
        }
        #expect(error { $0.version = UInt8(ascii: "1") } == .unknownVersion(UInt8(ascii: "1")))
        #expect(error { $0.types = [] } == .invalidCount("local time types"))
        #expect(error { $0.abbreviations = [] } == .invalidCount("abbreviation bytes"))
        #expect(error { $0.standardIndicators = [0] } == .invalidCount("standard indicators"))
        #expect(error { $0.utIndicators = [0] } == .invalidCount("UT indicators"))
        #expect(error { $0.utIndicators = [0, 1] } == .invalidFlag(index: 1))
        #expect(error { $0.standardIndicators = [2, 1] } == .invalidFlag(index: 0))
        #expect(error { $0.leapSeconds = 1 } == .leapSeconds)
        #expect(error { $0.times = [1, 1] } == .unorderedTransitions(index: 1))
        #expect(error { $0.times = [1, -1] } == .unorderedTransitions(index: 1))
        #expect(error { $0.kinds = [0, 2] } == .unknownType(index: 1))
        #expect(error { $0.types[1].seconds = .min } == .offsetOutOfRange(seconds: Int(Int32.min)))
        #expect(error { $0.types[1].seconds = 93_600 } == .offsetOutOfRange(seconds: 93_600))
        #expect(error { $0.types[0].isDaylightSaving = 2 } == .invalidFlag(index: 0))
        #expect(error { $0.types[1].abbreviationIndex = 4 } == .invalidDesignation(index: 1))
        #expect(error { $0.abbreviations = Array("UTC".utf8) } == .invalidDesignation(index: 0))
        #expect(error { $0.abbreviations = [0xFF, 0] } == .invalidDesignation(index: 0))
        #expect(error { $0.footer = "nonsense" } == .invalidFooter("nonsense"))
    }

    @Test("A file that ends early is refused, wherever it ends")
    func truncation() throws {
        let bytes = TZifBuilder(times: [0, 1], kinds: [0, 1], types: twoTypes).bytes
        for length in bytes.indices {
            #expect(throws: TZifError.self, "\(length) bytes") { try ZoneRules(tzif: bytes.prefix(length)) }
        }
        #expect(throws: TZifError.notTZif) { try ZoneRules(tzif: Array("TZdata of another kind".utf8)) }
    }

    @Test("Counts of four thousand million are refused before anything is allocated")
    func hugeCounts() {
        for field in 0..<6 {
            var bytes = TZifBuilder(version: 0).bytes
            bytes.replaceSubrange(20 + field * 4..<24 + field * 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
            #expect(throws: TZifError.self, "count \(field)") { try ZoneRules(tzif: bytes) }
        }
    }

    @Test("A damaged file is refused or gives answers, and never traps", arguments: [41, 42] as [UInt64])
    func damage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let path = "\(InstalledZones.directory)/Pacific/Chatham"
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        let nominal = try local("2026-09-27T02:50:00")
        var refused = 0
        for _ in 0..<200 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // The header and the footer, where a byte means most, get half of the damage.
                let place =
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: Int.random(in: 0..<44, using: &generator)
                    case 1: Int.random(in: bytes.count - 40..<bytes.count, using: &generator)
                    default: Int.random(in: 0..<bytes.count, using: &generator)
                    }
                bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
            }
            guard let zone = try? ZoneRules(tzif: bytes) else {
                refused += 1
                continue
            }
            let instant = zone.resolve(nominal).instant
            #expect(abs((instant - nominal.assumingUTC).milliseconds) < Span.hours(52).milliseconds, "seed \(seed)")
            _ = zone.offset(at: Instant(milliseconds: .max))
            _ = zone.resolve(LocalDateTime(date: LocalDate(daysSinceEpoch: .max), time: .midnight))
        }
        #expect(refused > 20, "seed \(seed)")
    }
}

extension LocalDateTime {
    fileprivate var assumingUTC: Instant { ZoneRules.utc.resolve(self).instant }
}
