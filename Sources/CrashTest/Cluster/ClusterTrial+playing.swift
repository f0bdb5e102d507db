import AlarmCore
import DeviceSimulator

extension ClusterTrial {
    /// How long after the last promise an alarm may still come; it is lost after that.
    private static let patience = Span.seconds(30)

    /// Keeps the relays under load while `inflict` does its worst, and judges; ends everything but the server.
    ///
    /// - Parameters:
    ///   - setting: the run's parameters.
    ///   - inflict: inflicts a fault on this trial while its couples set alarms, and adds what it finds to the result.
    /// - Returns: the result, with the verdict.
    /// - Throws: the error that kept the trial from being held.
    func play(
        _ setting: FaultContext,
        _ inflict: ([DeviceCouple], inout FaultResult) async throws -> Void
    ) async throws -> FaultResult {
        do {
            let result = try await judged(setting, inflict)
            await stop()
            return result
        } catch {
            await stop()
            throw error
        }
    }

    private func judged(
        _ setting: FaultContext,
        _ inflict: ([DeviceCouple], inout FaultResult) async throws -> Void
    ) async throws -> FaultResult {
        let couples = try await makeCouples()
        let traffic = Traffic(ledger: ledger, clock: clock)
        let recorder = GatewayLedgerRecorder(gateway: gateway, ledger: ledger) { [owners] in owners.owner(of: $0) }
        let ear = Task { await traffic.listen(by: recorder, for: couples, seed: setting.seed) }
        defer { ear.cancel() }
        var result = FaultResult()
        async let sending: Void = traffic.send(from: couples, seed: setting.seed)
        try await inflict(couples, &result)
        traffic.close()
        try await sending
        try await ledger.waitUntilIdle(by: clock, within: Self.patience) { traffic.isBusy }
        ear.cancel()
        await ear.value
        result.verdict = LedgerFindings(on: ledger.now)
        await check(&result)
        return result
    }

    /// Adds what has to hold after every fault.
    private func check(_ result: inout FaultResult) async {
        let verdict = result.verdict
        result.expect(verdict.rung > 0, "nothing rang, so that nothing was tried")
        if let time = verdict.takeOver, judgesTime {
            result.expect(
                time <= Ledger.longestTakeOver,
                "a ring came \(time.milliseconds) ms after it could; \(Ledger.longestTakeOver.milliseconds) are allowed"
            )
        }
        let counts = nodes.map { node in "\(pushes(by: node.number)) by node \(node.number)" }
        result.notes.append("pushes: " + counts.joined(separator: ", "))
        result.expect(pushes(by: ConnectionOwners.nobody) == 0, "pushes came by connections that no node had opened")
        let refusals = transport.refusalCounts.sorted { $0.key < $1.key }.map { "\($0.value) times \($0.key)" }
        if !refusals.isEmpty {
            result.notes.append("answered \(refusals.joined(separator: ", ")), after which another relay was asked")
        }
        for node in nodes where await !node.isRunning {
            result.failures.append("node \(node.number) does not run at the end: \(node.lastWords)")
        }
    }

    private func pushes(by node: Int) -> Int {
        ledger.ask { ledger in ledger.entries.values.reduce(0) { $0 + $1.pushes.count { $0.node == node } } }
    }
}
