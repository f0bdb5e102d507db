package import AlarmCore

/// Why a name does not lead to a time zone.
package enum ZoneDirectoryError: Error, Hashable, Sendable {
    /// The name cannot be that of an IANA zone.
    ///
    /// It is empty, too long, absolute, leaves the directory, or names a variant of the data (`posix/`, `right/`) or of
    /// this machine (`localtime`, `posixrules`).
    case notAZoneName(String)
    /// The time zone data have no such zone.
    case unknownZone(String)
    /// The zone's file exists but cannot be read.
    case unreadable(String)
    /// The zone's file holds no zone that can be used.
    case invalidFile(String, TZifError)
}

extension ZoneDirectoryError: CustomStringConvertible {
    /// The problem, its place, and the remedy.
    package var description: String {
        switch self {
        case .notAZoneName(let name):
            "'\(name.prefix(60))' is not the name of an IANA time zone; use one such as Europe/Berlin"
        case .unknownZone(let name):
            "the time zone data have no zone '\(name)'; use an IANA name such as America/New_York, not an abbreviation"
        case .unreadable(let name):
            "the file of time zone '\(name)' cannot be read; check its permissions"
        case .invalidFile(let name, let error):
            "the file of time zone '\(name)' is not usable: \(error)"
        }
    }
}
