package import AlarmCore
import Logging
import ServiceLifecycle
import Storage

/// Writes a heartbeat to the store every few seconds, by which this run and the next know when the relay was blind.
///
/// Each heartbeat is one small transaction, shared with whatever else is committed at that moment: a store that takes
/// it would take an alarm, too.
package struct HeartbeatRecorder: Service {
    /// The time between two heartbeats.
    ///
    /// 10 s.
    package static let interval = Span.seconds(10)
    /// How long intervals of blindness are kept.
    ///
    /// 90 days.
    package static let memory = Span.days(90)
    /// The most intervals of blindness kept.
    ///
    /// 1,000.
    package static let capacity = 1000

    private let engine: Engine
    private let clock: any RelayClock
    private let interval: Span
    private let readings: (@Sendable () -> ClockReading)?
    private let steps: ClockSteps

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - engine: the engine whose store takes the heartbeats.
    ///   - clock: the clock for pauses.
    ///   - interval: the time between two heartbeats.
    ///   - readings: the computer's clocks; nil where time is not the computer's, so that only ends are noticed.
    ///   - steps: the source of steps of the wall clock.
    package init(
        engine: Engine,
        pausingBy clock: any RelayClock,
        interval: Span = interval,
        readings: (@Sendable () -> ClockReading)? = { .now() },
        steps: ClockSteps = .system
    ) {
        self.engine = engine
        self.clock = clock
        self.interval = interval
        self.readings = readings
        self.steps = steps
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await work() }
        await engine.recordLastHeartbeat()
    }

    /// Writes heartbeats until the task is cancelled.
    package func work() async {
        var detector = readings.map { BlindnessDetector(interval: interval, since: $0()) }
        var seen = steps.count
        while !Task.isCancelled {
            await wait(forStepAfter: seen)
            seen = steps.count
            if !Task.isCancelled { await recordHeartbeat(&detector) }
        }
    }

    /// Writes one heartbeat, with the blindness detected since the last one.
    package func recordHeartbeat(_ detector: inout BlindnessDetector?) async {
        let reading = readings?()
        let intervals = reading.flatMap { detector?.blindness(until: $0) } ?? []
        do {
            try await engine.recordHeartbeat(at: reading?.wall, blind: intervals)
            if let reading { detector?.noteHeartbeat(at: reading) }
        } catch {
            detector?.noteFailure()
            engine.logger.warning("no sign of life could be left", metadata: ["error": "\(error)"])
        }
    }

    private func wait(forStepAfter seen: Int) async {
        await withTaskGroup { group in
            group.addTask { [clock, interval] in try? await clock.pause(for: interval) }
            group.addTask { [steps] in await steps.step(after: seen) }
            await group.next()
            group.cancelAll()
        }
    }
}
