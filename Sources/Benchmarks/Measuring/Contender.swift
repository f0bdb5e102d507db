/// Something whose speed is measured, under the name that a report gives it.
struct Contender {
    /// Its name.
    let name: String
    /// Runs it once.
    let run: () async throws -> Run
}

/// A contender with all that it ran.
struct Series: Sendable {
    let name: String
    var runs: [Run] = []
}

extension [Contender] {
    /// Runs every contender once a round, so that whatever else the machine does falls on all of them alike.
    ///
    /// One round more comes first and is thrown away: caches, connections and branch predictors are cold in it.
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
