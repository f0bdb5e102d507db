package import AlarmCore

/// Zones whose rules can change while the relay runs.
package protocol ChangingZones: ZoneProvider {
    /// Takes up new rules if there are any.
    ///
    /// - Returns: the former rules, by name, of the zones in use whose rules changed.
    func replaceRules(at now: Instant) -> [String: ZoneRules]

    /// Names the data of which the rules are; another name means that any rules may be others.
    var edition: String { get }
}

extension ZoneDirectory: ChangingZones {
    /// The release, or where the data do not tell it the time at which they were last changed.
    package var edition: String {
        let status = status
        return status.version ?? "\(status.modified?.milliseconds ?? 0)"
    }
}
