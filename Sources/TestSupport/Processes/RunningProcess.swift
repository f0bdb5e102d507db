package import Foundation

/// A child process, which may have ended since its start.
package struct RunningProcess: Sendable {
    private let process: Process
    private let exit: Task<Int32, Never>

    /// Starts a prepared process.
    ///
    /// The system reports its end: `waitUntilExit` would poll, and take one core from what is measured.
    package init(_ process: Process) throws {
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
        self.process = process
        // A separate task, so that a cancelled caller can still wait for what it has to clean up.
        exit = Task {
            for await status in ends { return status }
            return -1
        }
    }

    package var isRunning: Bool { process.isRunning }

    package var processID: Int32 { process.processIdentifier }

    /// Waits for the process to end, and returns its exit status.
    package func exitStatus() async -> Int32 { await exit.value }

    /// Kills the process.
    ///
    /// With SIGKILL, which cannot be blocked: a child inherits blocked signals, and a task's thread blocks almost all.
    package func stop() async {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        _ = await exitStatus()
    }
}
