import AlarmCore
import Foundation
import Testing

@Suite("Recurrence against python-dateutil")
struct RecurrenceOracleTests {
    @Test(
        "Hundreds of random rules give the times that python-dateutil finds",
        .enabled(if: Oracle.isNeeded(module: "dateutil")),
        arguments: [81] as [UInt64]
    )
    func randomRules(seed: UInt64) throws {
        var generator = RuleGenerator(seed: seed)
        let limit = 30
        var cases: [(rule: RecurrenceRule, start: LocalDateTime)] = []
        for _ in 0..<300 {
            cases.append((try generator.rule(), generator.start()))
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = cases.map { "\($0.rule) \($0.start) \(limit)\n" }
        try lines.joined().write(to: file, atomically: true, encoding: .ascii)
        let answers = try Oracle.answer(of: "rules.py", file.path)
            .split(separator: "\n", omittingEmptySubsequences: false)
        try #require(answers.count >= cases.count)
        let last = try local("2060-01-01T00:00:00")
        let names = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"]
        for (index, (rule, start)) in cases.enumerated() {
            let nominal = try answers[index].split(separator: " ").map { try local(String($0)) }
            let plain = Recurrence(rule: rule, start: start, zone: .utc)
            let found = plain.occurrences().prefix { $0.nominal < last }.prefix(limit).map(\.nominal)
            #expect(found == nominal, "seed \(seed): \(rule) from \(start)")
            // python-dateutil keeps the times in a gap: move them, ring once where two fall together.
            let zone = try InstalledZones.zone(names[index % names.count])
            let instants = Set(nominal.map { zone.resolve($0).instant }).sorted()
            let zoned = Recurrence(rule: rule, start: start, zone: zone).occurrences().prefix(instants.count)
            #expect(zoned.map(\.instant) == instants, "seed \(seed): \(rule) from \(start)")
        }
    }
}
