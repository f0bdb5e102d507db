import CurlClient
import Foundation
import TestSupport

extension PushLoad {
    /// Why a run is invalid.
    struct Failure: Error, CustomStringConvertible {
        let client: String
        let count: Int
        var example: String?

        var description: String {
            "\(client): \(count) pushes failed\(example.map { ", one of them so: \($0)" } ?? "")"
        }
    }

    /// Pushes with the relay's own client, from enough tasks to keep it busy.
    ///
    /// `warmUp` pushes are sent before, to open the connections.
    func runCurlClient(warmUp: Int = 0) async throws -> Run {
        let client = try CurlClient()
        let profile = ConnectionProfile(
            version: .http2,
            certificateAuthorityFile: authorityFile,
            maximumInFlight: inFlight,
            maximumConnections: connections,
            requestsPerConnection: requestsPerConnection
        )
        let tasks = senders ?? inFlight * connections * 3 / 2
        var failures = await push(with: client, profile: profile, numbers: 0..<warmUp, tasks: tasks)
        let start = ContinuousClock.now
        failures += await push(with: client, profile: profile, numbers: warmUp..<warmUp + count, tasks: tasks)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        await client.shutdown()
        guard failures.isEmpty else {
            throw Failure(client: "CurlClient", count: failures.count, example: failures.first)
        }
        return Run(count: count, seconds: seconds)
    }

    private func push(
        with client: CurlClient,
        profile: ConnectionProfile,
        numbers: Range<Int>,
        tasks: Int
    ) async -> [String] {
        await withTaskGroup(of: [String].self) { group in
            for first in 0..<tasks {
                group.addTask {
                    var failures: [String] = []
                    for number in stride(from: numbers.lowerBound + first, to: numbers.upperBound, by: tasks) {
                        do {
                            let response = try await client.send(request(number, profile: profile))
                            if response.status != 200 { failures.append("status \(response.status)") }
                        } catch {
                            failures.append("\(error)")
                        }
                    }
                    return failures
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Pushes with libcurl's multi interface from a minimal C program.
    func runCurlReference(log: String) async throws -> Run {
        let tool = try Tool.sibling("CurlReference")
        let output = try await tool.output(
            of: [
                origin, authorityFile, "\(count)", "\(inFlight)",
                "\(requestsPerConnection == .max ? 0 : requestsPerConnection ?? 150)",
            ],
            log: log
        )
        return try Self.run(output, of: tool.name)
    }

    /// Reads the results that a client in another process printed.
    static func run(_ output: String, of client: String) throws -> Run {
        struct Result: Decodable {
            let requests: Int
            let failures: Int
            let seconds: Double
        }
        guard let line = output.split(separator: "\n").last,
            let result = try? JSONDecoder().decode(Result.self, from: Data(line.utf8))
        else { throw Tool.Failure.unexpected(client, output: output) }
        guard result.failures == 0 else { throw Failure(client: client, count: result.failures) }
        return Run(count: result.requests, seconds: result.seconds)
    }

    /// Pushes with nghttp2's load generator: the same bytes, but one path and one identifier for all.
    func runH2load(bodyFile: String, log: String) async throws -> Run {
        let tool = try Tool.installed("h2load", package: "nghttp2-client")
        let headers = request(0, profile: ConnectionProfile()).headers.flatMap { ["-H", "\($0.name): \($0.value)"] }
        let url = request(0, profile: ConnectionProfile()).url
        let output = try await tool.output(
            of: ["-n", "\(count)", "-c", "1", "-m", "\(inFlight)", "-d", bodyFile] + headers + [url],
            log: log
        )
        // finished in 123.45ms, 81234.56 req/s, 3.21MB/s
        guard let finished = output.firstMatch(of: /finished in [^,]+, ([0-9.]+) req\/s/),
            let rate = Double(finished.1), rate > 0,
            let answers = output.firstMatch(of: /status codes: ([0-9]+) 2xx/), let answered = Int(answers.1)
        else { throw Tool.Failure.unexpected(tool.name, output: output) }
        guard answered == count else { throw Failure(client: tool.name, count: count - answered) }
        return Run(count: count, seconds: Double(count) / rate)
    }
}
