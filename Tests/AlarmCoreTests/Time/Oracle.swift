import Foundation
import Testing

/// Runs the Python scripts that answer the same questions as we do.
enum Oracle {
    /// Whether the tests that ask Python must run: always in continuous integration, else where Python can answer.
    static func isNeeded(module: String) -> Bool {
        ProcessInfo.processInfo.environment["CI"] != nil || (try? run(["-c", "import \(module)"])) != nil
    }

    /// What the script prints.
    static func answer(of script: String, _ arguments: String...) throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try run([folder.appendingPathComponent("Oracles/\(script)").path] + arguments)
    }

    private struct Failure: Error {
        let status: Int32
    }

    private static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return String(decoding: data, as: UTF8.self)
    }
}
