import ArgumentParser

/// A set of measurements.
enum Suite: String, CaseIterable, ExpressibleByArgument {
    /// Accepting alarms over HTTP.
    case accept
    /// Pushing over HTTP/2.
    case push
    /// Ringing very many alarms at once.
    case herd
    /// Ringing many alarms one after another, in time.
    case lateness
    /// Holding more alarms.
    case scale
    /// Holding very many more: takes half an hour and 15 GB, and is therefore only run when named.
    case vast
    /// Holding alarms that are not due.
    case idle
    /// The time of one alarm, step by step.
    case steps
    /// The time of refusals that must not tell apart what they refuse.
    case timing

    /// The suites that run by default.
    static let `default` = allCases.filter { $0 != .vast }

    /// Runs the measurements.
    func measure(_ scale: Scale, on stage: MeasurementContext) async throws -> [ReportSection] {
        switch self {
        case .accept: [try await AcceptBenchmark(scale: scale, stage: stage).measure()]
        case .push: try await PushBenchmark(scale: scale, stage: stage).measure()
        case .herd: try await HerdBenchmark(scale: scale, stage: stage).measure()
        case .lateness: try await LatenessBenchmark(scale: scale, stage: stage).measure()
        case .scale:
            try await ScaleBenchmark(populations: [10_000, scale.pending], scale: scale, stage: stage).measure()
        case .vast:
            try await ScaleBenchmark(populations: [10_000, 10_000_000], scale: scale, stage: stage).measure()
        case .idle: try await IdleBenchmark(scale: scale, stage: stage).measure()
        case .steps: try await StepsBenchmark(scale: scale, stage: stage).measure()
        case .timing: try await TimingBenchmark(scale: scale, stage: stage).measure()
        }
    }
}

/// The environment of a measurement: its files and its progress messages.
struct MeasurementContext {
    /// A folder that is removed in the end.
    let folder: Folder
    /// Called with a progress message for the user.
    let progress: (String) -> Void
}
