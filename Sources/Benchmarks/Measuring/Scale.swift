/// How much is measured.
struct Scale: Sendable {
    /// How often each contender runs.
    let rounds: Int
    /// Alarm requests of one run.
    let requests: Int
    /// Pushes of one run.
    let pushes: Int
    /// How long the disk is measured in one run, in seconds.
    let diskSeconds: Double

    /// Takes about two minutes.
    static let full = Scale(rounds: 5, requests: 20_000, pushes: 30_000, diskSeconds: 0.5)
    /// Takes about twenty seconds, and is good for a first look only.
    static let quick = Scale(rounds: 3, requests: 4_000, pushes: 6_000, diskSeconds: 0.2)
}
