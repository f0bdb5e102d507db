import Foundation
import TestSupport
import Testing

/// Runs a script of `Clients` under python3, with JSON as input and output.
enum PythonClient {
    static let hint: Comment = "install the clients: python3 -m pip install aioapns 'httpx[http2]'"

    /// Whether tests that need `module` have to run: where it is installed, and always in continuous integration.
    static func isWanted(_ module: String) -> Bool {
        ProcessInfo.processInfo.environment["CI"] != nil || modules.contains(module)
    }

    private static let modules = Set(
        ["aioapns", "httpx", "h2"].filter { module in
            (try? Tool.python.runBlocking(["-c", "import \(module)"]).status) == 0
        }
    )

    /// Runs a script with `input` and decodes what it writes.
    static func run<Output: Decodable>(
        _ script: String,
        _ input: some Encodable,
        as type: Output.Type = Output.self
    ) async throws -> Output {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let path = folder.appending(path: "Clients/\(script)").path
        let text = String(decoding: try JSONEncoder().encode(input), as: UTF8.self)
        let result = try await Tool.python.run([path], input: text)
        try #require(result.status == 0, "\(hint)\n\(result.errors)")
        return try JSONDecoder().decode(Output.self, from: Data(result.output.utf8))
    }
}
