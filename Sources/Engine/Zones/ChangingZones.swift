package import AlarmCore

/// Zones whose rules can change while the relay runs.
package protocol ChangingZones: ZoneProvider {
    /// Takes up new rules if there are any.
    ///
    /// - Returns: the former rules, by name, of the zones in use whose rules changed.
    func replaceRules(at now: Instant) -> [String: ZoneRules]
}

extension ZoneDirectory: ChangingZones {}
