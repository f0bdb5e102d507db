import Foundation
import Synchronization

/// The built command, run as by a user, with a separate home directory.
final class Command: Sendable {
    /// An expected line that did not come.
    struct Missing: Error, CustomStringConvertible {
        let needle: String
        let output: String
        var description: String { "never wrote \(needle.debugDescription), but:\n\(output)" }
    }

    /// Exit status and output of the command.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    private let process: Process
    private let input = Pipe()
    private let output: CapturedStream
    private let errors: CapturedStream
    private let exit: Task<Int32, Never>
    /// Kept, because its folder goes with the last reference to it.
    private let home: Home

    /// Starts the command.
    init(_ arguments: [String], in home: Home, environment: [String: String] = [:]) throws {
        self.home = home
        process = Process()
        process.executableURL = try Self.executable()
        process.arguments = arguments
        process.environment = home.environment.merging(environment) { _, given in given }
        let pipes = (output: Pipe(), errors: Pipe())
        process.standardInput = input
        process.standardOutput = pipes.output
        process.standardError = pipes.errors
        let (ended, continuation) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        exit = Task { await ended.first { _ in true } ?? -1 }
        output = CapturedStream(pipes.output.fileHandleForReading)
        errors = CapturedStream(pipes.errors.fileHandleForReading)
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Process identifier, for tests that inspect the process.
    var processID: Int32 { process.processIdentifier }

    /// Runs the command to its end, with nothing to read.
    static func run(
        _ arguments: String...,
        in home: Home,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, in: home, environment: environment)
    }

    /// Runs the command to its end, with nothing to read.
    static func run(_ arguments: [String], in home: Home, environment: [String: String] = [:]) async throws -> Outcome {
        let command = try Command(arguments, in: home, environment: environment)
        command.endInput()
        return try await command.outcome()
    }

    /// Waits for a line that holds `needle`, among those not yet asked for, and returns it.
    func line(with needle: String) async throws -> String {
        while let line = await output.nextLine() {
            if line.contains(needle) { return line }
        }
        try Task.checkCancellation()
        throw Missing(needle: needle, output: output.text + errors.text)
    }

    /// Waits until each of these texts stands in a line, in whatever order they come.
    func lines(with needles: [String]) async throws {
        var missing = needles
        while let needle = missing.first {
            guard let line = await output.nextLine() else {
                try Task.checkCancellation()
                throw Missing(needle: needle, output: output.text + errors.text)
            }
            missing.removeAll { line.contains($0) }
        }
    }

    /// Writes a line to standard input.
    func type(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Closes standard input.
    func endInput() {
        try? input.fileHandleForWriting.close()
    }

    /// Asks the command to end by `SIGTERM`, as a service manager does, or by another signal such as `SIGINT`.
    func interrupt(by signal: Int32 = SIGTERM) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until the command ends.
    func outcome() async throws -> Outcome {
        while await output.nextLine() != nil {}
        while await errors.nextLine() != nil {}
        let status = await exit.value
        try Task.checkCancellation()
        return Outcome(status: status, output: output.text, errors: errors.text)
    }

    /// The built command, beside the test bundle.
    private static func executable() throws -> URL {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "reveille")
    }
}
