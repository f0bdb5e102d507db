import CurlClient
import DeviceSimulator
import GatewaySimulator

/// Measures the processor time of a relay while none of its alarms is due.
struct IdleBenchmark {
    let scale: Scale
    let stage: MeasurementContext

    func measure() async throws -> [ReportSection] {
        let prepared = try await PreparedRelay.with(scale.pending, on: stage)
        let relay = try prepared.copy(in: stage.folder)
        defer { relay.folder.remove() }
        let gateway = try await GatewaySimulator.start()
        let client = try CurlClient()
        let served = try await ServedRelay.start(
            relay,
            gateway: gateway,
            ringing: nil,
            folder: stage.folder,
            client: client
        )
        await client.shutdown()
        stage.progress("watching an idle relay for \(scale.idleSeconds) s")
        try await Task.sleep(for: .seconds(3))
        let before = try served.resources()
        let start = ContinuousClock.now
        try await Task.sleep(for: .seconds(scale.idleSeconds))
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let after = try served.resources()
        await served.process.stop()
        try await gateway.shutdown()
        return [
            ReportSection(
                title: "An idle relay",
                setting: "`reveille serve` with \(scale.pending) alarms pending, watched for \(scale.idleSeconds) s",
                figures: [
                    Figure(
                        "processor time",
                        [(after.processorSeconds - before.processorSeconds) / seconds * 100],
                        "% of a core",
                        bar: "< 1"
                    ),
                    Figure("memory", [after.megabytes], "MB"),
                ]
            )
        ]
    }
}
