import Foundation

/// What a relay that rang what was due says of it; times are counted from the first due instant.
struct RingOutcome: Codable, Sendable {
    /// Why it counts for nothing.
    struct Failure: Error, CustomStringConvertible {
        let accepted: Int
        let expected: Int
        let failures: Int
        let example: String?

        var description: String {
            "\(accepted) of \(expected) pushes were accepted and recorded in time; \(failures) attempts failed"
                + (example.map { ", one of them so: \($0)" } ?? "")
        }
    }

    /// How long after due pushes were, in milliseconds.
    struct Lateness: Codable, Sendable {
        let median: Double
        let p99: Double
        let longest: Double

        /// Sums up ascending values.
        init(_ values: [Int64]) {
            func at(_ quantile: Double) -> Double {
                guard let last = values.indices.last else { return .nan }
                return Double(values[min(Int((Double(values.count) * quantile).rounded(.down)), last)])
            }
            median = at(0.5)
            p99 = at(0.99)
            longest = at(1)
        }
    }

    let count: Int
    /// Attempts that came to nothing, which were made again.
    let failures: Int
    let example: String?
    /// Until the last push was handed to the channel.
    let handedSeconds: Double
    /// Until the gateway answered the last one.
    let answeredSeconds: Double
    /// Until nothing was left to be recorded, within 10 ms.
    let recordedSeconds: Double
    /// What it took of the processors, gateway not counted.
    let processorSeconds: Double
    /// The most memory that the process ever had.
    let peakMegabytes: Double
    let handed: Lateness
    let answered: Lateness

    /// Lets a relay in a process of its own ring `count` pushes, the first of them due at `due`.
    static func of(
        _ relay: PreparedRelay,
        showing: Int64,
        due: Int64,
        count: Int,
        gateway: PushGateway,
        log: String
    ) async throws -> RingOutcome {
        let tool = try Tool.this()
        let output = try await tool.run(
            [
                "ring", "--gateway", gateway.origin(.none), "--authority", gateway.authorityFile, "--key",
                gateway.keyFile, "--showing", "\(showing)", "--due", "\(due)", "--count", "\(count)",
            ],
            environment: relay.environment,
            log: log
        )
        guard let line = output.split(separator: "\n").last,
            let outcome = try? JSONDecoder().decode(RingOutcome.self, from: Data(line.utf8))
        else { throw Tool.Failure.unexpected(tool.name, output: output) }
        return outcome
    }
}
