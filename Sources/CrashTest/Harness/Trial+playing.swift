import DeviceKit
import DeviceSimulator

extension DeviceCouple {
    /// Creates a couple on the trial's relay; both devices repeat failed requests without limit.
    static func make(on trial: Trial, isReceiverBrowser: Bool = false) async throws -> DeviceCouple {
        let stage = await trial.transport
        let configuration = LocalDevice.Configuration(repeats: .max) { _ in
            try await Task.sleep(for: .milliseconds(10))
        }
        return try await make(
            relay: stage.relay.url,
            gateway: stage.gateway,
            topic: DemoEnvironment.topic,
            client: stage.client,
            isReceiverBrowser: isReceiverBrowser,
            configuration: configuration,
            clock: stage.clock.now
        )
    }
}

extension Trial {
    /// Runs `body` with a couple and the gateway's ledger kept, and stops relay and gateway at its end.
    ///
    /// - Returns: what the ledger shows then.
    func play(_ body: (DeviceCouple) async throws -> Void) async throws -> LedgerFindings {
        let recording = Task { await GatewayLedgerRecorder(gateway: gateway, ledger: ledger).listen() }
        defer { recording.cancel() }
        do {
            try await body(DeviceCouple.make(on: self))
        } catch {
            await stop()
            throw error
        }
        let findings = LedgerFindings(on: ledger.now)
        recording.cancel()
        await stop()
        return findings
    }
}
