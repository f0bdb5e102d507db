package import CurlClient
package import Foundation
import Synchronization

/// A relay in a process of its own, as its operator would run it, so that it can be killed, restarted and inspected.
package final class RelayProcess: Sendable {
    /// Why a relay did not start.
    package enum StartError: Error, CustomStringConvertible {
        /// The process ended before it answered; `output` is its output.
        case ended(status: Int32, output: String)
        /// The process did not answer in time.
        case silent(output: String)

        package var description: String {
            switch self {
            case .ended(let status, let output): "the relay ended with status \(status):\n\(output)"
            case .silent(let output): "the relay does not answer:\n\(output)"
            }
        }
    }

    private struct State {
        var process: Process
        var hasEnded = false
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    /// How long a running relay may take until its first answer.
    private static let patience = Duration.seconds(300)

    /// Address on which the relay listens.
    package let url: String
    /// The relay's log file.
    package let logFile: URL
    private let state: Mutex<State>

    /// Process identifier.
    package var processID: Int32 { state.withLock { $0.process.processIdentifier } }
    /// Whether the process still runs.
    package var isRunning: Bool { state.withLock { !$0.hasEnded } }

    private init(url: String, logFile: URL, process: Process) {
        self.url = url
        self.logFile = logFile
        self.state = Mutex(State(process: process))
    }

    /// Starts `executable serve` and returns once it answers `/healthz`.
    ///
    /// `environment` is added to this process's own, from which variables that configure a relay are removed. The log
    /// is appended to, so that it survives restarts.
    package static func start(
        executable: URL,
        port: Int,
        environment: [String: String],
        logFile: URL,
        client: CurlClient
    ) async throws -> RelayProcess {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["serve"]
        var inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("REVEILLE_") }
        inherited.merge(environment) { _, given in given }
        inherited["REVEILLE_LISTEN"] = "127.0.0.1:\(port)"
        process.environment = inherited
        if !FileManager.default.fileExists(atPath: logFile.path) {
            _ = FileManager.default.createFile(atPath: logFile.path, contents: nil)
        }
        let log = try FileHandle(forWritingTo: logFile)
        try log.seekToEnd()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = log
        process.standardError = log
        let relay = RelayProcess(url: "http://127.0.0.1:\(port)", logFile: logFile, process: process)
        process.terminationHandler = { [weak relay] process in relay?.ended(with: process.terminationStatus) }
        try process.run()
        try? log.close()
        do {
            try await relay.waitUntilHealthy(client)
        } catch {
            if relay.isRunning { await relay.kill() }
            throw error
        }
        return relay
    }

    /// Asks the relay to finish what is under way and end; returns its exit status.
    @discardableResult
    package func stop() async -> Int32 {
        state.withLock { $0.process.terminate() }
        return await exitStatus()
    }

    /// Kills the process, as a power cut would.
    package func kill() async {
        _ = Foundation.kill(processID, SIGKILL)
        _ = await exitStatus()
    }

    /// Waits for the process to end; returns its exit status.
    package func exitStatus() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state -> Int32? in
                if state.hasEnded { return state.process.terminationStatus }
                state.waiters.append(continuation)
                return nil
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Everything that the relay has logged.
    package var log: String {
        (try? String(contentsOf: logFile, encoding: .utf8)) ?? ""
    }

    private func ended(with status: Int32) {
        let waiters = state.withLock { state in
            state.hasEnded = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }

    private func waitUntilHealthy(_ client: CurlClient) async throws {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < Self.patience {
            guard isRunning else { throw StartError.ended(status: await exitStatus(), output: log) }
            if let response = try? await client.send(HTTPRequest(url: url + "/healthz", timeout: .seconds(2))),
                response.status == 200
            {
                return
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw StartError.silent(output: log)
    }
}
