import AlarmCore
import Foundation
import Testing

/// The compiled tz database of the machine that runs the tests.
enum InstalledZones {
    static let directory = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"

    /// The rules of an installed zone.
    static func zone(_ name: String) throws -> ZoneRules {
        try ZoneRules(tzif: Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))
    }

    /// The release of the data, such as `2026f`, or an empty text.
    static let version: String = {
        let text = try? String(contentsOfFile: "\(directory)/tzdata.zi", encoding: .utf8)
        return text?.prefix { !$0.isNewline }.split(separator: " ").last.map(String.init) ?? ""
    }()
}

/// The instant for a literal of a test.
func instant(_ text: String) throws -> Instant {
    try Instant(iso8601: text)
}

/// The local time for a literal of a test.
func local(_ text: String) throws -> LocalDateTime {
    try LocalDateTime(iso8601: text)
}
