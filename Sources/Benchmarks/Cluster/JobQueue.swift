import Foundation
import TestSupport

/// A job queue in Python on PostgreSQL, whose jobs are compared with rings.
///
/// `jobs/` holds what runs it, with a file for each queue that says how it is set up and why.
enum JobQueue: String, CaseIterable, Sendable {
    case pgqueuer
    case procrastinate

    /// What came of jobs that were due at the same time; delays are counted from then, in milliseconds.
    struct Outcome: Decodable, Sendable {
        /// Number of jobs, all of which called.
        let jobs: Int
        /// Number of calls; more than jobs if some called again.
        let calls: Int
        let median: Double
        let p99: Double
        let longest: Double
        /// Jobs a second, from the first call to the last.
        let rate: Double
        /// Jobs a second, from the due time to the last call.
        let rateFromDue: Double
        /// Processor time of its processes, without the server and the one that is called.
        let processorSeconds: Double
    }

    /// What gave the most jobs a second on two processors, among those that were tried; `BENCHMARKS.md` tells which.
    private var arguments: [String] {
        switch self {
        case .pgqueuer: ["--processes", "2", "--batch", "500", "--concurrency", "20"]
        case .procrastinate:
            ["--processes", "2", "--managers", "4", "--concurrency", "25", "--connections", "30"]
        }
    }

    /// Schedules jobs in an empty database, has workers run them, and waits for all.
    func run(_ jobs: Int, on server: DatabaseServer, database: String, log: String) async throws -> Outcome {
        let (python, script) = try Self.places()
        let output = try await python.output(
            of: [
                script, rawValue, "--host", server.cluster.folder, "--port", "\(server.cluster.port)", "--user",
                "reveille", "--database", database, "--jobs", "\(jobs)",
            ] + arguments,
            log: log
        )
        guard let line = output.split(separator: "\n").last,
            let outcome = try? JSONDecoder().decode(Outcome.self, from: Data(line.utf8))
        else { throw Tool.Failure.unexpected(rawValue, output: output) }
        return outcome
    }

    /// Returns the Python that has the queues, and the script, in the checkout that this program was built in.
    private static func places() throws -> (Tool, script: String) {
        let roots = [
            try Tool.this().executable.deletingLastPathComponent().appending(path: "../../.."),
            URL(fileURLWithPath: "."),
        ]
        for root in roots {
            let python = root.appending(path: ".build/bench-jobs/bin/python3").standardizedFileURL
            let script = root.appending(path: "Sources/Benchmarks/Cluster/jobs/measure.py").standardizedFileURL
            let exist = [python, script].allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
            if exist { return (Tool(executable: python), script.path) }
        }
        throw Tool.Failure.missing("procrastinate", package: "what requirements.txt lists into .build/bench-jobs")
    }
}
