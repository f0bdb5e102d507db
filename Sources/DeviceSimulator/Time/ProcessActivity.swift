import Foundation
import Glibc
import Synchronization

/// Detects whether a process is at rest: whether all of its threads wait for something.
///
/// Linux reports this in `/proc`. A runnable thread counts as busy even while it gets no processor, so that a loaded
/// machine makes a simulation slower, never wrong.
struct ProcessActivity {
    /// Number of times that a process's threads have given up the processor; unchanged means that none has run.
    struct Mark: Hashable {
        fileprivate var switches: [Int32: UInt64] = [:]
        /// The threads that are not waiting.
        fileprivate(set) var busyThreads: [Int32] = []

        var isResting: Bool { busyThreads.isEmpty }
    }

    /// Observer threads of this process; they do not count as busy, whichever simulation they belong to.
    private static let observers = Mutex<Set<Int32>>([])
    /// Room for a thread's status, which has some 1,500 bytes, and for the end of the text.
    private static let room = 8192

    /// The process's task directory in `/proc`.
    private let tasks: String

    /// Observes this process.
    static let ofThisProcess = ProcessActivity(tasks: "/proc/self/task")

    /// Returns an observer of another process.
    static func of(process: Int32) -> ProcessActivity {
        ProcessActivity(tasks: "/proc/\(process)/task")
    }

    private init(tasks: String) {
        self.tasks = tasks
    }

    /// Runs `body` on the calling thread, which does not count as busy meanwhile.
    static func observing<Result>(_ body: () throws -> Result) rethrows -> Result {
        // PID/task/TID
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        guard let thread = link?.split(separator: "/").last.flatMap({ Int32($0) }) else { return try body() }
        observers.withLock { _ = $0.insert(thread) }
        defer { observers.withLock { _ = $0.remove(thread) } }
        return try body()
    }

    /// Returns the state of the process's threads; a process that has ended is at rest.
    ///
    /// A simulated day takes thousands of these, so it reads with the system's own calls: Foundation's take ten times as
    /// long, which would be most of what a simulation costs.
    func mark() -> Mark {
        var mark = Mark()
        guard let folder = opendir(tasks) else { return mark }
        defer { closedir(folder) }
        let observers = Self.observers.withLock(\.self)
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.room) { text in
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                }
                // The thread may end during the inspection.
                guard let thread = Int32(name), !observers.contains(thread),
                    Self.read("\(name)/status", of: dirfd(folder), into: text)
                else { continue }
                mark.note(thread, text)
            }
        }
        return mark
    }

    /// Reads a file into `text`, ended by a zero; returns whether it could be read.
    private static func read(_ path: String, of folder: Int32, into text: UnsafeMutableBufferPointer<CChar>) -> Bool {
        let file = openat(folder, path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let count = Glibc.read(file, text.baseAddress, text.count - 1)
        guard count > 0 else { return false }
        text[count] = 0
        return true
    }
}

extension ProcessActivity.Mark {
    /// Takes down what the status of `thread` says, as Linux writes it (proc_pid_status(5)).
    fileprivate mutating func note(_ thread: Int32, _ status: UnsafeMutableBufferPointer<CChar>) {
        guard let text = status.baseAddress else { return }
        // S and I wait; R is runnable, D waits for a disk and continues by itself.
        let state = Self.value(after: "\nState:\t", in: text)?.pointee ?? 0
        if state == CChar(UInt8(ascii: "R")) || state == CChar(UInt8(ascii: "D")) { busyThreads.append(thread) }
        let counts = ["\nvoluntary_ctxt_switches:\t", "\nnonvoluntary_ctxt_switches:\t"].map { label in
            Self.value(after: label, in: text).map { UInt64(strtoull($0, nil, 10)) } ?? 0
        }
        switches[thread] = counts[0] &+ counts[1]
    }

    private static func value(after label: String, in text: UnsafeMutablePointer<CChar>) -> UnsafeMutablePointer<CChar>?
    {
        strstr(text, label).map { $0 + label.utf8.count }
    }
}
