import Foundation

/// The time that all processors of the machine have worked and been idle.
struct MachineLoad: Sendable {
    private let busy: Double
    private let total: Double

    /// As of now (proc(5), `/proc/stat`).
    static var now: MachineLoad {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first ?? ""
        // user nice system idle iowait irq softirq steal
        let times = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
        let total = times.reduce(0, +)
        let idle = times.count > 4 ? times[3] + times[4] : 0
        return MachineLoad(busy: total - idle, total: total)
    }

    /// The part of the time since then in which processors worked.
    func share(since earlier: MachineLoad) -> Double {
        total > earlier.total ? (busy - earlier.busy) / (total - earlier.total) : .nan
    }
}
