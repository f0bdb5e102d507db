import AlarmCore
package import Foundation

/// Plays scenarios: each with a relay in a process of its own, a gateway, and time that passes as fast as it can.
package struct ScenarioRunner: Sendable {
    private let executable: URL
    private let keptFiles: URL?

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - executable: the command, run as the relay.
    ///   - keptFiles: a folder in which a folder for each scenario's files is left; nil to remove them.
    package init(executable: URL, keptFiles: URL? = nil) {
        self.executable = executable
        self.keptFiles = keptFiles
    }

    /// Plays a scenario to its end and judges it.
    ///
    /// - Parameters:
    ///   - scenario: what to play.
    ///   - watch: is told each thing as it happens.
    /// - Returns: what happened; what broke the run off is in its ``RunRecord/failure``.
    package func run(
        _ scenario: Scenario,
        watch: @escaping @Sendable (Timeline.Entry) -> Void = { _ in }
    ) async -> RunRecord {
        let began = ContinuousClock.now
        var record: RunRecord
        do {
            let folder = try makeFolder(for: scenario)
            defer { if keptFiles == nil { try? FileManager.default.removeItem(at: folder) } }
            record = try await ScenarioPlay.play(scenario, executable: executable, folder: folder, watch: watch)
        } catch {
            record = RunRecord(
                name: scenario.name,
                title: scenario.title,
                file: scenario.file,
                start: scenario.start,
                end: scenario.end,
                failure: "\(error)"
            )
        }
        record.verdicts = Judge(record).verdicts(on: scenario.expectations)
        record.elapsed = (ContinuousClock.now - began) / .seconds(1)
        return record
    }

    private func makeFolder(for scenario: Scenario) throws -> URL {
        let parent = keptFiles ?? FileManager.default.temporaryDirectory
        let name = keptFiles == nil ? "reveille-scenario-\(UUID().uuidString)" : scenario.name
        let folder = parent.appending(path: name)
        // A database of an earlier run would make this one another story.
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
