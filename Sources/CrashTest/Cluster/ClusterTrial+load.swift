import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator

extension ClusterTrial {
    /// Number of couples that make the load.
    private static let couples = 6
    /// Number of alarms of a burst.
    private static let burst = 60
    /// How far ahead a burst is due, so that all of its alarms are accepted by then.
    private static let lead = Span.seconds(2)

    /// Makes the couples of the load; their devices repeat unanswered requests without limit.
    ///
    /// All are phones: what browsers get does not pass by the links that tell the nodes apart.
    func makeCouples() async throws -> [DeviceCouple] {
        let configuration = LocalDevice.Configuration(repeats: .max) { _ in
            try await Task.sleep(for: .milliseconds(100))
        }
        var couples: [DeviceCouple] = []
        for _ in 0..<Self.couples {
            couples.append(
                try await DeviceCouple.make(
                    relay: origin,
                    gateway: gateway,
                    topic: DemoEnvironment.topic,
                    transport: transport,
                    configuration: configuration,
                    clock: clock.now
                )
            )
        }
        return couples
    }

    /// Sets many alarms that are due at once, and calls `body` some time after that, at most `spread` milliseconds.
    ///
    /// - Returns: the result of `body`.
    @discardableResult
    func inBurst<Value: Sendable>(
        of couples: [DeviceCouple],
        within spread: Int = 150,
        using chance: inout SeededGenerator,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let due = clock.now() + Self.lead
        let moment = due + .milliseconds(Int64.random(in: 0...Int64(spread), using: &chance))
        async let setting: Void = withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<Self.burst {
                let couple = couples[number % couples.count]
                group.addTask {
                    let accepted = try await couple.sender.setPersistently("Get up", at: due, for: couple.pair)
                    ledger.note { $0.accepted(accepted.id, due: accepted.time, at: clock.now()) }
                }
            }
            try await group.waitForAll()
        }
        try await clock.sleep(moment)
        let value = try await body()
        try await setting
        return value
    }

    /// Waits a time drawn from `range`, in milliseconds.
    func wait(_ range: ClosedRange<Int>, using chance: inout SeededGenerator) async throws {
        try await Task.sleep(for: .milliseconds(Int.random(in: range, using: &chance)))
    }
}
