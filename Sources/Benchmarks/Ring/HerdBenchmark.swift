import AlarmCore
import CurlClient
import Foundation

/// Measures the morning herd: many alarms due in the same second, among many more that are pending.
struct HerdBenchmark {
    /// How long before the herd's due time a relay is started.
    private static let lead = Span.seconds(5)

    let scale: Scale
    let stage: MeasurementContext

    /// Measures, round by round, the client's pushes to a gateway and the relay's to the same one.
    func measure() async throws -> [ReportSection] {
        let prepared = try await PreparedRelay.with(scale.pending, on: stage)
        let gateway = try await PushGateway.start(in: try stage.folder.folder("herd"))
        do {
            let section = try await measure(prepared, gateway)
            await gateway.stop()
            return [section]
        } catch {
            await gateway.stop()
            throw error
        }
    }

    private func measure(_ prepared: PreparedRelay, _ gateway: PushGateway) async throws -> ReportSection {
        let herd = prepared.population.couples
        var (rates, ideals, outcomes): ([Double], [Double], [RingOutcome]) = ([], [], [])
        var leasts: [Double] = []
        for round in 1...scale.herdRounds {
            try Task.checkCancellation()
            stage.progress("\(round)/\(scale.herdRounds): the client alone")
            let rate = try await PushLoad.asRelay(count: herd, to: gateway).runCurlClient().rate
            stage.progress("\(round)/\(scale.herdRounds): \(herd) alarms of \(scale.pending) due at once")
            let relay = try prepared.copy(in: stage.folder)
            defer { relay.folder.remove() }
            let before = gateway.processorSeconds
            let outcome = try await RingOutcome.of(
                relay,
                showing: (Population.dawn - Self.lead).milliseconds,
                due: Population.dawn.milliseconds,
                count: herd,
                gateway: gateway,
                log: stage.folder.path("ring.log")
            )
            rates.append(rate)
            ideals.append(Double(herd) / rate)
            outcomes.append(outcome)
            let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
            leasts.append((outcome.processorSeconds + gateway.processorSeconds - before) / cores)
        }
        let over = { (seconds: KeyPath<RingOutcome, Double>) in
            zip(outcomes, ideals).map { $0[keyPath: seconds] / $1 }
        }
        return ReportSection(
            title: "Morning herd",
            setting: """
                \(herd) alarms due in the same millisecond, \(scale.pending) pending, \(scale.herdRounds) rounds; database \
                on the disk, TLS, nghttpd answering without a body; the ideal is the herd divided by what the client alone, \
                with as many senders as the relay has, pushes to the same gateway
                """,
            figures: [
                Figure("pushed by the client alone", rates, "a second"),
                Figure("ideal", ideals, "s"),
                Figure("until the last was handed over", outcomes.map(\.handedSeconds), "s"),
                Figure("the same, to the ideal", over(\.handedSeconds), "×", bar: "≤ 1.25"),
                Figure("until the last was answered", outcomes.map(\.answeredSeconds), "s"),
                Figure("the same, to the ideal", over(\.answeredSeconds), "×"),
                Figure("until every result was recorded", outcomes.map(\.recordedSeconds), "s"),
                Figure("the same, to the ideal", over(\.recordedSeconds), "×", bar: "≤ 2"),
                Figure("the processor time of relay and gateway, shared out over all cores", leasts, "s"),
                Figure("the same, to the ideal", zip(leasts, ideals).map { $0 / $1 }, "×"),
                Figure(
                    "the relay's processor time for each",
                    outcomes.map { $0.processorSeconds / Double(herd) * 1e6 },
                    "µs"
                ),
                Figure("the relay's memory at most", outcomes.map(\.peakMegabytes), "MB"),
                Figure("attempts made again", outcomes.map { Double($0.failures) }, ""),
            ]
        )
    }
}
