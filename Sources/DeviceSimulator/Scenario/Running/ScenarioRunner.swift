import AlarmCore
package import Foundation

/// Plays scenarios: each with a relay in a process of its own, a gateway, and time that passes as fast as possible.
package struct ScenarioRunner: Sendable {
    private let executable: URL
    private let keptFiles: URL?

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - executable: the command, run as the relay.
    ///   - keptFiles: a folder in which a folder of files is kept for each scenario; nil to remove them.
    package init(executable: URL, keptFiles: URL? = nil) {
        self.executable = executable
        self.keptFiles = keptFiles
    }

    /// Plays a scenario to its end and judges it.
    ///
    /// A run in which something makes a noise before its time fails, whatever the scenario expects.
    ///
    /// - Parameters:
    ///   - scenario: the scenario to play.
    ///   - watch: called with each entry as it happens.
    /// - Returns: the record of the run; if it broke off, with the reason in ``RunRecord/failure``.
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
        let judge = Judge(record)
        record.verdicts = judge.verdicts(on: scenario.expectations) + [judge.verdictOnNoise()].compactMap { $0 }
        record.elapsed = (ContinuousClock.now - began) / .seconds(1)
        return record
    }

    private func makeFolder(for scenario: Scenario) throws -> URL {
        let parent = keptFiles ?? FileManager.default.temporaryDirectory
        let name = keptFiles == nil ? "reveille-scenario-\(UUID().uuidString)" : scenario.name
        let folder = parent.appending(path: name)
        // The database of an earlier run would change this one.
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}

/// Why a scenario could not be played to its end.
struct ScenarioFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Creates the failure of a step.
    init(_ step: ScenarioStep, in scenario: Scenario, _ error: any Error) {
        description = "\(scenario.file ?? scenario.name):\(step.line): the step failed: \(error)"
    }
}
