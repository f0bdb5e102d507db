import AlarmCore
import Engine
import Synchronization
import Testing

@Suite("The clock of a node on a shared store", .timeLimit(.minutes(10)))
struct StoreClockTests {
    private let machine = MachineClock()

    /// Has `clock` read a store whose time is `span` behind the machine's, in so much time.
    @discardableResult
    private func read(_ clock: StoreClock, behind span: Span, taking duration: Span = .zero) -> Span {
        let half = Span.milliseconds(duration.milliseconds / 2)
        let before = clock.look
        machine.advance(by: half)
        let time = machine.now() - span
        machine.advance(by: duration + -half)
        return clock.note(time, between: before, and: clock.look)
    }

    @Test("It shows the machine's time until it knows the store's")
    func unknown() {
        let clock = StoreClock(on: machine)
        #expect(clock.now() == machine.now())
        #expect(clock.offset == nil)
        machine.advance(by: .seconds(7))
        #expect(clock.now() == machine.now())
    }

    @Test(
        "From then on it shows the store's, with an error that is no longer than the reading took",
        arguments: [-10, 10] as [Int64]
    )
    func follows(seconds: Int64) throws {
        let clock = StoreClock(on: machine)
        read(clock, behind: .seconds(seconds), taking: .milliseconds(40))
        #expect((-40...41).contains((clock.now() - (machine.now() - .seconds(seconds))).milliseconds))
        #expect((-40...41).contains((try #require(clock.offset) + -.seconds(seconds)).milliseconds))
        read(clock, behind: .seconds(seconds))
        #expect((0...1).contains((clock.now() - (machine.now() - .seconds(seconds))).milliseconds))
        machine.advance(by: .minutes(3))
        #expect((0...1).contains((clock.now() - (machine.now() - .seconds(seconds))).milliseconds))
    }

    @Test("A reading that it may agree with does not move it, and finds no offset")
    func agrees() {
        let clock = StoreClock(on: machine)
        for duration in [0, 30, 200, 500] as [Int64] {
            #expect(read(clock, behind: .zero, taking: .milliseconds(duration)) == .zero)
            #expect(clock.now() == machine.now())
            #expect(clock.offset == .zero)
        }
    }

    @Test("A reading that takes longer than half a second counts for nothing")
    func slow() {
        let clock = StoreClock(on: machine)
        #expect(read(clock, behind: .hours(1), taking: .milliseconds(501)) == .zero)
        #expect(clock.now() == machine.now())
        #expect(clock.offset == nil)
    }

    @Test("That the machine's clock is set moves it not, and shows in the offset")
    func machineSet() {
        let clock = StoreClock(on: machine)
        read(clock, behind: .zero)
        let now = clock.now()
        machine.set(by: .hours(1))
        #expect(clock.now() == now)
        #expect(read(clock, behind: .hours(1)) == .zero)
        #expect(clock.now() == now)
        #expect(clock.offset == .hours(1) + -.milliseconds(1))
    }

    @Test("Somebody who sleeps wakes when the store's time jumps past the end")
    func jump() async throws {
        let clock = StoreClock(on: machine)
        read(clock, behind: .zero)
        let end = clock.now() + .hours(1)
        let sleeper = Task { try await clock.sleep(until: end) }
        await machine.somebodySleeps()
        read(clock, behind: -.hours(2))
        try await sleeper.value
        #expect(clock.now() >= end)
    }

    @Test("Somebody who sleeps sleeps on when the store's time jumps back, and ends with the task")
    func jumpBack() async throws {
        let clock = StoreClock(on: machine)
        let end = clock.now() + .milliseconds(300)
        let sleeper = Task { try await clock.sleep(until: end) }
        await machine.somebodySleeps()
        read(clock, behind: .hours(2))
        machine.advance(by: .seconds(1))
        await machine.somebodySleeps()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}

/// A machine whose wall clock can be set apart from the time that elapses.
private final class MachineClock: RelayClock {
    private let time = ManualTime(at: Instant(milliseconds: 5_000_000))
    private let wall = Mutex(Instant(seconds: 1_800_000_000) - Instant(milliseconds: 5_000_000))

    func now() -> Instant { time.now + wall.withLock(\.self) }
    func uptime() -> Span { time.now - Instant(milliseconds: 0) }
    func sleep(until instant: Instant) async throws { try await time.sleep(until: instant - wall.withLock(\.self)) }
    func pause(for span: Span) async throws { try await time.sleep(until: time.now + span) }

    func advance(by span: Span) { time.set(to: time.now + span) }
    func set(by span: Span) { wall.withLock { $0 = $0 + span } }
    func somebodySleeps() async { await time.somebodySleeps() }
}
