import Foundation
import Testing

/// Runs the programs that answer the same questions as we do: scripts for Python, and one in C for libical.
enum Oracle {
    /// Whether the tests that ask Python must run: always in continuous integration, else where Python can answer.
    static func isNeeded(module: String) -> Bool {
        isContinuousIntegration || (try? run("python3", ["-c", "import \(module)"])) != nil
    }

    /// Whether the tests that ask libical must run: always in continuous integration, else where its headers are.
    static let isLibicalNeeded = isContinuousIntegration || (try? run("pkg-config", ["--exists", "libical"])) != nil

    /// What the script prints.
    static func answer(of script: String, _ arguments: String...) throws -> String {
        try run("python3", [path(script)] + arguments)
    }

    /// What the program prints that is compiled from the C file and linked with `library`, given `input`.
    static func answer(ofC file: String, linking library: String, input: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (program, text) = (folder.appendingPathComponent("program"), folder.appendingPathComponent("input"))
        try input.write(to: text, atomically: true, encoding: .utf8)
        _ = try run("clang", ["-o", program.path, path(file), "-l\(library)"])
        return try run(program.path, [], input: FileHandle(forReadingFrom: text))
    }

    private static let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] != nil

    private static func path(_ name: String) -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return folder.appendingPathComponent("Oracles/\(name)").path
    }

    private struct Failure: Error {
        let program: String
        let status: Int32
    }

    private static func run(
        _ program: String,
        _ arguments: [String],
        input: FileHandle = .nullDevice
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(program: program, status: process.terminationStatus)
        }
        return String(decoding: data, as: UTF8.self)
    }
}
