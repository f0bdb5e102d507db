import AlarmCore
import Engine
import Foundation
import RelayServer
import Storage

/// The folder of a relay that holds a ``Population``.
struct PreparedRelay: Sendable {
    /// Environment variable that names a folder for prepared relays; a temporary one by default.
    static let keepVariable = "REVEILLE_BENCH_KEEP"

    let folder: Folder
    let population: Population
    /// URL of its database on a PostgreSQL server; nil where it is a file in the folder.
    var database: String?

    /// Returns the relay with `count` alarms, which must not be changed: see ``copy(in:)``.
    static func with(_ count: Int, on stage: MeasurementContext) async throws -> PreparedRelay {
        let population = Population(count: count)
        let name = "holding-\(count)"
        let kept = ProcessInfo.processInfo.environment[keepVariable].map { Folder(url: URL(fileURLWithPath: $0)) }
        let parent = kept ?? stage.folder
        let folder = Folder(url: parent.url.appending(path: name))
        if !FileManager.default.fileExists(atPath: folder.url.path) {
            let draft = try parent.folder(name + "-draft")
            draft.remove()
            let relay = PreparedRelay(folder: try parent.folder(name + "-draft"), population: population)
            let start = ContinuousClock.now
            try await relay.change { store, vault in
                try await population.insert(into: store, vault: vault, progress: stage.progress)
            }
            stage.progress("stored \(count) alarms in \((ContinuousClock.now - start) / .seconds(1)) s")
            try FileManager.default.moveItem(at: draft.url, to: folder.url)
        }
        return PreparedRelay(folder: folder, population: population)
    }

    /// Returns a copy that may be changed; the caller removes its folder.
    func copy(in parent: Folder) throws -> PreparedRelay {
        let copy = Folder(url: parent.url.appending(path: "relay-\(UUID().uuidString)"))
        try FileManager.default.copyItem(at: folder.url, to: copy.url)
        return PreparedRelay(folder: copy, population: population)
    }

    /// Opens the database, lets `body` change it, and closes it.
    func change(_ body: (any Store, Vault) async throws -> Void) async throws {
        let relay = try await buildRelay(
            configuration: try RelayConfiguration(environment: environment),
            gateways: Gateways()
        )
        do {
            try await body(relay.engine.store, relay.engine.vault)
            await relay.close()
        } catch {
            await relay.close()
            throw error
        }
    }

    /// Environment variables for a process that serves this relay.
    var environment: [String: String] {
        let variables = ["REVEILLE_DATA": folder.url.path, "REVEILLE_LOG_LEVEL": "warning"]
        guard let database else { return variables }
        return variables.merging(["REVEILLE_DATABASE": database]) { _, given in given }
    }
}
