import AlarmCore
import AlarmWire
import CurlClient
import Delivery
import DeviceSimulator
import Engine
import Features
import Foundation
import NIOCore
import NIOPosix
import RelayServer
import Sealing
import Storage

/// The cost of the database: accepting alarms, waking them, and recording deliveries.
extension StepsBenchmark {
    func storage() async throws -> [Figure] {
        stage.progress("steps: commit")
        let prepared = try await PreparedRelay.with(scale.stepsPending, on: stage)
        let relay = try prepared.copy(in: stage.folder)
        defer { relay.folder.remove() }
        let clock = SettableClock(showing: Population.dawn)
        let built = try await buildRelay(
            configuration: try RelayConfiguration(environment: relay.environment),
            clock: clock,
            gateways: Gateways(ImmediateChannel())
        )
        do {
            let figures = try await storage(built.engine, prepared.population)
            await built.close()
            return figures
        } catch {
            await built.close()
            throw error
        }
    }

    private func storage(_ engine: Engine, _ population: Population) async throws -> [Figure] {
        let scheduler = Scheduler(engine: engine)
        let dispatcher = Dispatcher(engine: engine)
        var (wakes, sends): ([Double], [Double]) = ([], [])
        // The herd is due; a few batches are woken, and their deliveries go to a gateway without latency.
        for _ in 0..<max(scale.steps / 2000, 1) {
            var woken = 0
            let before = ProcessorTime.microseconds
            woken += try await scheduler.wakeDue()
            guard woken > 0 else { break }
            wakes.append((ProcessorTime.microseconds - before) / Double(woken))
            var sent = 0
            let start = ProcessorTime.microseconds
            while case let count = try await dispatcher.sendReady(), count > 0 { sent += count }
            if sent > 0 { sends.append((ProcessorTime.microseconds - start) / Double(sent)) }
        }
        var requests = try AlarmRequests(population, at: engine.clock.now())
        var accepts: [Double] = []
        for _ in 0..<max(scale.steps / 1000, 5) {
            let batch = try await requests.next(Self.accepts, in: engine)
            accepts.append(
                try await ProcessorTime.of(batch.count) {
                    try await withThrowingDiscardingTaskGroup { group in
                        for (request, device) in batch {
                            group.addTask { _ = try await engine.write { try $0.alarms.accept(request, from: device) } }
                        }
                    }
                }
            )
        }
        return [
            figure("commit: an alarm accepted, of \(Self.accepts) in one transaction, decision included", accepts),
            figure("commit: an alarm woken, of 500 in one transaction, decision included", wakes),
            figure("lease, check, render, record: a delivery to a gateway that is no distance away", sends),
        ]
    }
}
