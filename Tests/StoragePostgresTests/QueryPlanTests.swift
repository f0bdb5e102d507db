import RelayTesting
import Storage
import Testing

@testable import StoragePostgres

@Suite("A PostgreSQL store's statements")
struct QueryPlanTests {
    /// Those that walk over what they count.
    private static let counting = Set(PostgresSnapshot.counting.map(\.sql))
    /// Indexes that are walked in their order, for the first row or the first few.
    private static let walks = [
        "Index Only Scan using due_at on due", "Index Only Scan using delivery_takeable on delivery",
        "Index Scan using delivery_leased on delivery",
        "Index Only Scan Backward using blind_pkey on blind", "Index Scan Backward using blind_pkey on blind",
    ]

    /// Fills every table with enough rows that walking over one is never the cheapest.
    private static let filling = """
        CREATE FUNCTION pg_temp.u(n bigint) RETURNS uuid LANGUAGE sql AS $$ SELECT md5(n::text)::uuid $$;
        CREATE FUNCTION pg_temp.b(n bigint) RETURNS bytea LANGUAGE sql AS $$ SELECT decode(md5(n::text), 'hex') $$;
        SET search_path = reveille;
        INSERT INTO device (id, person, platform, alarm_kit, critical_alerts, os, time_zone, locale, key_generation,
            sealed_key, registration, address_sealed, since)
        SELECT pg_temp.u(n), pg_temp.u(n / 2), 'apns', true, false, '26', 'UTC', 'en', 1, pg_temp.b(n), pg_temp.b(n),
            pg_temp.b(n), n FROM generate_series(1, 20000) n;
        INSERT INTO enrolment SELECT pg_temp.b(n), n FROM generate_series(1, 20000) n;
        INSERT INTO invite (id, locator, purpose, inviter, verifier, hello, expires_at, state, live, wrong_claims, claimer)
        SELECT pg_temp.u(n), n::text, 'partner', pg_temp.u(n), '', '', n, 'open', n % 100 = 0, 0, pg_temp.u(n)
        FROM generate_series(1, 20000) n;
        INSERT INTO pair (id, inviter_person, inviter_device, claimer_person, claimer_device, since)
        SELECT pg_temp.u(n), pg_temp.u(n), pg_temp.u(n), pg_temp.u(n + 1), pg_temp.u(n + 1), n
        FROM generate_series(1, 20000) n;
        INSERT INTO edge SELECT pg_temp.b(n), pg_temp.u(n), pg_temp.u(n), pg_temp.u(n + 1) FROM generate_series(1, 20000) n;
        INSERT INTO document SELECT (ARRAY['contact', 'membership', 'beat', 'alert', 'reminder'])[n % 5 + 1],
            pg_temp.u(n), pg_temp.u(n / 5), pg_temp.u(n / 5), n, '' FROM generate_series(1, 50000) n;
        INSERT INTO alarm (key, id, preset, ttl, state, due, base, delay, climbed, revision, epoch, progress, sound, digest,
            changed_at, change, live, circle, sender, receiver, accepted_at)
        SELECT n, pg_temp.u(n), 'partner-alarm', 1, 'scheduled', n, n, 0, 0, 1, 1, '', 'bells', '', n, n, n % 10 = 0,
            pg_temp.u(n / 10), pg_temp.u(n / 10), pg_temp.u(n / 10 + 1), n FROM generate_series(1, 50000) n;
        INSERT INTO participant SELECT pg_temp.u(n), pg_temp.u(n) FROM generate_series(1, 20000) n;
        INSERT INTO record (alarm, at, kind) SELECT n, n, 'accepted' FROM generate_series(1, 50000) n;
        INSERT INTO due SELECT n, n FROM generate_series(1, 50000) n;
        INSERT INTO delivery (alarm, id, destination, stage, urgency, epoch, revision, due, deadline, is_late, is_awaited,
            circle, created_at, state, not_before, attempts, failed_attempts, takeable_at)
        SELECT n, pg_temp.u(n), pg_temp.u(n), 'ring', 'critical', 1, 1, n, n, false, false, pg_temp.u(n / 10), n, 'pending',
            n, 0, 0, CASE WHEN n % 2 = 0 THEN n END FROM generate_series(1, 50000) n;
        INSERT INTO replay SELECT pg_temp.u(n / 10), pg_temp.b(n), '', 202, '', n FROM generate_series(1, 50000) n;
        INSERT INTO value SELECT n::text, '', n FROM generate_series(1, 20000) n;
        INSERT INTO last_change SELECT pg_temp.u(n), n FROM generate_series(1, 20000) n;
        INSERT INTO node SELECT pg_temp.u(n)::text, 'node', n, n FROM generate_series(1, 2000) n;
        INSERT INTO blind (from_at, until_at, cause) SELECT n, n, 'stopped' FROM generate_series(1, 20000) n;
        ANALYZE;
        """

    @Test("Find their rows by an index and never walk a whole table", .timeLimit(.minutes(5)))
    func noScans() async throws {
        // Whatever the suite makes a store ask.
        for check in StoreConformance.checks {
            let database = try TestDatabase()
            let store = try await database.open()
            try? await check.run(store)
            await store.close()
        }
        let filled = try TestDatabase()
        await (try await filled.open()).close()
        try filled.sql(Self.filling)
        let statements = Statement.texts.filter { sql in
            ["SELECT", "UPDATE", "DELETE", "INSERT", "WITH"].contains(where: sql.hasPrefix)
                && !sql.contains("pg_walfile_name") && !Self.counting.contains(sql)
        }
        try #require(statements.count >= 100)
        // With the settings of a store's sessions. They make walking over a table so dear that it appears in a plan only where
        // no index can answer; left to itself, the server walks over tables in a dozen of these plans, made for any limit.
        let script =
            Connector.settings + "\nSELECT '--';\n"
            + statements.enumerated()
            .map { explanation($0, $1, isLast: $0 == statements.count - 1) }.joined()
        let plans = try filled.sql(script).split(separator: "--\n", omittingEmptySubsequences: false).dropFirst()
        try #require(plans.count == statements.count)
        for (sql, plan) in zip(statements, plans) {
            #expect(plan.contains("cost="))
            #expect(faults(of: plan) == [], "\(sql)\n\(plan)")
        }
    }

    private func explanation(_ number: Int, _ sql: String, isLast: Bool) -> String {
        let count = sql.matches(of: /\$(\d+)/).compactMap { Int($0.1) }.max() ?? 0
        let values = Array(repeating: "NULL", count: count).joined(separator: ", ")
        return """
            PREPARE s\(number) AS \(sql);
            EXPLAIN EXECUTE s\(number)\(count > 0 ? "(\(values))" : "");
            \(isLast ? "" : "SELECT '--';")

            """
    }

    /// The steps of a plan that read more than they look for.
    private func faults(of plan: Substring) -> [Substring] {
        let lines = plan.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " || $0 == "-" || $0 == ">" } }
        return lines.indices.filter { index in
            let line = lines[index]
            if line.hasPrefix("Seq Scan") { return true }
            guard ["Index Scan", "Index Only Scan", "Bitmap Index Scan"].contains(where: line.hasPrefix),
                !Self.walks.contains(where: line.hasPrefix)
            else {
                return false
            }
            return !(index + 1 < lines.count && lines[index + 1].hasPrefix("Index Cond"))
        }.map { lines[$0] }
    }
}
