import CurlClient
import Foundation

/// The machine of a measurement, without which its figures mean nothing.
struct Machine: Encodable {
    let date: Date
    let cores: Int
    let processor: String
    let kernel: String
    let libcurl: String
    /// Average number of runnable threads in the minute before the measurement: noise, unless near 0.
    let loadBefore: Double

    /// Describes this computer.
    static func current(at date: Date) -> Machine {
        Machine(
            date: date,
            cores: ProcessInfo.processInfo.activeProcessorCount,
            processor: field("model name", of: "/proc/cpuinfo") ?? "unknown",
            kernel: content(of: "/proc/sys/kernel/osrelease") ?? "unknown",
            libcurl: CurlClient.version,
            loadBefore: content(of: "/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) } ?? 0
        )
    }

    /// Description on one line.
    var line: String {
        "\(date.formatted(.iso8601)), \(cores) cores (\(processor)), Linux \(kernel), libcurl \(libcurl), load before \(loadBefore)"
    }

    private static func content(of path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func field(_ name: String, of path: String) -> String? {
        let line = content(of: path)?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
