import AlarmCore
import Features
import RelayTesting
import Storage
import TestSupport
import Testing

@testable import Engine

@Suite("Deliveries in flight", .timeLimit(.minutes(10)))
struct InFlightTests {
    private let first = AlarmKey(1)
    private let second = AlarmKey(2)

    private func row(_ number: Int, of alarm: AlarmKey) -> DeliveryRow {
        .sample(number, alarm: alarm)
    }

    @Test("It is counted from entering to leaving")
    func count() {
        let inFlight = InFlight()
        inFlight.enter([row(1, of: first), row(2, of: first)])
        #expect(inFlight.count == 2)
        inFlight.leave(.sample(1))
        inFlight.leave(.sample(1))
        inFlight.leave(.sample(9))
        #expect(inFlight.count == 1)
    }

    @Test("A wait for an alarm waits for all of its deliveries and for no others")
    func drains() async {
        let inFlight = InFlight()
        inFlight.enter([row(1, of: first), row(2, of: first), row(3, of: second)])
        let order = EventOrder()
        async let left: Void = {
            for number in [1, 2] {
                for _ in 0..<50 { await Task.yield() }
                order.add("left \(number)")
                inFlight.leave(.sample(number))
            }
        }()
        await inFlight.drain(alarm: first, for: .minutes(1))
        order.add("drained")
        await left
        #expect(order.entries == ["left 1", "left 2", "drained"])
        #expect(inFlight.count == 1)
    }

    @Test("A delivery under way twice is over when both attempts have ended")
    func twice() async {
        let inFlight = InFlight()
        inFlight.enter([row(1, of: first)])
        inFlight.enter([row(1, of: first)])
        inFlight.leave(.sample(1))
        #expect(inFlight.count == 1)
        await inFlight.drain(alarm: first, for: .milliseconds(1))
        #expect(inFlight.count == 1, "nobody came back, and the wait was over all the same")
        inFlight.leave(.sample(1))
        #expect(inFlight.count == 0)
        await inFlight.drain(alarm: first, for: .minutes(1))
    }

    @Test("A delivery that starts after the wait began is not waited for")
    func later() async throws {
        let inFlight = InFlight()
        inFlight.enter([row(1, of: first)])
        async let drained: Void = inFlight.drain(circle: .sample(1), for: .minutes(1))
        while inFlight.waiterCount == 0 { try await Task.yieldUnlessCancelled() }
        inFlight.enter([row(2, of: first)])
        inFlight.leave(.sample(1))
        await drained
        #expect(inFlight.count == 1)
    }

    @Test("Without a delivery under way the wait ends at once")
    func nothing() async {
        let inFlight = InFlight()
        await inFlight.drain(alarm: first, for: .minutes(1))
        inFlight.enter([row(1, of: first)])
        await inFlight.drain(alarm: second, for: .minutes(1))
        await inFlight.drain(circle: .sample(2), for: .minutes(1))
    }

    @Test("A wait that is cancelled ends")
    func cancelled() async {
        let inFlight = InFlight()
        inFlight.enter([row(1, of: first)])
        let task = Task { await inFlight.drain(alarm: AlarmKey(1), for: .minutes(1)) }
        task.cancel()
        await task.value
        inFlight.leave(.sample(1))
    }

    @Test("A delivery that was barred before it began never begins, and is not waited for")
    func barred() async {
        let inFlight = InFlight()
        inFlight.enter([row(1, of: first), row(2, of: first), row(3, of: second)])
        #expect(inFlight.begin(.sample(1)))
        inFlight.bar(before: [first: 2])
        #expect(!inFlight.begin(.sample(2)))
        #expect(inFlight.begin(.sample(3)), "another alarm's")
        #expect(inFlight.begunCount == 2)
        async let drained: Void = inFlight.drain(alarm: first, for: .minutes(1))
        inFlight.leave(.sample(1))
        await drained
        #expect(inFlight.count == 2, "the one that was barred has not left yet")
    }

    @Test("A delivery for a removed device or an ended pair never begins, notices included")
    func gone() {
        let inFlight = InFlight()
        let notice = DeliveryRow.sample(1, alarm: first, stage: .noAnswer)
        inFlight.enter([notice, row(2, of: second)])
        inFlight.bar(before: [:], devices: [.sample(77)], circles: [.sample(77)])
        #expect(inFlight.begin(.sample(2)), "neither was concerned")
        inFlight.bar(before: [:], devices: [.sample(2)])
        #expect(!inFlight.begin(.sample(1)))

        inFlight.enter([DeliveryRow.sample(3, alarm: first, stage: .noAnswer)])
        inFlight.bar(before: [:], circles: [notice.circle])
        #expect(!inFlight.begin(.sample(3)))
    }

    @Test("Whoever gives up calls still gets the text message that is under way")
    func abandoned() {
        let inFlight = InFlight()
        let (text, call) = (Destination.contact(.sample(1), .sms), Destination.contact(.sample(1), .call))
        inFlight.enter([
            DeliveryRow.sample(1, alarm: first, destination: text),
            DeliveryRow.sample(2, alarm: first, destination: call),
        ])
        inFlight.bar(before: [:], ways: [call])
        #expect(inFlight.begin(.sample(1)))
        #expect(!inFlight.begin(.sample(2)))
    }
}
