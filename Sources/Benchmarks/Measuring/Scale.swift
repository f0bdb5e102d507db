/// How much is measured.
struct Scale: Sendable {
    /// How often each contender runs.
    let rounds: Int
    /// Alarm requests of one run.
    let requests: Int
    /// Pushes of one run.
    let pushes: Int
    /// How often every stream is used in a run at a distance.
    let roundTrips: Int
    /// How long the disk is measured in one run, in seconds.
    let diskSeconds: Double
    /// Alarms that wait while a relay rings others.
    let pending: Int
    /// How often a whole herd is rung.
    let herdRounds: Int
    /// Alarms that ring one a millisecond.
    let rings: Int
    /// How often they do.
    let latenessRounds: Int
    /// How often a database is asked for what is due.
    let claims: Int
    /// How often a relay is started.
    let starts: Int
    /// How long an idle relay is watched.
    let idleSeconds: Int
    /// How often a step is taken.
    let steps: Int
    /// Alarms that wait meanwhile.
    let stepsPending: Int

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
        stepsPending: 100_000
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
        stepsPending: 10_000
    )
}
