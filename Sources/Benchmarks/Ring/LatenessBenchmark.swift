import AlarmCore
import Engine
import Storage

/// Measures how late pushes leave the relay while a thousand alarms ring every second.
struct LatenessBenchmark {
    private static let lead = Span.seconds(5)
    /// Due time of the first alarm, before the relay has anything to do for the herd.
    private static let first = Population.dawn - .minutes(5)

    let scale: Scale
    let stage: MeasurementContext

    /// Measures with one alarm due every millisecond.
    func measure() async throws -> [ReportSection] {
        let prepared = try await PreparedRelay.with(scale.pending, on: stage)
        let gateway = try await PushGateway.start(in: try stage.folder.folder("lateness"))
        do {
            var outcomes: [RingOutcome] = []
            for round in 1...scale.latenessRounds {
                try Task.checkCancellation()
                stage.progress("\(round)/\(scale.latenessRounds): a thousand rings a second")
                outcomes.append(try await ring(prepared, gateway))
            }
            await gateway.stop()
            return [section(outcomes)]
        } catch {
            await gateway.stop()
            throw error
        }
    }

    private func ring(_ prepared: PreparedRelay, _ gateway: PushGateway) async throws -> RingOutcome {
        let relay = try prepared.copy(in: stage.folder)
        defer { relay.folder.remove() }
        let (rings, couples) = (scale.rings, StoredCouple.make(min(prepared.population.couples, scale.rings)))
        try await relay.change { store, _ in
            for start in stride(from: 0, to: rings, by: 5000) {
                try await store.write { transaction in
                    for number in start..<min(start + 5000, rings) {
                        let due = Self.first + .milliseconds(Int64(number))
                        try Population.insert(due: due, of: couples[number % couples.count], into: transaction)
                    }
                }
            }
        }
        return try await RingOutcome.of(
            relay,
            showing: (Self.first - Self.lead).milliseconds,
            due: Self.first.milliseconds,
            count: scale.rings,
            gateway: gateway,
            log: stage.folder.path("ring.log")
        )
    }

    private func section(_ outcomes: [RingOutcome]) -> ReportSection {
        ReportSection(
            title: "Lateness at 1,000 rings a second",
            setting: """
                \(scale.rings) alarms due one every millisecond, \(scale.pending) pending besides, \
                \(scale.latenessRounds) rounds; from due to the push handed to the HTTP client, and to the gateway's answer, \
                between which libcurl gets it
                """,
            figures: [
                Figure("handed over, median", outcomes.map(\.handed.median), "ms"),
                Figure("handed over, p99", outcomes.map(\.handed.p99), "ms", bar: "≤ 50"),
                Figure("handed over, longest", outcomes.map(\.handed.longest), "ms"),
                Figure("answered, median", outcomes.map(\.answered.median), "ms"),
                Figure("answered, p99", outcomes.map(\.answered.p99), "ms"),
                Figure("answered, longest", outcomes.map(\.answered.longest), "ms"),
                Figure(
                    "the relay's processors",
                    outcomes.map { $0.processorSeconds / max($0.recordedSeconds, 0.001) * 100 },
                    "% of a core",
                    bar: "≤ 40"
                ),
                Figure("attempts made again", outcomes.map { Double($0.failures) }, ""),
            ]
        )
    }
}
