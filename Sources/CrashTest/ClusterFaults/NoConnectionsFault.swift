import AlarmCore
import DeviceSimulator

/// Takes every connection that the server has for a while, and ends those of the relays.
struct NoConnectionsFault: ClusterFault {
    /// The server's limit, with room for the relays and little more.
    private static let limit = 40
    /// How often the relays' connections are ended while there are no others, to take theirs as well.
    private static let looks = 20

    let name = "no-connections"
    let summary = "another client holds all of the server's connections for a while, those of the relays included"
    let rounds = RoundCounts(short: 1, usual: 4, thorough: 20)

    func makeDatabase() async throws -> ClusterDatabase {
        try await .make(settings: ["max_connections = \(Self.limit)"])
    }

    func inflict(
        on trial: ClusterTrial,
        _ rounds: Int,
        _ couples: [DeviceCouple],
        using chance: inout SeededGenerator,
        _ result: inout FaultResult
    ) async throws {
        let server = trial.database.server
        for _ in 0..<rounds {
            let hold = Int.random(in: 1000...6000, using: &chance)
            let held = try await trial.inBurst(of: couples, using: &chance) {
                trial.databaseIsAway()
                let hoard = ConnectionHoard(of: server, atMost: Self.limit)
                for _ in 0..<Self.looks {
                    try await Task.sleep(for: .milliseconds(100))
                    let processes = try await trial.database.relayProcesses()
                    if processes.isEmpty { break }
                    try await trial.database.end(processes)
                }
                try await Task.sleep(for: .milliseconds(hold))
                let held = hoard.count
                hoard.release()
                trial.databaseIsBack()
                return held
            }
            result.notes.append("\(held) connections were held for \(hold) ms")
            try await trial.wait(3000...5000, using: &chance)
        }
    }
}
