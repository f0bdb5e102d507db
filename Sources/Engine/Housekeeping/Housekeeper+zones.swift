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
    /// Nothing else may ask for new rules: the former ones are told once, and alarms are found by them.
    ///
    /// Every alarm that has not ended has a wake, by which it is found. Zones change a few times a year, so that a walk
    /// over all of them costs less than an index would.
    package func followZones() async throws -> Int {
        guard let zones = engine.zones as? any ChangingZones else { return 0 }
        let former = zones.replaceRules(at: engine.clock.now())
        guard !former.isEmpty else { return 0 }
        engine.logger.notice(
            "new time zone rules",
            metadata: ["zones": "\(former.keys.sorted().joined(separator: " "))"]
        )
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

    /// Moves some alarms, trying until the store takes it: nobody else will ever know the former rules.
    private func move(_ wakes: [Wake], from former: [String: ZoneRules]) async throws {
        while true {
            do {
                return try await engine.write { work in
                    for wake in wakes {
                        guard var row = try readable(wake.alarm, in: work.transaction),
                            case .recurring(_, _, let zone) = row.alarm.schedule, let rules = former[zone]
                        else { continue }
                        try work.run(.rulesChanged(former: rules), on: &row)
                    }
                }
            } catch {
                engine.logger.error(
                    "moving alarms to new time zone rules failed; trying again in a second",
                    metadata: ["error": "\(error)"]
                )
                try await engine.clock.sleep(until: engine.clock.now() + .seconds(1))
            }
        }
    }
}
