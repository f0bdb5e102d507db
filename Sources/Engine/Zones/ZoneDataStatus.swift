package import AlarmCore

/// Which time zone data the relay runs on; for readiness checks and `doctor`.
package struct ZoneDataStatus: Hashable, Sendable {
    /// The directory that the zones are read from.
    package let path: String
    /// The release of tzdata, such as `2026f`; nil if the data do not say.
    package let version: String?
    /// When the data were last changed on this machine; nil if that cannot be told.
    package let modified: Instant?
}
