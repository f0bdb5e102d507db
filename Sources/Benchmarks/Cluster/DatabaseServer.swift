import Foundation
import Storage
import TestSupport

/// The PostgreSQL server of all measurements of a run, with databases that hold populations.
///
/// It is as installed but for the memory that such a machine's operator would give it, and durable: `fsync` and
/// `synchronous_commit` are on.
struct DatabaseServer {
    /// The settings that differ from the installed ones.
    static let settings = ["max_connections": "200", "shared_buffers": "1GB", "max_wal_size": "4GB"]

    private static let shared = Result {
        try PostgresServer(settings: settings.map { "\($0.key) = \($0.value)" })
    }

    let cluster: PostgresServer
    let stage: MeasurementContext

    /// Starts the server, unless an earlier measurement did.
    init(on stage: MeasurementContext) throws {
        cluster = try Self.shared.get()
        self.stage = stage
    }

    /// Returns a relay on a database of its own that holds `count` alarms, and may be changed.
    ///
    /// The first time takes minutes; later ones copy files.
    func relay(holding count: Int) async throws -> PreparedRelay {
        let origin = "holding_\(count)"
        let folder = try stage.folder.folder("cluster-\(count)")
        let population = Population(count: count)
        if try cluster.sql("SELECT 1 FROM pg_database WHERE datname = '\(origin)'").isEmpty {
            try await fill(origin, with: population, folder: folder)
        }
        let copy = "relays_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try cluster.sql("CREATE DATABASE \(copy) TEMPLATE \(origin) STRATEGY file_copy")
        return PreparedRelay(folder: folder, population: population, database: cluster.url(copy))
    }

    /// Returns the name of a new database without anything in it.
    func emptyDatabase() throws -> String {
        let name = "empty_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try cluster.sql("CREATE DATABASE \(name)")
        return name
    }

    /// Removes a database, which nobody may use any more.
    func drop(_ url: String?) {
        guard let url, let name = URLComponents(string: url)?.path.dropFirst() else { return }
        _ = try? cluster.sql("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    private func fill(_ name: String, with population: Population, folder: Folder) async throws {
        let draft = name + "_draft"
        try cluster.sql("DROP DATABASE IF EXISTS \(draft) WITH (FORCE); CREATE DATABASE \(draft)")
        let start = ContinuousClock.now
        let relay = PreparedRelay(folder: folder, population: population, database: cluster.url(draft))
        try await relay.change { store, vault in
            try await population.insert(into: store, vault: vault, progress: stage.progress)
        }
        // What autovacuum would do within minutes; without it, plans would be those of empty tables.
        try cluster.sql("VACUUM ANALYZE; CHECKPOINT", in: draft)
        try cluster.sql("ALTER DATABASE \(draft) RENAME TO \(name)")
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        stage.progress("stored \(population.count) alarms in PostgreSQL in \(seconds) s")
    }
}
