import AlarmCore
import Foundation
import RelayTesting
import Synchronization
import Testing

@testable import Engine

@Suite("Threads for alarms alone", .timeLimit(.minutes(2)))
struct AlarmExecutorTests {
    /// Keeps every thread that tasks share busy until `isOver`, or for ten seconds; then `begin` is called.
    private func occupyThreads(
        until isOver: @escaping @Sendable () -> Bool,
        _ begin: @escaping @Sendable () -> Void
    ) async {
        let threads = ProcessInfo.processInfo.activeProcessorCount
        let busy = Tally()
        let end = Date(timeIntervalSinceNow: 10)
        await withDiscardingTaskGroup { group in
            for _ in 0..<threads {
                group.addTask {
                    if busy.addOne() == threads { begin() }
                    while !isOver(), Date() < end { usleep(500) }
                }
            }
        }
    }

    @Test("An alarm rings although requests keep every thread busy until it has rung")
    func busyThreads() async throws {
        let fixture = try EngineFixture(executor: AlarmExecutor.shared)
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple, in: .seconds(30))
        try await fixture.catchUp()
        let before = fixture.channel.stages.count
        try await withServices(of: fixture) { _ in
            await fixture.clock.somebodySleeps()
            await occupyThreads(until: { fixture.channel.stages.count > before }) {
                fixture.clock.advance(by: .seconds(30))
            }
            #expect(fixture.channel.stages.count > before)
        }
    }

    @Test("A sleep ends although every thread that tasks share is busy until it has ended")
    func sleeping() async {
        let ended = Tally()
        await occupyThreads(until: { ended.count > 0 }) {
            Task(executorPreference: AlarmExecutor.shared) {
                try await SystemClock().pause(for: .milliseconds(20))
                _ = ended.addOne()
            }
        }
        #expect(ended.count == 1)
    }

    @Test("A sleep that is cancelled ends at once, before or after it has begun")
    func cancelling() async {
        let sleep = Task { try await SystemClock().pause(for: .hours(1)) }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
        let other = Task { try await SystemClock().sleep(until: SystemClock().now() + .hours(1)) }
        await Task.yield()
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
    }
}

private final class Tally: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    /// Adds one; returns the new number.
    func addOne() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}
