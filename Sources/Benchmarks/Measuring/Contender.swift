/// A candidate whose speed is measured.
struct Contender {
    /// Name in the report.
    let name: String
    /// Performs one run.
    let run: () async throws -> Run
}

/// A contender with its runs.
struct Series: Sendable {
    let name: String
    var runs: [Run] = []
}

extension [Contender] {
    /// Runs every contender once per round, so that other load on the machine affects all of them alike.
    ///
    /// An additional first round is discarded: its caches, connections and branch predictors are cold.
    func interleaved(rounds: Int, progress: (String) -> Void) async throws -> [Series] {
        var series = map { Series(name: $0.name) }
        for round in 0...rounds {
            for (index, contender) in enumerated() {
                try Task.checkCancellation()
                progress(round == 0 ? "warming up: \(contender.name)" : "\(round)/\(rounds): \(contender.name)")
                let run = try await contender.run()
                if round > 0 { series[index].runs.append(run) }
            }
        }
        return series
    }
}
