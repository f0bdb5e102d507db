import AlarmCore
import Engine
import RelayTesting
import Storage
import Testing

@Suite("When the nodes of a shared store were blind")
struct SharedBlindnessTests {
    /// A node that writes heartbeats when the test says so.
    private final class Node {
        let fixture: EngineFixture
        private let recorder: HeartbeatRecorder
        private let reading: SharedReading
        private var detector: BlindnessDetector?

        init(on store: InMemoryStore, clock: TestClock, seed: UInt64) throws {
            fixture = try EngineFixture(store: store, clock: clock, seed: seed)
            let first = ClockReading(wall: clock.now(), awake: .zero, real: .zero)
            let reading = SharedReading(first)
            self.reading = reading
            recorder = HeartbeatRecorder(
                engine: fixture.engine,
                pausingBy: clock,
                readings: { reading.value },
                steps: ClockSteps()
            )
            detector = BlindnessDetector(interval: HeartbeatRecorder.interval, since: first)
        }

        /// Writes a heartbeat after `span`, of which the machine was `asleep`, and after a step of the clock.
        func beat(after span: Span, asleep: Span = .zero, step: Span = .zero) async {
            var next = reading.value
            next.wall = next.wall + span + step
            next.real = next.real + span
            next.awake = next.awake + span + -asleep
            reading.set(next)
            await recorder.recordHeartbeat(&detector)
        }

        /// Has the store refuse heartbeats from now on.
        func noteFailure() { detector?.noteFailure() }
    }

    private let store = InMemoryStore(isShared: true)
    private let clock = TestClock()

    private func blind() async throws -> [BlindInterval] { try await store.read { try $0.blindIntervals(limit: 99) } }

    private func nodes() async throws -> (Node, Node) {
        let (first, second) = (try node(1), try node(2))
        try await first.fixture.engine.begin()
        try await second.fixture.engine.begin()
        return (first, second)
    }

    private func node(_ seed: UInt64) throws -> Node { try Node(on: store, clock: clock, seed: seed) }

    @Test("A node that slept while another one was well says nothing of it")
    func oneSlept() async throws {
        let (first, second) = try await nodes()
        for _ in 0..<12 {
            clock.advance(by: .seconds(10))
            await second.beat(after: .seconds(10))
        }
        clock.advance(by: .seconds(3))
        await first.beat(after: .seconds(123), asleep: .seconds(120))
        #expect(try await blind() == [])
        #expect(first.fixture.engine.health.recentlyBlind == [])
    }

    @Test("If all slept, that is recorded once, from the last heartbeat of any")
    func allSlept() async throws {
        let (first, second) = try await nodes()
        clock.advance(by: .seconds(10))
        await second.beat(after: .seconds(10))
        let last = clock.now()
        clock.advance(by: .minutes(2))
        await first.beat(after: .seconds(130), asleep: .minutes(2))
        await second.beat(after: .minutes(2), asleep: .minutes(2))
        #expect(try await blind() == [BlindInterval(from: last, until: clock.now(), cause: .suspended)])
        #expect(first.fixture.engine.health.recentlyBlind.count == 1)
        #expect(second.fixture.engine.health.recentlyBlind == [])
    }

    @Test("A store that took nothing from anybody was blind, though all nodes have been well again since")
    func storage() async throws {
        let (first, second) = try await nodes()
        let last = clock.now()
        clock.advance(by: .minutes(2))
        for node in [first, second] {
            node.noteFailure()
            try await node.fixture.engine.beat()
        }
        let third = try node(3)
        try await third.fixture.engine.begin()
        for node in [first, second] { await node.beat(after: .minutes(2)) }
        #expect(try await blind() == [BlindInterval(from: last, until: clock.now(), cause: .storage)])
    }

    @Test("A step of the clock by which all go is recorded once")
    func step() async throws {
        let (first, second) = try await nodes()
        let start = clock.now()
        clock.advance(by: .seconds(10))
        await first.beat(after: .seconds(10), step: .hours(1))
        await second.beat(after: .seconds(12), step: .hours(1))
        let step = BlindInterval(from: start + .seconds(10), until: start + .seconds(3610), cause: .clockForward)
        #expect(try await blind() == [step])
    }
}
