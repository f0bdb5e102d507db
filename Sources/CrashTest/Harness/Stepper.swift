import Foundation

/// Lets a traced process make its calls one by one, whichever thread makes them, and kills it after one of them.
///
/// strace stops all of its threads with every call (``Tracer/Injection/stops``); it can count calls for each thread only.
struct Stepper: Sendable {
    /// How long a process that was told to go on may take to do so.
    private static let patience = Duration.milliseconds(200)

    let process: pid_t
    /// After so many calls it is killed.
    let calls: Int
    /// What lists the calls.
    let tracer: Tracer

    /// Steps until the process is killed here, or ends by itself; tells which.
    func run() async throws -> Bool {
        while true {
            guard let isStopped else { return false }
            guard isStopped else {
                try await Task.sleep(for: .microseconds(500))
                continue
            }
            // Being traced at all also stops it: the list tells what it has done.
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

    /// Whether every thread stands still by a signal or under a tracer; nil once there is none.
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
