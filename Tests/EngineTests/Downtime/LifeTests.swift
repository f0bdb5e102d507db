import AlarmCore
import Engine
import RelayTesting
import Storage
import Testing

@Suite("A relay's record of when it was blind", .timeLimit(.minutes(10)))
struct LifeTests {
    private func blind(_ scene: EngineScene) async throws -> [BlindInterval] {
        try await scene.engine.read { try $0.blindIntervals(limit: 99) }
    }

    /// Another life on the same store.
    private func restart(_ scene: EngineScene) async throws -> EngineScene {
        let next = try EngineScene(store: scene.store, clock: scene.clock, channel: scene.channel, seed: 2)
        try await next.engine.recover()
        try await next.engine.begin()
        return next
    }

    /// Lets a relay live until it was told to stop.
    private func live(_ scene: EngineScene, beats: Int) async throws {
        let pulse = Pulse(engine: scene.engine, pausingBy: scene.clock, readings: nil, steps: ClockSteps())
        try await withServices([pulse]) { _ in
            for _ in 0..<beats {
                await scene.clock.somebodySleeps()
                scene.clock.advance(by: Pulse.interval)
            }
            await scene.clock.somebodySleeps()
        }
    }

    @Test("A first start was never away")
    func first() async throws {
        let scene = try EngineScene()
        try await scene.engine.begin()
        #expect(try await blind(scene) == [])
        #expect(scene.engine.vitals.upSince == scene.now)
    }

    @Test("After a stop the absence is known from the last second to the first")
    func stopped() async throws {
        let scene = try EngineScene()
        try await scene.engine.begin()
        try await live(scene, beats: 3)
        let end = scene.now
        scene.clock.advance(by: .hours(3))
        let next = try await restart(scene)
        let interval = BlindInterval(from: end, until: end + .hours(3), cause: .stopped)
        #expect(try await blind(next) == [interval])
        #expect(next.engine.vitals.recentlyBlind == [interval])
        #expect(next.engine.vitals.upSince == next.now)
    }

    @Test("After a crash the absence is known from the last sign of life")
    func crashed() async throws {
        let scene = try EngineScene()
        try await scene.engine.begin()
        let end = scene.now
        scene.clock.advance(by: .minutes(7))
        let next = try await restart(scene)
        #expect(try await blind(next) == [BlindInterval(from: end, until: end + .minutes(7), cause: .ended)])
    }

    @Test("A restart at once is none, and several absences are told newest first")
    func several() async throws {
        var scene = try EngineScene()
        try await scene.engine.begin()
        for span in [Span.milliseconds(900), .seconds(1), .hours(2)] {
            scene.clock.advance(by: span)
            scene = try await restart(scene)
        }
        #expect(try await blind(scene).map(\.absence.length) == [.hours(2), .seconds(1)])
    }

    @Test("A clock that was set back between two lives is noticed, and is no absence")
    func setBack() async throws {
        let scene = try EngineScene()
        try await scene.engine.begin()
        let end = scene.now
        scene.clock.set(to: end - .hours(1))
        let next = try await restart(scene)
        #expect(try await blind(next) == [BlindInterval(from: end, until: end - .hours(1), cause: .clockBack)])
    }

    @Test("What is older than 90 days is forgotten")
    func forgotten() async throws {
        var scene = try EngineScene()
        try await scene.engine.begin()
        scene.clock.advance(by: .hours(1))
        scene = try await restart(scene)
        scene.clock.advance(by: Pulse.memory)
        scene = try await restart(scene)
        #expect(try await blind(scene).count == 2)
        scene.clock.advance(by: .seconds(1))
        scene = try await restart(scene)
        #expect(try await blind(scene).map(\.absence.length) == [.seconds(1), Pulse.memory])
    }

    @Test("A sign of life that the store does not take makes its next one tell of the store")
    func storage() async throws {
        let store = InterruptedStore()
        let scene = try EngineScene(store: store)
        try await scene.engine.begin()
        let start = ClockReading(wall: scene.now, awake: .zero, real: .zero)
        let end = ClockReading(wall: scene.now + .minutes(2), awake: .minutes(2), real: .minutes(2))
        let pulse = Pulse(engine: scene.engine, pausingBy: scene.clock, readings: { end }, steps: ClockSteps())
        var detector: BlindnessDetector? = BlindnessDetector(interval: Pulse.interval, since: start)
        store.failNextWrites(.full)
        await pulse.beat(&detector)
        #expect(try await blind(scene) == [])
        await pulse.beat(&detector)
        let interval = BlindInterval(from: start.wall, until: end.wall, cause: .storage)
        #expect(try await blind(scene) == [interval])
        #expect(scene.engine.vitals.recentlyBlind == [interval])
        await pulse.beat(&detector)
        #expect(try await blind(scene) == [interval])
    }

    @Test("A step of the clock is recorded at once, and not with the next sign of life")
    func step() async throws {
        let scene = try EngineScene()
        try await scene.engine.begin()
        let steps = ClockSteps()
        let wall = SharedReading(ClockReading(wall: scene.now, awake: .zero, real: .zero))
        let pulse = Pulse(
            engine: scene.engine,
            pausingBy: scene.clock,
            readings: { wall.value },
            steps: steps
        )
        try await withServices([pulse]) { _ in
            await scene.clock.somebodySleeps()
            wall.set(ClockReading(wall: scene.now + .hours(1), awake: .zero, real: .zero))
            // Again and again, because the pulse may not listen yet; it records one step once.
            while try await blind(scene).isEmpty {
                steps.noticed()
                await Task.yield()
            }
        }
        #expect(
            try await blind(scene) == [
                BlindInterval(from: scene.now, until: scene.now + .hours(1), cause: .clockForward)
            ]
        )
        let check = await scene.engine.examine().checks.first { $0.name == .clock }
        #expect(check?.status == .ok, "the step lies in the future of a clock that was not set")
    }
}
