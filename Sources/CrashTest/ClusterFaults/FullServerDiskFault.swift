import AlarmCore
import DeviceSimulator
import Foundation
import TestSupport

/// Fills the disk of the PostgreSQL server, which may end over it, and frees it again.
struct FullServerDiskFault: ClusterFault {
    /// Size of the disk in KiB: a new cluster takes about 40 MiB.
    private static let size = 128 * 1024

    let name = "full-server-disk"
    let summary = "not a byte left on the disk of the PostgreSQL server, a file system in memory"
    let rounds = RoundCounts(short: 1, usual: 3, thorough: 20)

    func run(_ setting: FaultContext) async throws -> FaultResult {
        // Outside the trial's folder, which the server's user may not enter.
        let folder = FileManager.default.temporaryDirectory.appending(path: "reveille-disk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        switch try await SmallDisk.mount(Self.size, at: folder, for: PostgresServer.unprivileged) {
        case .failure(let refusal):
            var result = FaultResult()
            result.skipped = refusal.description
            return result
        case .success(let disk):
            do {
                let database = try await makeDatabase(on: disk)
                let result = try await run(setting, on: database)
                try await offThread { try database.server.crash() }
                try await disk.unmount()
                return result
            } catch {
                try await disk.unmount()
                throw error
            }
        }
    }

    private func makeDatabase(on disk: SmallDisk) async throws -> ClusterDatabase {
        let server = try await offThread {
            // Small segments of the log, so that the server soon needs a new one.
            try PostgresServer(
                data: "\(disk.folder.path)/data",
                settings: ["max_connections = 100", "min_wal_size = 2MB", "max_wal_size = 16MB"],
                initialisation: ["--wal-segsize", "1"]
            )
        }
        var database = try await ClusterDatabase.make(on: server)
        database.disk = disk
        return database
    }

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        guard let disk = trial.database.disk else { return }
        let server = trial.database.server
        for _ in 0..<rounds {
            let hold = Int.random(in: 2000...6000, using: &chance)
            let note = try await trial.inBurst(of: couples, using: &chance) {
                trial.databaseIsAway()
                let filled = try disk.fill()
                try await Task.sleep(for: .milliseconds(hold))
                let isUp = try await offThread { server.isReady }
                try disk.free()
                try await bringBack(trial.database)
                trial.databaseIsBack()
                return "\(filled / 1024) KiB were filled for \(hold) ms\(isUp ? "" : ", and the server ended")"
            }
            result.notes.append(note)
            try await trial.wait(4000...6000, using: &chance)
        }
    }

    /// Starts the server again if it has ended, as an operator would.
    private func bringBack(_ database: ClusterDatabase) async throws {
        let server = database.server
        for _ in 0..<20 {
            if try await offThread({ server.isReady }) { return }
            // It may be recovering by itself, and then must not be started.
            try? await offThread { try server.start() }
        }
        try await database.waitUntilReady()
    }
}
