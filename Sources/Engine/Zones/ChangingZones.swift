package import AlarmCore

/// Zones whose rules can change while the relay runs.
package protocol ChangingZones: ZoneProvider {
    /// Loads new rules if there are any.
    ///
    /// - Returns: the former rules, by name, of the zones in use whose rules changed.
    func replaceRules(at now: Instant) -> [String: ZoneRules]

    /// The version of the data behind the rules; a different one means that any rule may have changed.
    var rulesVersion: String { get }
}

extension ZoneDirectory: ChangingZones {
    /// The release, or, where the data do not name it, the time at which they were last changed.
    package var rulesVersion: String {
        let status = status
        return status.version ?? "\(status.modified?.milliseconds ?? 0)"
    }
}

/// The time zone data that the relay uses, for readiness checks and `doctor`.
package struct ZoneDataStatus: Hashable, Sendable {
    /// The directory that the zones are read from.
    package let path: String
    /// The release of tzdata, such as `2026f`; nil if the data do not say.
    package let version: String?
    /// The time at which the data last changed on this machine; nil if unknown.
    package let modified: Instant?
}
