import AlarmCore
import Engine

extension Doctor {
    /// The earliest time that a correct clock can show: 2026-01-01.
    private static let earliestTime = Instant(seconds: 1_767_225_600)

    /// Whether the wall clock is plausible and follows a time server.
    func examineClock() -> Diagnosis {
        examineClock(following: ClockSynchronisation.now())
    }

    /// Whether the wall clock is plausible, given what the system says of its synchronisation.
    func examineClock(following synchronisation: ClockSynchronisation) -> Diagnosis {
        let now = clock.now()
        let command = "timedatectl set-ntp true"
        guard now >= Self.earliestTime else {
            let remedy = "set it and have it synchronised, as by: \(command)"
            return Diagnosis(.clock, .failure, "the clock says \(now.iso8601), which is past", remedy: remedy)
        }
        guard configuration.simulatedClock == nil else {
            return Diagnosis(.clock, .skipped, "a simulation sets the time")
        }
        switch synchronisation {
        case .synchronised: return Diagnosis(.clock, .ok, "the clock says \(now.iso8601) and is synchronised")
        case .notSynchronised:
            let finding = "the clock says \(now.iso8601) and is not synchronised"
            return Diagnosis(.clock, .warning, finding, remedy: "have it synchronised, as by: \(command)")
        case .unknown:
            let finding = "the clock says \(now.iso8601); the system does not say by what it is set"
            return Diagnosis(.clock, .skipped, finding)
        }
    }

    /// Whether there is time zone data, and how old it is.
    func examineZones() -> Diagnosis {
        let zones = ZoneDirectory(path: configuration.zoneinfo)
        let status = zones.status
        guard zones.rules(for: "Europe/Berlin") != nil else {
            let remedy = "install tzdata, or name its directory with --\(ConfigurationKey.zoneinfo.name)"
            return Diagnosis(.zones, .failure, "there is no time zone data in \(status.path)", remedy: remedy)
        }
        guard let version = status.version, let release = Int(version.prefix(4)) else {
            let finding = "the time zone data in \(status.path) does not say its version"
            return Diagnosis(.zones, .warning, finding, remedy: "install tzdata from your distribution")
        }
        let present = Int(clock.now().iso8601.prefix(4)) ?? release
        guard present - release <= 1 else {
            return Diagnosis(.zones, .warning, "the time zone data is of \(version)", remedy: "update tzdata")
        }
        return Diagnosis(.zones, .ok, "the time zone data is of \(version)")
    }
}
