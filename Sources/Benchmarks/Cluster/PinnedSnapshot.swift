import Foundation
import TestSupport

/// A transaction that keeps its snapshot open, as a backup or a forgotten session would: nothing deleted since can be removed.
struct PinnedSnapshot {
    private static let hold = """
        BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM pg_class; SELECT 'held'; SELECT pg_sleep(86400);
        """

    private let process: RunningProcess

    /// Opens one in a database, and returns once it has its snapshot.
    static func open(in url: String, folder: Folder) async throws -> PinnedSnapshot {
        let log = folder.path("snapshot.log")
        // One statement after another, each with its answer at once: together they would answer in the end only.
        let statements = hold.split(separator: ";").flatMap { ["-c", $0.trimmingCharacters(in: .whitespaces)] }
        let psql = Tool(anyOf: ["/usr/lib/postgresql/15/bin/psql"], package: "postgresql-client-15")
        let process = try psql.start(["-XAtq", url] + statements, log: log)
        for _ in 0..<200 {
            if (try? String(contentsOfFile: log, encoding: .utf8))?.contains("held") == true {
                return PinnedSnapshot(process: process)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        await process.stop()
        throw Tool.Failure.silent("psql")
    }

    /// Ends its client; the server ends the transaction when it notices that.
    func close() async { await process.stop() }
}
