import AlarmCore
import RelayTesting
import Storage
import Testing

@testable import Engine

@Suite("The wakes of the next minute")
struct HorizonTests {
    private static let reach = Span.seconds(60)
    private let start = Instant.sample

    private func wake(_ seconds: Int64, _ number: Int64 = 1) -> Wake {
        Wake(at: start + .seconds(seconds), alarm: AlarmKey(number))
    }

    @Test("A new horizon has ended already, so that the store is read first")
    func new() {
        let horizon = Horizon()
        #expect(horizon.end < start)
        #expect(horizon.count == 0)
        #expect(horizon.next <= start)
    }

    @Test("The next moment is the earliest wake, or the end of what is known")
    func next() {
        var horizon = Horizon()
        horizon.refill([], through: start + Self.reach)
        #expect(horizon.next == start + .seconds(60))
        horizon.refill([wake(30), wake(40)], through: start + Self.reach)
        #expect(horizon.next == start + .seconds(30))
        let dropped1 = horizon.drop(through: start + .seconds(30))
        #expect(dropped1 == 1)
        #expect(horizon.next == start + .seconds(40))
        let dropped2 = horizon.drop(through: start + .seconds(39))
        #expect(dropped2 == 0)
    }

    @Test("A wake is taken in up to and including the end, and not beyond it")
    func insert() {
        var horizon = Horizon()
        horizon.refill([wake(30)], through: start + Self.reach)
        let isEarliest3 = horizon.insert(wake(61))
        #expect(!isEarliest3, "beyond, where the next query finds it")
        #expect(horizon.count == 1)
        let isEarliest4 = horizon.insert(wake(60))
        #expect(!isEarliest4)
        let isEarliest5 = horizon.insert(wake(10))
        #expect(isEarliest5, "earlier than all others")
        let isEarliest6 = horizon.insert(wake(10, 2))
        #expect(!isEarliest6, "no earlier than another one")
        #expect(horizon.count == 4)
        #expect(horizon.next == start + .seconds(10))
    }

    @Test("A minute that is too full ends with the last wake that was brought in")
    func overflow() {
        var horizon = Horizon()
        let wakes = (0..<Horizon.capacity).map { wake(Int64($0) / 1000, Int64($0)) }
        horizon.refill(wakes, through: start + Self.reach)
        #expect(horizon.end == start + .seconds(49))
        let isEarliest7 = horizon.insert(wake(50))
        #expect(!isEarliest7)
        #expect(horizon.count == Horizon.capacity)
        let dropped8 = horizon.drop(through: start + .seconds(49))
        #expect(dropped8 == Horizon.capacity)
        #expect(horizon.next == start + .seconds(49), "what was left out is asked for at once")
    }

    @Test("A wake committed while the store is read is not lost, whether or not the result has it")
    func arrivals() async throws {
        let shared = SharedHorizon()
        try await shared.refill(through: start + Self.reach) { _, _ in
            #expect(!shared.insert([wake(20, 1), wake(90, 2)]), "the horizon of before ended long ago")
            return [wake(30, 3)]
        }
        #expect(shared.next == start + .seconds(20))
        #expect(shared.count == 2)
        #expect(shared.insert([wake(10, 4), wake(50, 5)]))
        #expect(!shared.insert([]))
    }

    @Test("A query that fails leaves the horizon as it was")
    func failure() async throws {
        let shared = SharedHorizon()
        try await shared.refill(through: start + Self.reach) { _, _ in [wake(30)] }
        await #expect(throws: StoreError.closed) {
            try await shared.refill(through: start + .hours(1)) { _, _ in throw StoreError.closed }
        }
        #expect(shared.end == start + .seconds(60))
        #expect(shared.next == start + .seconds(30))
    }
}
