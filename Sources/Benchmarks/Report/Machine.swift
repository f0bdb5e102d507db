import CurlClient
import Foundation

/// What a measurement ran on: without it a figure means nothing.
struct Machine: Encodable {
    let date: Date
    let cores: Int
    let processor: String
    let kernel: String
    let libcurl: String
    /// How many threads wanted to run on average over the last minute, before the measurement: noise, if not near 0.
    let loadBefore: Double

    /// Looks at this computer.
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

    /// All of it on one line.
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
