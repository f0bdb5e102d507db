import Foundation
import TestSupport
import Testing

/// Runs Interop/jose.py under python3.
enum JOSELibrary {
    static let hint: Comment = "install the library: python3 -m pip install joserfc"

    /// Whether the tests have to run: where joserfc is installed, and always in continuous integration.
    static var isWanted: Bool {
        ProcessInfo.processInfo.environment["CI"] != nil || isInstalled
    }

    private static let isInstalled = (try? Tool.python.runBlocking(["-c", "import joserfc"]).status) == 0

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
        let input = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        let result = try Tool.python.runBlocking([script], input: input)
        try #require(result.status == 0, "\(hint)\n\(result.errors)")
        return try JSONDecoder().decode(Reply.self, from: Data(result.output.utf8))
    }
}
