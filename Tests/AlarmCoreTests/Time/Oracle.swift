import Foundation
import TestSupport
import Testing

/// Runs the reference programs with which results are compared: Python scripts, and a C program for libical.
enum Oracle {
    /// Whether the tests that ask Python must run: always in continuous integration, else where Python can answer.
    static func isNeeded(module: String) -> Bool {
        isContinuousIntegration || (try? run("python3", ["-c", "import \(module)"])) != nil
    }

    /// Whether the tests that ask libical must run: always in continuous integration, else where its headers are.
    static let isLibicalNeeded = isContinuousIntegration || (try? run("pkg-config", ["--exists", "libical"])) != nil

    /// Returns the output of a Python script.
    static func answer(of script: String, _ arguments: String...) throws -> String {
        try run("python3", [path(script)] + arguments)
    }

    /// Compiles a C file, links it with `library`, and returns the program's output for `input`.
    static func answer(ofC file: String, linking library: String, input: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("program")
        _ = try run("clang", ["-o", program.path, path(file), "-l\(library)"])
        return try run(program.path, [], input: input)
    }

    private static let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] != nil

    private static func path(_ name: String) -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return folder.appendingPathComponent("Oracles/\(name)").path
    }

    private static func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
        let outcome = try Tool.onPath(program).runBlocking(arguments, input: input)
        guard outcome.status == 0 else {
            throw Tool.Failure.failed(program, status: outcome.status, output: outcome.text)
        }
        return outcome.output
    }
}
