import Foundation
import Testing

/// Runs Interop/jose.py under python3.
enum JOSELibrary {
    static let hint: Comment = "install the library: python3 -m pip install joserfc"

    /// Whether the tests are to run: they are where joserfc is, and in CI even where it is not.
    static var isWanted: Bool {
        ProcessInfo.processInfo.environment["CI"] != nil || isInstalled
    }

    private static let isInstalled = (try? python(["-c", "import joserfc"], input: Data()).status) == 0

    struct Message: Codable, Equatable {
        let kid: String?
        let text: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kid, forKey: .kid)
            try container.encode(text, forKey: .text)
        }
    }

    struct Request: Encodable {
        let key: String
        let open: [String]
        let seal: [Message]
    }

    struct Reply: Decodable {
        let opened: [Message]
        let sealed: [String]
    }

    static func run(_ request: Request) throws -> Reply {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Interop/jose.py").path
        let result = try python([script], input: JSONEncoder().encode(request))
        try #require(result.status == 0, "\(hint)\n\(String(decoding: result.errors, as: UTF8.self))")
        return try JSONDecoder().decode(Reply.self, from: result.output)
    }

    /// Input and replies are far smaller than a pipe's buffer, so that writing first and reading after cannot block.
    private static func python(
        _ arguments: [String],
        input: Data
    ) throws -> (status: Int32, output: Data, errors: Data) {
        let process = Process()
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: input)
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, output, errors)
    }
}
