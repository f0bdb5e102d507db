import Foundation

/// Resources that a process has used so far.
struct Resources: Sendable {
    /// Processor time of all its threads, in kernel and user mode.
    let processorSeconds: Double
    /// Present memory use, in megabytes.
    let megabytes: Double
    /// Peak memory use, in megabytes.
    let peakMegabytes: Double

    /// Resources of this process.
    static var now: Resources { of("self") ?? Resources(processorSeconds: 0, megabytes: 0, peakMegabytes: 0) }

    /// Returns the resources of a process; nil if it has ended.
    static func of(process: Int32) -> Resources? { of("\(process)") }

    private static func of(_ name: String) -> Resources? {
        guard let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
            let status = try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8),
            // The program's name is in parentheses, and may contain spaces.
            let end = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        return Resources(
            processorSeconds: (user + system) / Double(max(sysconf(Int32(_SC_CLK_TCK)), 1)),
            megabytes: megabytes("VmRSS:", of: status),
            peakMegabytes: megabytes("VmHWM:", of: status)
        )
    }

    private static func megabytes(_ field: String, of status: String) -> Double {
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
        return number.flatMap { Double($0) }.map { $0 * 1024 / 1_000_000 } ?? .nan
    }
}

/// The processor time that this process has taken, of all its threads.
enum ProcessorTime {
    /// So far, in microseconds.
    static var microseconds: Double {
        // POSIX: in millionths of a second, whatever the resolution.
        Double(clock())
    }

    /// What one of `count` things takes that `body` does.
    static func of(_ count: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = microseconds
        try await body()
        return (microseconds - start) / Double(max(count, 1))
    }
}
