import AlarmCore
import Foundation
import Testing

@Suite("Recurrence against python-dateutil and zoneinfo")
struct RecurrenceOracleTests {
    private struct Case {
        let name: String
        let zone: ZoneRules
        let rule: RecurrenceRule
        let start: LocalDateTime
    }

    /// Zones with every kind of clock change, and three without.
    private static let zones = [
        // An hour in spring, at two, three or one, on both sides of the equator.
        "Europe/Berlin", "America/New_York", "Australia/Sydney", "Pacific/Auckland", "America/Los_Angeles",
        // Half an hour, two hours, odd quarters of an hour.
        "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Chatham", "America/St_Johns",
        // At midnight, so that a day begins at one.
        "Africa/Cairo", "Asia/Beirut", "America/Santiago", "America/Havana", "America/Asuncion", "America/Sao_Paulo",
        // Clocks put back in winter or in Ramadan and called daylight saving time.
        "Europe/Dublin", "Africa/Casablanca",
        // Another standard time: a day left out, half an hour, to and fro.
        "Pacific/Apia", "Asia/Pyongyang", "Europe/Volgograd", "Asia/Gaza",
        // Nothing for decades.
        "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu",
    ]
    private static let rulesPerZone = 100
    /// The most times of one rule that are compared.
    private static let limit = 20

    @Test(
        "Thousands of random rules ring when python-dateutil and zoneinfo say, most of them about a clock change",
        .enabled(if: Oracle.isNeeded(module: "dateutil")),
        arguments: [81] as [UInt64]
    )
    func randomRules(seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        var cases: [Case] = []
        for name in Self.zones {
            let zone = try InstalledZones.zone(name)
            let changes = try ClockChanges(of: zone)
            for _ in 0..<Self.rulesPerZone {
                let time = generator.time(around: changes)
                let rule = try generator.rule(hitting: time)
                let start = generator.start(of: rule, before: time)
                cases.append(Case(name: name, zone: zone, rule: rule, start: start))
            }
        }
        let answers = try Self.ask(cases)
        var met: [String: Set<Occurrence.Adjustment>] = [:]
        var (skipped, repeated) = (0, 0)
        for (index, one) in cases.enumerated() {
            let expected = try answers[index].split(separator: " ").map { try ExpectedTime($0) }
            let note = "seed \(seed): \(one.rule) from \(one.start) in \(one.name)"
            expectNominal(one, expected, note)
            let found = try expectInstants(one, expected, note)
            for occurrence in found { met[one.name, default: []].insert(occurrence.adjustment) }
            skipped += found.count { $0.adjustment == .movedOutOfGap }
            repeated += found.count { $0.adjustment == .firstOfTwo }
        }
        // Guards against a test that compares too few cases.
        #expect(cases.count >= 2000 && Self.zones.count >= 24)
        #expect(skipped >= 300 && repeated >= 300, "\(skipped) skipped, \(repeated) repeated")
        for name in Self.zones.dropLast(3) { #expect(met[name]?.count == 3, "\(name): \(met[name] ?? [])") }
        for name in Self.zones.suffix(3) { #expect(met[name] == [.none], "\(name)") }
    }

    /// Without a zone, the rule names the times that python-dateutil names.
    private func expectNominal(_ one: Case, _ expected: [ExpectedTime], _ note: String) {
        let plain = Recurrence(rule: one.rule, start: one.start, zone: .utc).occurrences()
        let found = plain.prefix(Self.limit).prefix { $0.nominal.date.year < 2060 }.map(\.nominal)
        #expect(found == expected.map(\.nominal), "\(note)")
    }

    /// In its zone they ring at the instants that zoneinfo names: in order, and once where two fall together.
    private func expectInstants(_ one: Case, _ expected: [ExpectedTime], _ note: String) throws -> [Occurrence] {
        // A time that python-dateutil no longer names may ring before one that the clocks skip, but not before this.
        let last = expected.last { $0.adjustment != .movedOutOfGap }?.instant ?? Instant(milliseconds: .min)
        var wanted: [Instant: Set<Occurrence.Adjustment>] = [:]
        for time in expected where time.instant <= last { wanted[time.instant, default: []].insert(time.adjustment) }
        let recurrence = Recurrence(rule: one.rule, start: one.start, zone: one.zone)
        let found = Array(recurrence.occurrences().prefix { $0.instant <= last })
        #expect(found.map(\.instant) == wanted.keys.sorted(), "\(note)")
        for occurrence in found {
            #expect(wanted[occurrence.instant]?.contains(occurrence.adjustment) == true, "\(note): \(occurrence)")
        }
        // The rule's end is an end in its zone too.
        if expected.count < Self.limit, last == expected.map(\.instant).max() {
            let next = recurrence.next(after: last)
            #expect(next == nil || next.map { $0.nominal.date.year >= 2060 } == true, "\(note)")
        }
        return found
    }

    private static func ask(_ cases: [Case]) throws -> [Substring] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = cases.map { "\($0.name) \($0.rule) \($0.start) \(limit)\n" }
        try lines.joined().write(to: file, atomically: true, encoding: .ascii)
        let answers = try Oracle.answer(of: "rules.py", InstalledZones.directory, file.path)
            .split(separator: "\n", omittingEmptySubsequences: false)
        try #require(answers.count >= cases.count)
        return answers
    }
}

/// A time as the oracle writes it: `2025-11-06T14:45:00=1762440300`, with a letter for what a clock change does to it.
private struct ExpectedTime {
    let nominal: LocalDateTime
    let instant: Instant
    let adjustment: Occurrence.Adjustment

    init(_ text: Substring) throws {
        let parts = text.split(separator: "=")
        try #require(parts.count == 2)
        nominal = try local(String(parts[0]))
        let digits = parts[1].prefix { $0.isNumber || $0 == "-" }
        instant = Instant(seconds: try #require(Int64(digits)))
        adjustment =
            switch parts[1].last {
            case "g": .movedOutOfGap
            case "f": .firstOfTwo
            default: .none
            }
    }
}
