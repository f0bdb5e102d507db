import Foundation
import Testing

/// Runs Oracles/junit.py under python3.
enum JUnitLibrary {
    static let hint: Comment = "install the library: python3 -m pip install junitparser"

    /// Whether the tests are to run: they are where junitparser is, and in CI even where it is not.
    static var isWanted: Bool {
        ProcessInfo.processInfo.environment["CI"] != nil || isInstalled
    }

    private static let isInstalled = (try? python(["-c", "import junitparser"], input: nil).status) == 0

    struct Report: Decodable {
        let suites: [Suite]
    }

    struct Suite: Decodable {
        struct Counts: Decodable, Equatable {
            let tests: Int
            let failures: Int
            let errors: Int
        }

        let name: String
        let tests: Int
        let failures: Int
        let errors: Int
        let time: Double
        /// What the library counted by itself.
        let counted: Counts
        let out: String
        let cases: [Case]
    }

    struct Case: Decodable {
        struct Result: Decodable, Equatable {
            let kind: String
            let message: String
            let type: String
            let text: String
        }

        let name: String
        let classname: String
        let time: Double
        let results: [Result]
    }

    /// What the library reads in `xml`.
    static func read(_ xml: String) throws -> Report {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Oracles/junit.py").path
        let file = FileManager.default.temporaryDirectory.appending(path: "junit-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(xml.utf8).write(to: file)
        let result = try python([script], input: FileHandle(forReadingFrom: file))
        try #require(result.status == 0, "\(hint)\n\(String(decoding: result.errors, as: UTF8.self))")
        return try JSONDecoder().decode(Report.self, from: result.output)
    }

    private static func python(
        _ arguments: [String],
        input: FileHandle?
    ) throws -> (status: Int32, output: Data, errors: Data) {
        let process = Process()
        let (stdout, stderr) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, output, errors)
    }
}
