import Foundation

/// A folder of zone files that a test may change, gone when the test is.
final class ZoneFolder: Sendable {
    static let installed = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"

    /// The zones and aliases that the installed data were compiled from, by the source text beside them.
    static func sourceNames() throws -> Set<String> {
        let source = try String(contentsOfFile: "\(installed)/tzdata.zi", encoding: .utf8)
        let names = source.split(separator: "\n").compactMap { line -> String? in
            let fields = line.split(separator: " ")
            switch fields.first {
            case "Z": return String(fields[1])
            case "L": return String(fields[2])
            default: return nil
            }
        }
        return Set(names)
    }

    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID().uuidString)")

    var path: String { url.path }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Puts an installed zone's file in place of another, as a package manager would: written beside it, then renamed.
    func install(_ zone: String, as name: String) throws {
        try write(Data(contentsOf: URL(fileURLWithPath: "\(ZoneFolder.installed)/\(zone)")), as: name)
    }

    func write(_ data: Data, as name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file, options: .atomic)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: url.appendingPathComponent(name))
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: url.appendingPathComponent(name).path,
            withDestinationPath: target
        )
    }
}
