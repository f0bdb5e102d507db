/// The version of a phone's system, as in iOS 26.1.
package struct SystemVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Range of supported versions: from the first with interruption levels to the newest.
    package static let known = SystemVersion(15, 0)...SystemVersion(26, 99)

    package let major: Int
    package let minor: Int

    package init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Reads `26`, `18.5` or `17.4.1`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.count <= 3 && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Int(part) : nil
        }
        guard (1...3).contains(parts.count), !parts.contains(nil), let major = parts.first ?? nil else { return nil }
        self.init(major, parts.dropFirst().first.flatMap { $0 } ?? 0)
    }

    package static func < (left: SystemVersion, right: SystemVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// Whether this version exists: Apple went from 18 to 26.
    package var exists: Bool { Self.known.contains(self) && !(19...25).contains(major) }

    /// Whether the version has AlarmKit: from iOS 26 on.
    package var hasAlarmKit: Bool { major >= 26 }

    package var description: String { "\(major).\(minor)" }
}
