import AlarmCore
import Foundation

/// The compiled tz database of the machine that runs the tests.
enum Zones {
    static let directory = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"

    /// The rules of an installed zone.
    static func zone(_ name: String) throws -> ZoneRules {
        try ZoneRules(tzif: Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))
    }

    /// The names of all inhabited zones.
    static func names() throws -> [String] {
        try String(contentsOfFile: "\(directory)/zone1970.tab", encoding: .utf8)
            .split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
    }
}
