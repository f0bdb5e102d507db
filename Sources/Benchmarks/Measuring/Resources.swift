import Foundation

/// What a process has taken of the machine so far.
struct Resources: Sendable {
    /// Processor time of all its threads, in the kernel and out of it.
    let processorSeconds: Double
    /// The memory that it has at this moment.
    let megabytes: Double
    /// The most memory that it ever had.
    let peakMegabytes: Double

    /// This process's own.
    static var now: Resources { of("self") ?? Resources(processorSeconds: 0, megabytes: 0, peakMegabytes: 0) }

    /// Those of a process; nil when it has gone.
    static func of(process: Int32) -> Resources? { of("\(process)") }

    private static func of(_ name: String) -> Resources? {
        guard let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
            let status = try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8),
            // The program's name stands in parentheses, and may hold spaces.
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
