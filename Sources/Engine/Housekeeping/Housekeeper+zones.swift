import AlarmCore
import Logging
import Storage

extension Housekeeper {
    /// The most alarms examined in one transaction.
    ///
    /// 500.
    private static let zoneBatch = 500

    /// Loads new time zone data, and moves the pending alarms of changed zones; returns how many it examined.
    ///
    /// Nothing else may ask for new rules: the former ones are reported once, and are needed to find the alarms. The
    /// store keeps the version of the data that the alarms follow. If it changed while no relay ran, or before a crash,
    /// the former rules are lost, and each alarm moves to the nearest time that the new ones allow.
    ///
    /// On a shared store the newest release of any node counts.
    ///
    /// Every alarm that has not ended has a wake, by which it is found. Zones change a few times a year, so that a scan
    /// of all alarms costs less than an index would.
    package func followZones() async throws -> Int {
        guard let zones = engine.zones as? any ChangingZones else { return 0 }
        // Read first: the former rules are reported once, and must not be lost when the store cannot be read.
        let known = try await engine.read { try $0.value(Self.rulesVersionKey) }
        let former = zones.replaceRules(at: engine.clock.now())
        let rulesVersion = Array(zones.rulesVersion.utf8)
        if !former.isEmpty {
            engine.logger.notice(
                "new time zone rules",
                metadata: ["zones": "\(former.keys.sorted().joined(separator: " "))"]
            )
        }
        engine.health.newerZones = newer(than: rulesVersion, known)
        guard known != rulesVersion || !former.isEmpty, engine.health.newerZones == nil else { return 0 }
        let count = known == nil && former.isEmpty ? 0 : try await moveAll(from: former)
        try await engine.write { try $0.transaction.setValue(rulesVersion, for: Self.rulesVersionKey) }
        return count
    }

    /// The release of zone data that the alarms on a shared store follow, if this node's are of an earlier one.
    ///
    /// Another node has the newer ones, and would move the alarms back again. Releases are named by year and letter, as
    /// `2026f`, and so in the order of their names; of data that do not name theirs nothing is known.
    private func newer(than version: [UInt8], _ known: [UInt8]?) -> String? {
        func isRelease(_ version: [UInt8]) -> Bool {
            version.count == 5 && version.prefix(4).allSatisfy { (0x30...0x39).contains($0) }
        }
        guard engine.node.isShared, let known, isRelease(version), isRelease(known),
            version.lexicographicallyPrecedes(known)
        else { return nil }
        return String(decoding: known, as: UTF8.self)
    }

    /// The name under which the store keeps the version of the zone data that the alarms follow.
    private static let rulesVersionKey = "zones/edition"

    private func moveAll(from former: [String: ZoneRules]) async throws -> Int {
        let wakes = try await engine.read { try $0.wakes(through: Instant(milliseconds: .max), limit: .max) }
        for start in stride(from: 0, to: wakes.count, by: Self.zoneBatch) {
            try await move(Array(wakes[start..<min(start + Self.zoneBatch, wakes.count)]), from: former)
        }
        return wakes.count
    }

    /// The alarm's row, or nil where it cannot be read: the others must still move, and its wake will report the error.
    private func readable(_ key: AlarmKey, in transaction: any Transaction) throws -> AlarmRow? {
        do {
            return try transaction.alarm(key: key)
        } catch StoreError.corrupt {
            return nil
        }
    }

    /// Whether `input` would change an alarm; most do not change, and need not be written.
    private func moves(_ row: AlarmRow, by input: AlarmInput, _ tx: RelayTransaction) throws -> Bool {
        var alarm = row.alarm
        _ = alarm.handle(input, at: tx.now, in: try tx.context(for: row))
        return alarm != row.alarm
    }

    /// Moves some alarms, retrying until the store takes it, because the former rules are lost afterwards.
    private func move(_ wakes: [Wake], from former: [String: ZoneRules]) async throws {
        while true {
            do {
                return try await engine.write { tx in
                    try tx.readAhead(of: wakes.map(\.alarm))
                    for wake in wakes {
                        guard var row = try readable(wake.alarm, in: tx.transaction),
                            case .recurring(_, _, let zone) = row.alarm.schedule
                        else { continue }
                        let input = AlarmInput.rulesChanged(former: former[zone])
                        guard try former[zone] != nil || moves(row, by: input, tx) else { continue }
                        try tx.run(input, on: &row)
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
