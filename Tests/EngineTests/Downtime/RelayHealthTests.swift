import AlarmCore
import Engine
import RelayTesting
import Storage
import Testing

@Suite("A relay's record of when it was blind", .timeLimit(.minutes(10)))
struct RelayHealthTests {
    private func blind(_ fixture: EngineFixture) async throws -> [BlindInterval] {
        try await fixture.engine.read { try $0.blindIntervals(limit: 99) }
    }

    /// Restarts the relay on the same store.
    private func restart(_ fixture: EngineFixture) async throws -> EngineFixture {
        let next = try EngineFixture(store: fixture.store, clock: fixture.clock, channel: fixture.channel, seed: 2)
        try await next.engine.begin()
        return next
    }

    /// Runs a relay for a number of heartbeats and stops it gracefully.
    private func live(_ fixture: EngineFixture, beats: Int) async throws {
        let heartbeatRecorder = HeartbeatRecorder(
            engine: fixture.engine,
            pausingBy: fixture.clock,
            readings: nil,
            steps: ClockSteps()
        )
        try await withServices([heartbeatRecorder]) { _ in
            for _ in 0..<beats {
                await fixture.clock.somebodySleeps()
                fixture.clock.advance(by: HeartbeatRecorder.interval)
            }
            await fixture.clock.somebodySleeps()
        }
    }

    @Test("A first start was never away")
    func first() async throws {
        let fixture = try EngineFixture()
        try await fixture.engine.begin()
        #expect(try await blind(fixture) == [])
        #expect(fixture.engine.health.upSince == fixture.now)
    }

    @Test("After a stop the absence is known from the last second to the first")
    func stopped() async throws {
        let fixture = try EngineFixture()
        try await fixture.engine.begin()
        try await live(fixture, beats: 3)
        let end = fixture.now
        fixture.clock.advance(by: .hours(3))
        let next = try await restart(fixture)
        let interval = BlindInterval(from: end, until: end + .hours(3), cause: .stopped)
        #expect(try await blind(next) == [interval])
        #expect(next.engine.health.recentlyBlind == [interval])
        #expect(next.engine.health.upSince == next.now)
    }

    @Test("After a crash the absence is known from the last sign of life")
    func crashed() async throws {
        let fixture = try EngineFixture()
        try await fixture.engine.begin()
        let end = fixture.now
        fixture.clock.advance(by: .minutes(7))
        let next = try await restart(fixture)
        #expect(try await blind(next) == [BlindInterval(from: end, until: end + .minutes(7), cause: .ended)])
    }

    @Test("A restart at once is no absence, and several absences are listed newest first")
    func several() async throws {
        var fixture = try EngineFixture()
        try await fixture.engine.begin()
        for span in [Span.milliseconds(900), .seconds(1), .hours(2)] {
            fixture.clock.advance(by: span)
            fixture = try await restart(fixture)
        }
        #expect(try await blind(fixture).map(\.absence.length) == [.hours(2), .seconds(1)])
    }

    @Test("A clock that was set back between two runs is noticed, and is no absence")
    func setBack() async throws {
        let fixture = try EngineFixture()
        try await fixture.engine.begin()
        let end = fixture.now
        fixture.clock.set(to: end - .hours(1))
        let next = try await restart(fixture)
        #expect(try await blind(next) == [BlindInterval(from: end, until: end - .hours(1), cause: .clockBack)])
    }

    @Test("Intervals older than 90 days are deleted")
    func forgotten() async throws {
        var fixture = try EngineFixture()
        try await fixture.engine.begin()
        fixture.clock.advance(by: .hours(1))
        fixture = try await restart(fixture)
        fixture.clock.advance(by: HeartbeatRecorder.memory)
        fixture = try await restart(fixture)
        #expect(try await blind(fixture).count == 2)
        fixture.clock.advance(by: .seconds(1))
        fixture = try await restart(fixture)
        #expect(try await blind(fixture).map(\.absence.length) == [.seconds(1), HeartbeatRecorder.memory])
    }

    @Test("After a sign of life that the store refused the next one records a blind interval of the store")
    func storage() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        try await fixture.engine.begin()
        let start = ClockReading(wall: fixture.now, awake: .zero, real: .zero)
        let end = ClockReading(wall: fixture.now + .minutes(2), awake: .minutes(2), real: .minutes(2))
        let heartbeatRecorder = HeartbeatRecorder(
            engine: fixture.engine,
            pausingBy: fixture.clock,
            readings: { end },
            steps: ClockSteps()
        )
        var detector: BlindnessDetector? = BlindnessDetector(interval: HeartbeatRecorder.interval, since: start)
        store.failNextWrites(.full)
        await heartbeatRecorder.recordHeartbeat(&detector)
        #expect(try await blind(fixture) == [])
        await heartbeatRecorder.recordHeartbeat(&detector)
        let interval = BlindInterval(from: start.wall, until: end.wall, cause: .storage)
        #expect(try await blind(fixture) == [interval])
        #expect(fixture.engine.health.recentlyBlind == [interval])
        await heartbeatRecorder.recordHeartbeat(&detector)
        #expect(try await blind(fixture) == [interval])
    }

    @Test("A step of the clock is recorded at once, and not with the next sign of life")
    func step() async throws {
        let fixture = try EngineFixture()
        try await fixture.engine.begin()
        let steps = ClockSteps()
        let wall = SharedReading(ClockReading(wall: fixture.now, awake: .zero, real: .zero))
        let heartbeatRecorder = HeartbeatRecorder(
            engine: fixture.engine,
            pausingBy: fixture.clock,
            readings: { wall.value },
            steps: steps
        )
        try await withServices([heartbeatRecorder]) { _ in
            await fixture.clock.somebodySleeps()
            wall.set(ClockReading(wall: fixture.now + .hours(1), awake: .zero, real: .zero))
            // Repeated, because the recorder may not be listening yet; it records each step only once.
            while try await blind(fixture).isEmpty {
                steps.noticed()
                await Task.yield()
            }
        }
        #expect(
            try await blind(fixture) == [
                BlindInterval(from: fixture.now, until: fixture.now + .hours(1), cause: .clockForward)
            ]
        )
        let check = await fixture.engine.examine().checks.first { $0.name == .clock }
        #expect(check?.status == .ok, "the step lies in the future of a clock that was not set")
    }
}
