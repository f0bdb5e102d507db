import AlarmCore
import GRDB
import GRDBSQLite
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite("A SQLite store's statements")
struct QueryPlanTests {
    @Test("Find their rows by an index and never walk a whole table", arguments: StoreConformance.checks)
    func noScans(_ check: StoreConformance.Check) async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore.open(path: folder.path("relay.sqlite"), role: .relay)
        try await check.run(store)
        #expect(try await store.pool.writeWithoutTransaction { try scans(in: $0) } == [])
        do {
            #expect(try await store.pool.read { try scans(in: $0) } == [])
        } catch let error as DatabaseError where error.resultCode == .SQLITE_MISUSE {
            // The check has closed the store.
        }
        await store.close()
    }

    /// A connection's prepared statements for which SQLite scans a whole table.
    private func scans(in database: Database) throws -> [String] {
        // A closed store has none.
        guard let connection = unsafe database.sqliteConnection else { return [] }
        var statements: [String] = []
        var statement = unsafe sqlite3_next_stmt(connection, nil)
        while let current = unsafe statement {
            if let sql = unsafe sqlite3_sql(current) { unsafe statements.append(String(cString: sql)) }
            unsafe statement = sqlite3_next_stmt(connection, current)
        }
        return try statements.filter { sql in
            guard ["SELECT", "UPDATE", "DELETE", "INSERT"].contains(where: sql.hasPrefix), !sql.contains("counters"),
                !sql.contains("sqlite_"), !sql.contains("grdb_"),
                // The first row in the order of the table's key: a scan of one row.
                sql != "SELECT at, alarm FROM due ORDER BY at, alarm LIMIT 1",
                // For statistics; the longer it takes, the less often it is run.
                sql != "SELECT count(*) FROM due", !SQLiteSnapshot.counting.contains(sql)
            else { return false }
            let plan = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
            plan.setUncheckedArguments([])
            return try Row.fetchAll(plan).contains { row in
                let step: String = row["detail"]
                return step.hasPrefix("SCAN ") && !step.hasPrefix("SCAN (subquery") && !step.contains("CONSTANT ROW")
            }
        }
    }
}
