import Foundation
import TestSupport
import Testing

/// Runs Oracles/junit.py under python3.
enum JUnitLibrary {
    static let hint: Comment = "install the library: python3 -m pip install junitparser"

    /// Whether the tests have to run: where junitparser is installed, and always in continuous integration.
    static var isWanted: Bool {
        ProcessInfo.processInfo.environment["CI"] != nil || isInstalled
    }

    private static let isInstalled = (try? Tool.python.runBlocking(["-c", "import junitparser"]).status) == 0

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
        /// The library's own counts.
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

    /// Reads `xml` with the library.
    static func read(_ xml: String) throws -> Report {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Oracles/junit.py").path
        let result = try Tool.python.runBlocking([script], input: xml)
        try #require(result.status == 0, "\(hint)\n\(result.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    }
}
