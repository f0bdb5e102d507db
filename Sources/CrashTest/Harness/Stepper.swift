import Foundation

/// Lets a traced process make its calls one by one, whichever thread makes them, and kills it after one of them.
///
/// strace stops all of its threads at every call (``Tracer/Injection/stops``); it can count calls per thread only.
struct Stepper: Sendable {
    /// How long a process may take to continue after it was told to.
    private static let patience = Duration.milliseconds(200)

    let process: pid_t
    /// Number of calls after which the process is killed.
    let calls: Int
    /// The tracer that lists the calls.
    let tracer: Tracer

    /// Steps until the process was killed here (true), or ended by itself (false).
    func run() async throws -> Bool {
        while true {
            guard let isStopped else { return false }
            guard isStopped else {
                try await Task.sleep(for: .microseconds(500))
                continue
            }
            // Attaching the tracer also stops the process, so the list of calls decides.
            if tracer.callCount >= calls {
                _ = kill(process, SIGKILL)
                return true
            }
            _ = kill(process, SIGCONT)
            let start = ContinuousClock.now
            while self.isStopped == true, ContinuousClock.now - start < Self.patience {
                try await Task.sleep(for: .microseconds(200))
            }
        }
    }

    /// Whether every thread is stopped by a signal or a tracer; nil once there is none.
    private var isStopped: Bool? {
        let folder = "/proc/\(process)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder), !threads.isEmpty else {
            return nil
        }
        let states = threads.compactMap { thread -> Character? in
            guard let line = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8),
                let name = line.lastIndex(of: ")")
            else { return nil }
            return line[name...].dropFirst(2).first
        }
        if states.allSatisfy({ $0 == "Z" || $0 == "X" }) { return nil }
        return states.allSatisfy { $0 == "t" || $0 == "T" }
    }
}
