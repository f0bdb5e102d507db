import Foundation

/// A program of the system's, run to its end.
enum Tool {
    struct Outcome: Sendable {
        let status: Int32
        /// What it wrote, errors included.
        let output: String
    }

    /// Runs a program that `PATH` finds.
    static func run(_ name: String, _ arguments: [String], input: String = "") async throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let (standardInput, output) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = output
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
        let reading = Task.detached { try output.fileHandleForReading.readToEnd() ?? Data() }
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let data = try await reading.value
        let status = await ends.first { _ in true } ?? -1
        return Outcome(status: status, output: String(decoding: data, as: UTF8.self))
    }
}
