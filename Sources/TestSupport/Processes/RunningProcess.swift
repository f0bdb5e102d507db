import Foundation

/// A process that was started here.
struct Child: Sendable {
    private let process: Process
    private let exit: Task<Int32, Never>

    /// Starts a process that is ready to run.
    ///
    /// Its end is told by the system: `waitUntilExit` would ask for it in a loop, and take one core from what is measured.
    init(running process: Process) throws {
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
        self.process = process
        // A task of its own, so that a cancelled caller can still wait for what it has to clean up.
        exit = Task {
            for await status in ends { return status }
            return -1
        }
    }

    /// Whether it runs.
    var isRunning: Bool { process.isRunning }

    /// Its number.
    var processID: Int32 { process.processIdentifier }

    /// Waits for its end.
    func exitStatus() async -> Int32 { await exit.value }

    /// Ends it.
    ///
    /// By the one signal that cannot be blocked: a child inherits which ones are, and a task's thread blocks almost all.
    func stop() async {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        _ = await exitStatus()
    }
}
