import Foundation
import Synchronization

/// Detects whether a process is at rest: whether all of its threads wait for something.
///
/// Linux reports this in `/proc`. A runnable thread counts as busy even while it gets no processor, so that a loaded
/// machine makes a simulation slower, never wrong.
struct ProcessActivity {
    /// Number of times that a process's threads have given up the processor; unchanged means that none has run.
    struct Mark: Hashable {
        fileprivate var switches: [String: UInt64]
        /// The threads that are not waiting.
        fileprivate(set) var busyThreads: [String]

        var isResting: Bool { busyThreads.isEmpty }
    }

    /// Observer threads of this process; they do not count as busy, whichever simulation they belong to.
    private static let observers = Mutex<Set<String>>([])

    /// The process's task directory in `/proc`.
    private let tasks: URL

    /// Observes this process.
    static let ofThisProcess = ProcessActivity(tasks: URL(filePath: "/proc/self/task"))

    /// Returns an observer of another process.
    static func of(process: Int32) -> ProcessActivity {
        ProcessActivity(tasks: URL(filePath: "/proc/\(process)/task"))
    }

    private init(tasks: URL) {
        self.tasks = tasks
    }

    /// Runs `body` on the calling thread, which does not count as busy meanwhile.
    static func observing<Result>(_ body: () throws -> Result) rethrows -> Result {
        // PID/task/TID
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        guard let thread = link?.split(separator: "/").last.map(String.init) else { return try body() }
        observers.withLock { _ = $0.insert(thread) }
        defer { observers.withLock { _ = $0.remove(thread) } }
        return try body()
    }

    /// Returns the state of the process's threads; a process that has ended is at rest.
    func mark() -> Mark {
        var mark = Mark(switches: [:], busyThreads: [])
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks.path)) ?? []
        let observers = Self.observers.withLock(\.self)
        for thread in threads where !observers.contains(thread) {
            // The thread may end during the inspection.
            guard let status = try? Data(contentsOf: tasks.appending(path: "\(thread)/status")) else { continue }
            var switches: UInt64 = 0
            for line in status.split(separator: UInt8(ascii: "\n")) {
                if line.starts(with: "State:".utf8) {
                    // S and I wait; R is runnable, D waits for a disk and continues by itself.
                    let state = line.dropFirst("State:".utf8.count).first { $0 != UInt8(ascii: "\t") }
                    if state == UInt8(ascii: "R") || state == UInt8(ascii: "D") { mark.busyThreads.append(thread) }
                } else if line.starts(with: "voluntary_ctxt_switches:".utf8)
                    || line.starts(with: "nonvoluntary_ctxt_switches:".utf8)
                {
                    let digits = line.drop { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
                    switches &+= UInt64(String(decoding: digits, as: UTF8.self)) ?? 0
                }
            }
            mark.switches[thread] = switches
        }
        return mark
    }
}
