import AlarmCore
import Logging
import Storage

extension Housekeeper {
    /// How many alarms one transaction looks at.
    ///
    /// 500.
    private static let zoneBatch = 500

    /// Takes up new time zone data, and moves the alarms to come that follow a zone whose rules changed; tells how many
    /// alarms were looked at.
    ///
    /// Nothing else may ask for new rules: the former ones are told once, and alarms are found by them. Which data the
    /// alarms follow is kept in the store: where it changed while no relay ran, or a crash came between, nobody knows the
    /// former rules any more, and each alarm goes to the nearest time that the new ones allow.
    ///
    /// Every alarm that has not ended has a wake, by which it is found. Zones change a few times a year, so that a walk
    /// over all of them costs less than an index would.
    package func followZones() async throws -> Int {
        guard let zones = engine.zones as? any ChangingZones else { return 0 }
        // Read first: the former rules are told once, and must not be lost to a store that cannot be read.
        let known = try await engine.read { try $0.value(Self.editionKey) }
        let former = zones.replaceRules(at: engine.clock.now())
        let edition = Array(zones.edition.utf8)
        if !former.isEmpty {
            engine.logger.notice(
                "new time zone rules",
                metadata: ["zones": "\(former.keys.sorted().joined(separator: " "))"]
            )
        }
        guard known != edition || !former.isEmpty else { return 0 }
        let count = known == nil && former.isEmpty ? 0 : try await moveAll(from: former)
        try await engine.write { try $0.transaction.setValue(edition, for: Self.editionKey) }
        return count
    }

    /// Under which name the store keeps the edition of the zone data that the alarms follow.
    private static let editionKey = "zones/edition"

    private func moveAll(from former: [String: ZoneRules]) async throws -> Int {
        let wakes = try await engine.read { try $0.wakes(through: Instant(milliseconds: .max), limit: .max) }
        for start in stride(from: 0, to: wakes.count, by: Self.zoneBatch) {
            try await move(Array(wakes[start..<min(start + Self.zoneBatch, wakes.count)]), from: former)
        }
        return wakes.count
    }

    /// One row that cannot be read must not keep the others at their former times; whoever wakes it says so.
    private func readable(_ key: AlarmKey, in transaction: any Transaction) throws -> AlarmRow? {
        do {
            return try transaction.alarm(key: key)
        } catch StoreError.corrupt {
            return nil
        }
    }

    /// Whether an alarm would be another one after `input`; most are not, and need not be written.
    private func moves(_ row: AlarmRow, by input: AlarmInput, _ work: Work) throws -> Bool {
        var alarm = row.alarm
        _ = alarm.handle(input, at: work.now, in: try work.context(for: row))
        return alarm != row.alarm
    }

    /// Moves some alarms, trying until the store takes it: nobody else will ever know the former rules.
    private func move(_ wakes: [Wake], from former: [String: ZoneRules]) async throws {
        while true {
            do {
                return try await engine.write { work in
                    for wake in wakes {
                        guard var row = try readable(wake.alarm, in: work.transaction),
                            case .recurring(_, _, let zone) = row.alarm.schedule
                        else { continue }
                        let input = AlarmInput.rulesChanged(former: former[zone])
                        guard try former[zone] != nil || moves(row, by: input, work) else { continue }
                        try work.run(input, on: &row)
                    }
                }
            } catch {
                engine.logger.error(
                    "moving alarms to new time zone rules failed; trying again in a second",
                    metadata: ["error": "\(error)"]
                )
                try await engine.clock.pause(for: .seconds(1))
            }
        }
    }
}
