import Foundation
import GatewaySimulator
import TestSupport
import Testing

/// Sends requests to a control endpoint with curl.
struct ControlClient {
    /// The response, parsed.
    struct HTTPAnswer {
        var status: Int
        var text: String

        /// A member of the JSON object.
        subscript(name: String) -> Any? {
            (try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])?[name]
        }
    }

    let port: Int

    /// Sends one request.
    func send(
        _ method: String,
        _ target: String,
        _ body: String = "",
        headers: [String] = []
    ) async throws -> HTTPAnswer {
        let file = try TemporaryFile(body)
        let result = try await Tool.onPath("curl").run(
            ["--disable", "--silent", "--show-error", "--http1.1", "--max-time", "600", "--request", method]
                + ["--write-out", "\n%{response_code}", "--path-as-is"]
                + (body.isEmpty ? [] : ["--data-binary", "@\(file.path)"])
                + headers.flatMap { ["--header", $0] } + ["http://127.0.0.1:\(port)\(target)"]
        )
        let end = result.output.lastIndex(of: "\n") ?? result.output.startIndex
        return HTTPAnswer(
            status: Int(result.output[end...].dropFirst()) ?? 0,
            text: String(result.output[..<end])
        )
    }
}

extension GatewayFixture {
    /// Runs `body` with a fresh fixture whose gateway has a control endpoint.
    static func runControlled(_ body: (GatewayFixture, ControlClient) async throws -> Void) async throws {
        try await run(configure: { $0.controlPort = 0 }) { fixture in
            let port = try #require(fixture.gateway.controlPort)
            try await body(fixture, ControlClient(port: port))
        }
    }
}
