import AlarmCore
import Foundation
import GatewaySimulator
import NIOConcurrencyHelpers
import TestSupport

/// A running gateway with a team, a device and a clock that only the test moves.
final class GatewayFixture: Sendable {
    /// One response, as printed by curl.
    struct HTTPAnswer {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    let gateway: GatewaySimulator
    let key: TeamKey
    let provider: Provider
    let token: String
    let certificatePath: String
    private let time: NIOLockedValueBox<Instant>

    static let start = Instant(seconds: 1_800_000_000)

    private init(
        gateway: GatewaySimulator,
        key: TeamKey,
        certificatePath: String,
        time: NIOLockedValueBox<Instant>
    ) throws {
        self.gateway = gateway
        self.key = key
        provider = try Provider(key)
        token = gateway.registerDevice(topic: PushRequest.topic, environment: .sandbox)
        self.certificatePath = certificatePath
        self.time = time
    }

    /// Runs `body` with a fresh fixture, and always stops the gateway afterwards.
    static func run<Result>(
        configure: (inout GatewaySimulator.Configuration) -> Void = { _ in },
        _ body: (GatewayFixture) async throws -> Result
    ) async throws -> Result {
        let time = NIOLockedValueBox(start)
        var configuration = GatewaySimulator.Configuration()
        configuration.clock = { time.withLockedValue { $0 } }
        configuration.seed = 1
        configure(&configuration)
        let gateway = try await GatewaySimulator.start(configuration)
        let certificate = FileManager.default.temporaryDirectory.appending(path: "ca-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: certificate) }
        do {
            try gateway.certificateAuthorityPEM.write(to: certificate, atomically: true, encoding: .utf8)
            let key = try gateway.makeTeamKey(topics: [PushRequest.topic])
            let fixture = try GatewayFixture(
                gateway: gateway,
                key: key,
                certificatePath: certificate.path,
                time: time
            )
            let result = try await body(fixture)
            try await gateway.shutdown()
            return result
        } catch {
            try? await gateway.shutdown()
            throw error
        }
    }

    var now: Instant { time.withLockedValue { $0 } }

    func advance(by span: Span) {
        time.withLockedValue { $0 = $0 + span }
    }

    /// Waits until `condition` holds; throws when the task is cancelled before.
    func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// A request that the gateway accepts.
    func request() throws -> PushRequest {
        PushRequest(token: token, authorization: try provider.authorization(at: now))
    }

    func url(_ request: PushRequest, port: Int? = nil) -> String {
        "https://localhost:\(port ?? gateway.port)\(request.path)"
    }

    /// Sends the requests one after the other over one connection with curl, and returns the raw result.
    func curl(
        _ requests: [PushRequest],
        options: [String] = [],
        port: Int? = nil
    ) async throws -> Tool.Outcome {
        var arguments: [String] = ["--disable"]
        for (position, request) in requests.enumerated() {
            if position > 0 { arguments.append("--next") }
            arguments += ["--silent", "--show-error", "--include", "--http2", "--max-time", "600"]
            arguments += ["--cacert", certificatePath, "--request", request.method]
            arguments += request.headers.flatMap { ["--header", "\($0.name): \($0.value)"] }
            arguments += ["--write-out", "\n%{response_code}\n", "--data-binary", request.payload]
            arguments += options + [url(request, port: port)]
        }
        return try await Tool.onPath("curl").run(arguments)
    }

    /// Sends one request with curl and returns the response; the status is 0 if there was none.
    func push(_ request: PushRequest, port: Int? = nil) async throws -> HTTPAnswer {
        Self.answer(in: try await curl([request], port: port).output)
    }

    /// Reads what `--include` and `--write-out` print.
    private static func answer(in output: String) -> HTTPAnswer {
        let text = output.replacing("\r\n", with: "\n")
        let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        var headers: [String: String] = [:]
        for line in parts[0].split(separator: "\n").dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            if pair.count == 2 { headers[String(pair[0])] = pair[1].trimmingCharacters(in: .whitespaces) }
        }
        let lines = text.split(separator: "\n")
        let rest = (parts.count > 1 ? String(parts[1]) : "").split(separator: "\n").dropLast()
        return HTTPAnswer(status: lines.last.flatMap { Int($0) } ?? 0, headers: headers, body: rest.joined())
    }
}
