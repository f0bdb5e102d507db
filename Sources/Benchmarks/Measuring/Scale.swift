/// Sizes of the measurements.
struct Scale: Sendable {
    /// Number of runs of each contender.
    let rounds: Int
    /// Number of alarm requests in one run.
    let requests: Int
    /// Number of pushes in one run.
    let pushes: Int
    /// Number of uses of every stream in a run at a distance.
    let roundTrips: Int
    /// Duration of one measurement of the disk, in seconds.
    let diskSeconds: Double
    /// Number of alarms pending while a relay rings others.
    let pending: Int
    /// Number of rounds in which a whole herd rings.
    let herdRounds: Int
    /// Number of alarms that ring one a millisecond.
    let rings: Int
    /// Number of rounds for the lateness.
    let latenessRounds: Int
    /// Number of claims of due wakes from a database.
    let claims: Int
    /// Number of starts of a relay.
    let starts: Int
    /// How long an idle relay is observed, in seconds.
    let idleSeconds: Int
    /// Number of repetitions of a step.
    let steps: Int
    /// Number of alarms pending during the steps.
    let stepsPending: Int
    /// Number of refusals of each kind whose time is taken.
    let timings: Int
    /// Number of alarms due at once that several relays ring.
    let clusterRings: Int
    /// Numbers of jobs due at once that queues run.
    let clusterJobs: [Int]

    /// Takes about two minutes.
    static let full = Scale(
        rounds: 5,
        requests: 20_000,
        pushes: 30_000,
        roundTrips: 60,
        diskSeconds: 0.5,
        pending: 1_000_000,
        herdRounds: 3,
        rings: 20_000,
        latenessRounds: 2,
        claims: 200,
        starts: 3,
        idleSeconds: 30,
        steps: 20_000,
        stepsPending: 100_000,
        timings: 5_000,
        clusterRings: 30_000,
        clusterJobs: [100, 1_000, 10_000]
    )
    /// Takes about twenty seconds, and is good for a first look only.
    static let quick = Scale(
        rounds: 3,
        requests: 4_000,
        pushes: 6_000,
        roundTrips: 30,
        diskSeconds: 0.2,
        pending: 100_000,
        herdRounds: 1,
        rings: 5_000,
        latenessRounds: 1,
        claims: 40,
        starts: 1,
        idleSeconds: 10,
        steps: 4_000,
        stepsPending: 10_000,
        timings: 500,
        clusterRings: 10_000,
        clusterJobs: [100, 1_000]
    )
}
