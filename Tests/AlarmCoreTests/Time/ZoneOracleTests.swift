import AlarmCore
import Foundation
import Testing

@Suite("All installed zones against Python's zoneinfo")
struct ZoneOracleTests {
    @Test(
        "Every zone gives Python's offsets and instants around each of its changes from 1950 to 2100",
        .enabled(if: Oracle.isNeeded(module: "zoneinfo"))
    )
    func changes() throws {
        let answer = try Oracle.answer(of: "zones.py", InstalledZones.directory)
        var zone = ZoneRules.utc
        var name = Substring()
        var (available, zones, changes) = (0, 0, 0)
        for line in answer.split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields[0] == "Z" {
                name = fields[1]
                zone = try InstalledZones.zone(String(name))
                // Aliases that share a file in Python have the same rules here.
                for alias in fields.dropFirst(2) { #expect(try InstalledZones.zone(String(alias)) == zone, "\(alias)") }
                zones += fields.count - 1
                continue
            }
            let numbers = fields.dropFirst().compactMap { Int64($0) }
            if fields[0] == "A" {
                available = Int(numbers[0])
                continue
            }
            if fields[0] == "O" {
                changes += 1
                let offset = zone.offset(at: Instant(seconds: numbers[0]))
                guard Int64(offset.secondsEast) == numbers[1], offset.abbreviation == fields[3] else {
                    Issue.record("\(name): \(line), not \(offset)")
                    continue
                }
            } else {
                let wall = ZoneRules.utc.localDateTime(at: Instant(seconds: numbers[0]))
                let found = zone.resolve(wall)
                guard found.agrees(first: Instant(seconds: numbers[1]), second: Instant(seconds: numbers[2])) else {
                    Issue.record("\(name): \(wall) is \(line), not \(found)")
                    continue
                }
            }
        }
        #expect(zones == available && zones > 400, "\(zones) of \(available)")
        #expect(changes > 50_000, "\(changes)")
    }
}

extension Resolution {
    /// Whether Python's instants for fold 0 and 1 agree with ours; in a gap, fold 0 is the later one.
    fileprivate func agrees(first: Instant, second: Instant) -> Bool {
        switch self {
        case .unique(let instant): instant == first && first == second
        case .gap(let shifted, _): shifted == first && second < first
        case .repeated(let ours, let ourSecond): ours == first && ourSecond == second
        }
    }
}
