package import AlarmCore
import Synchronization

/// The clock of a node on a shared store: the store's own time, as far as it is known.
///
/// All nodes of a store go by its time, so that they agree on what is due and on whose lease has ended, whatever their
/// machines' clocks say. A node reads the store's time at its start and at each of its heartbeats. In between it counts
/// on by the time that has elapsed on its machine, which setting the machine's clock does not change. Before the first
/// reading it shows the machine's time.
///
/// A reading says that the store had a certain time between two looks at the machine's clocks. This clock moves only if
/// that proves it wrong, and only as far. So it is off by at most the time that the last reading took, which is less than
/// ``longestReading``, and by what the machine's clocks drift until the next reading. A store that has no time of its own
/// gives no readings, and its nodes go by their machines' clocks.
package final class StoreClock: RelayClock {
    /// A look at the machine's clocks.
    package struct Look: Hashable, Sendable {
        let wall: Instant
        let elapsed: Span
    }

    private struct State {
        /// The store's time at which ``RelayClock/elapsed()`` was zero.
        var origin: Instant
        /// How far the machine's clock was ahead at the last reading; nil before the first one.
        var offset: Span?
    }

    /// The time that a reading may take; a slower one says too little, and is not used.
    ///
    /// 500 ms.
    package static let longestReading = Span.milliseconds(500)
    /// The smallest move of the clock for which sleepers look at it again.
    ///
    /// 50 ms: they oversleep by no more.
    private static let smallestMove = Span.milliseconds(50)
    /// The longest single sleep, after which the clock is read again, since the machine may have slept.
    ///
    /// 1 s.
    private static let slice = Span.seconds(1)

    /// The machine's own clock.
    package let machine: any RelayClock
    private let moves = ClockSteps()
    private let state: Mutex<State>

    /// Creates a clock that shows the machine's time until the store's is known.
    package init(on machine: any RelayClock) {
        self.machine = machine
        state = Mutex(State(origin: machine.now() - machine.elapsed()))
    }

    package func now() -> Instant {
        let elapsed = machine.elapsed()
        return state.withLock { $0.origin } + elapsed
    }

    package func uptime() -> Span { machine.uptime() }

    package func elapsed() -> Span { machine.elapsed() }

    package func pause(for span: Span) async throws { try await machine.pause(for: span) }

    package func sleep(until instant: Instant) async throws {
        while true {
            // Read first, so that a move between the two reads is noticed.
            let known = moves.count
            let rest = instant - now()
            guard rest > .zero else { return }
            await withTaskGroup { group in
                group.addTask { [machine] in try? await machine.pause(for: min(rest, Self.slice)) }
                group.addTask { [moves] in await moves.step(after: known) }
                await group.next()
                group.cancelAll()
            }
            try Task.checkCancellation()
        }
    }

    /// How far the machine's clock was ahead of the store's at the last reading, negative where it was behind.
    ///
    /// It is never overstated: the doubt that a reading leaves counts in the machine's favour. Nil before the first one.
    package var offset: Span? { state.withLock { $0.offset } }

    /// A look at the machine's clocks, to be taken before and after the store is asked for its time.
    package var look: Look { Look(wall: machine.now(), elapsed: machine.elapsed()) }

    /// Takes a reading: the store had this time between two looks.
    ///
    /// - Parameters:
    ///   - time: the store's time, in whole milliseconds, rounded towards the past.
    ///   - before: a look before the store was asked.
    ///   - after: a look once it had answered.
    /// - Returns: how far the clock has moved, negative for a move back.
    @discardableResult
    package func note(_ time: Instant, between before: Look, and after: Look) -> Span {
        let duration = after.elapsed + -before.elapsed
        guard duration >= .zero, duration <= Self.longestReading else { return .zero }
        let latest = time + .milliseconds(1)
        let move = state.withLock { state in
            if before.wall <= after.wall {
                state.offset = Self.shortest(in: before.wall - latest, after.wall - time)
            }
            let move = Self.shortest(
                in: (time - after.elapsed) - state.origin,
                (latest - before.elapsed) - state.origin
            )
            state.origin = state.origin + move
            return move
        }
        if move <= -Self.smallestMove || move >= Self.smallestMove { moves.noticed() }
        return move
    }

    /// The span closest to zero of those between two.
    private static func shortest(in lower: Span, _ upper: Span) -> Span {
        if lower > .zero { return lower }
        return min(upper, .zero)
    }
}

extension Engine {
    /// The clock of the machine, which the engine's own may correct.
    package var machineClock: any RelayClock { (clock as? StoreClock)?.machine ?? clock }
}
