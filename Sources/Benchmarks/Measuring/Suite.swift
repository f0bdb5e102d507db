import ArgumentParser

/// What can be measured.
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
    /// Holding very many more: takes half an hour and 15 GB, and so is only measured when it is named.
    case vast
    /// Holding alarms that are not due.
    case idle
    /// Where the time of one alarm goes.
    case steps

    /// What is measured where nobody names anything.
    static let usual = allCases.filter { $0 != .vast }

    /// Measures it.
    func measure(_ scale: Scale, on stage: Stage) async throws -> [Section] {
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
        }
    }
}

/// Where a measurement puts its files and says how far it is.
struct Stage {
    /// A folder that is removed in the end.
    let folder: Folder
    /// Tells a person who waits.
    let progress: (String) -> Void
}
