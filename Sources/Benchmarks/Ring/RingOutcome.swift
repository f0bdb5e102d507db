import Foundation
import TestSupport

/// Results of a relay that rang due alarms; times are counted from the first due time.
struct RingOutcome: Codable, Sendable {
    /// Why a result is invalid.
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

    /// Delays of pushes after their due time, in milliseconds.
    struct Lateness: Codable, Sendable {
        let median: Double
        let p99: Double
        let longest: Double

        /// Summarises ascending values.
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
    /// Number of failed attempts, which were retried.
    let failures: Int
    let example: String?
    /// Time until the last push was handed to the channel.
    let handedSeconds: Double
    /// Time until the gateway answered the last push.
    let answeredSeconds: Double
    /// Time until everything was recorded, within 10 ms.
    let recordedSeconds: Double
    /// Processor time of the relay, without the gateway.
    let processorSeconds: Double
    /// Peak memory use of the process, in megabytes.
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
        let output = try await tool.output(
            of: [
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
