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
    /// Ringing by several relays on one PostgreSQL.
    case clusterRings = "cluster-rings"
    /// Accepting alarms on PostgreSQL.
    case clusterAccept = "cluster-accept"
    /// Claiming due alarms in PostgreSQL.
    case clusterClaims = "cluster-claims"
    /// Ringing many alarms one after another, in time, by two relays.
    case clusterLateness = "cluster-lateness"
    /// Scheduled jobs of other software on the same PostgreSQL.
    case clusterJobs = "cluster-jobs"
    /// All of these.
    case cluster
    /// Claiming among very many: takes an hour and 40 GB, and is therefore only run when named.
    case clusterVast = "cluster-vast"

    /// The suites of relays on PostgreSQL.
    private static let ofCluster = [clusterRings, clusterAccept, clusterClaims, clusterLateness, clusterJobs]

    /// The suites that run by default.
    static let `default` = allCases.filter { ![.vast, .cluster, .clusterVast].contains($0) }

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
        case .clusterRings: try await ClusterRings(scale: scale, stage: stage).measure()
        case .clusterAccept: try await ClusterAccept(scale: scale, stage: stage).measure()
        case .clusterClaims:
            try await ClusterClaims(pending: scale.pending, scale: scale, stage: stage).measure()
        case .clusterVast: try await ClusterClaims(pending: 10_000_000, scale: scale, stage: stage).measure()
        case .clusterLateness: try await ClusterLateness(scale: scale, stage: stage).measure()
        case .clusterJobs: try await ClusterJobs(scale: scale, stage: stage).measure()
        case .cluster: try await Self.measure(Self.ofCluster, scale, on: stage)
        }
    }

    private static func measure(
        _ suites: [Suite],
        _ scale: Scale,
        on stage: MeasurementContext
    ) async throws -> [ReportSection] {
        var sections: [ReportSection] = []
        for suite in suites { sections += try await suite.measure(scale, on: stage) }
        return sections
    }
}

/// The environment of a measurement: its files and its progress messages.
struct MeasurementContext {
    /// A folder that is removed in the end.
    let folder: Folder
    /// Called with a progress message for the user.
    let progress: (String) -> Void
}
