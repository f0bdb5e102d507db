package import AlarmCore
import Foundation

/// The clock that every part of the relay takes, so that tests and simulations can replace it.
package protocol RelayClock: Sendable {
    /// The wall-clock time.
    func now() -> Instant
    /// Returns at `instant` or soon after, or throws `CancellationError` when the task is cancelled.
    ///
    /// It follows steps of the wall clock: when that is set forward past `instant`, this returns at once, or within a
    /// second.
    func sleep(until instant: Instant) async throws
    /// Returns after `span`, however the wall clock is set meanwhile.
    ///
    /// It throws `CancellationError` when the task is cancelled.
    func pause(for span: Span) async throws
    /// The time since an arbitrary start, however the wall clock was set meanwhile.
    func uptime() -> Span
    /// The time since an arbitrary start, in which the computer may have slept, however the wall clock was set meanwhile.
    func elapsed() -> Span
}

extension RelayClock {
    /// Sleeps until the wall clock has advanced by `span`: right for clocks that are never set back.
    package func pause(for span: Span) async throws {
        try await sleep(until: now() + span)
    }

    /// The time on the wall clock: right for clocks that are never set.
    package func uptime() -> Span {
        now() - Instant(milliseconds: 0)
    }

    /// The uptime: right for clocks that know of no sleep.
    package func elapsed() -> Span { uptime() }
}

/// The computer's clock.
package struct SystemClock: RelayClock {
    /// The longest single sleep, after which the wall clock is read again, since it can be set without notice.
    ///
    /// 1 s.
    private static let slice = Span.seconds(1)

    private let steps: ClockSteps

    package init() {
        steps = .system
    }

    package func now() -> Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package func sleep(until instant: Instant) async throws {
        while true {
            // Read first, so that a step between the two reads is noticed.
            let known = steps.count
            let rest = instant - now()
            guard rest > .zero else { return }
            try await sleep(for: min(rest, Self.slice), unlessStepAfter: known)
        }
    }

    package func pause(for span: Span) async throws {
        await TimerQueue.sleep(for: span)
        try Task.checkCancellation()
    }

    package func uptime() -> Span { ClockReading.now().awake }

    package func elapsed() -> Span { ClockReading.now().real }

    private func sleep(for span: Span, unlessStepAfter known: Int) async throws {
        await withTaskGroup { group in
            group.addTask { await TimerQueue.sleep(for: span) }
            group.addTask { [steps] in await steps.step(after: known) }
            await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }
}
