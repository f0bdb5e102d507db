package import AlarmCore
import Logging
import ServiceLifecycle
import Storage

/// Leaves a sign of life in the store every few seconds, by which the next run, and this one, know when it was blind.
///
/// Each sign is one small transaction, shared with whatever else is committed at that moment: a store that takes it would
/// take an alarm, too.
package struct Pulse: Service {
    /// The time between two signs of life.
    ///
    /// 10 s.
    package static let interval = Span.seconds(10)
    /// For how long it is kept when the relay was blind.
    ///
    /// 90 days.
    package static let memory = Span.days(90)
    /// How many times of blindness are kept at most.
    ///
    /// 1,000.
    package static let capacity = 1000

    private let engine: Engine
    private let clock: any RelayClock
    private let interval: Span
    private let readings: (@Sendable () -> ClockReading)?
    private let steps: ClockSteps

    /// Makes one.
    ///
    /// - Parameters:
    ///   - engine: whose life it is.
    ///   - clock: by which it pauses.
    ///   - interval: the time between two signs of life.
    ///   - readings: the computer's clocks; nil where time is not the computer's, so that only ends are noticed.
    ///   - steps: who tells that the clock was set.
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
        await engine.leaveLastSign()
    }

    /// Leaves signs of life until the task is cancelled.
    package func work() async {
        var detector = readings.map { BlindnessDetector(interval: interval, since: $0()) }
        var seen = steps.count
        while !Task.isCancelled {
            await wait(forStepAfter: seen)
            seen = steps.count
            if !Task.isCancelled { await beat(&detector) }
        }
    }

    /// Leaves one sign of life, and with it what it found out since the last one.
    package func beat(_ detector: inout BlindnessDetector?) async {
        let reading = readings?()
        let intervals = reading.flatMap { detector?.blindness(until: $0) } ?? []
        do {
            try await engine.leaveSign(at: reading?.wall, blind: intervals)
            if let reading { detector?.noteSign(at: reading) }
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
