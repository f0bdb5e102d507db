import ArgumentParser

/// What can be measured.
enum Suite: String, CaseIterable, ExpressibleByArgument {
    /// Accepting alarms over HTTP.
    case accept
    /// Pushing over HTTP/2.
    case push

    /// Measures it.
    func measure(_ scale: Scale, on stage: Stage) async throws -> [Section] {
        switch self {
        case .accept: [try await AcceptBenchmark(scale: scale, stage: stage).measure()]
        case .push: try await PushBenchmark(scale: scale, stage: stage).measure()
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
