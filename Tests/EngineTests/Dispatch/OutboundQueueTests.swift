import AlarmCore
import RelayTesting
import Storage
import Testing

@testable import Engine

@Suite("The dispatcher's queue")
struct OutboundQueueTests {
    private func letters(_ numbers: Range<Int>) -> [PreparedDelivery] {
        numbers.map { PreparedDelivery(row: .sample($0, alarm: AlarmKey(1)), route: .superseded) }
    }

    private func result(_ number: Int) -> OutboundQueue.FinishedDelivery {
        OutboundQueue.FinishedDelivery(
            row: .sample(number, alarm: AlarmKey(1)),
            result: .over(.superseded),
            origin: nil,
            jitter: 0
        )
    }

    @Test("Deliveries go out in the order in which they were leased, over several leases")
    func order() {
        let outbound = OutboundQueue(sendsInFlight: 2)
        #expect(outbound.add(letters(0..<3), senders: 1) == 1)
        #expect(outbound.next(after: nil).delivery?.row.order.id == .sample(0))
        #expect(outbound.add(letters(3..<5), senders: 1) == 0, "the one sender is at work")
        for number in 1..<5 { #expect(outbound.next(after: nil).delivery?.row.order.id == .sample(number)) }
        #expect(outbound.next(after: nil).delivery == nil)
        #expect(outbound.add(letters(5..<6), senders: 1) == 1, "that sender has ended")
    }

    @Test("There are never more senders than allowed, nor more than deliveries")
    func senders() {
        let outbound = OutboundQueue(sendsInFlight: 2)
        #expect(outbound.add(letters(0..<3), senders: 5) == 3)
        #expect(outbound.add(letters(3..<13), senders: 5) == 2)
        #expect(outbound.add(letters(13..<23), senders: 5) == 0)
    }

    @Test("When deliveries run short, that is reported once")
    func shortage() {
        let outbound = OutboundQueue(sendsInFlight: 2)
        _ = outbound.add(letters(0..<outbound.reserve + 2), senders: 1)
        #expect(!outbound.next(after: nil).isShort, "nobody waits for it")
        #expect(!outbound.needsMore())
        #expect(outbound.next(after: nil).isShort)
        #expect(!outbound.next(after: nil).isShort)
        #expect(outbound.needsMore())
    }

    @Test("Slow deliveries take a quarter of the places at most, so that rings overtake them; the rest follow singly")
    func slow() {
        let outbound = OutboundQueue(sendsInFlight: 8)
        let call = PreparedDelivery(row: .sample(0, alarm: AlarmKey(1)), route: .inquiry(reference: "SM1"))
        let slow = Array(repeating: call, count: 5)
        #expect(outbound.add(slow + letters(10..<12), senders: 8) == 7)
        let first = outbound.next(after: nil).delivery
        #expect(first?.isSlow == true && outbound.next(after: nil).delivery?.isSlow == true)
        #expect(outbound.next(after: nil).delivery?.row.order.id == .sample(10))
        #expect(outbound.next(after: nil).delivery?.row.order.id == .sample(11))
        #expect(outbound.next(after: nil).delivery == nil, "no more slow ones at once")
        #expect(outbound.next(after: first).delivery?.isSlow == true, "one of them has ended")
        #expect(outbound.withdraw().count == 2)
    }

    @Test("A backlog of slow deliveries does not keep others from being leased")
    func backlog() {
        let outbound = OutboundQueue(sendsInFlight: 2)
        let call = PreparedDelivery(row: .sample(0, alarm: AlarmKey(1)), route: .inquiry(reference: "SM1"))
        _ = outbound.add(Array(repeating: call, count: outbound.reserve + 1), senders: 2)
        #expect(outbound.needsMore())
        _ = outbound.add(Array(repeating: call, count: outbound.room), senders: 2)
        #expect(!outbound.needsMore())
    }

    @Test("One at a time writes the results, and takes what has come in meanwhile")
    func results() {
        let outbound = OutboundQueue(sendsInFlight: 1)
        #expect(outbound.add(result(1)))
        #expect(!outbound.add(result(2)))
        #expect(!outbound.add(result(3)))
        #expect(outbound.takeResults().map(\.row.order.id) == [.sample(1), .sample(2)])
        #expect(!outbound.add(result(4)))
        #expect(outbound.takeResults().map(\.row.order.id) == [.sample(3), .sample(4)])
        #expect(outbound.takeResults().isEmpty)
        #expect(outbound.add(result(5)))
    }

    @Test("A withdrawn delivery is not sent")
    func withdrawal() {
        let outbound = OutboundQueue(sendsInFlight: 2)
        _ = outbound.add(letters(0..<3), senders: 1)
        _ = outbound.next(after: nil)
        #expect(outbound.withdraw().map(\.row.order.id) == [.sample(1), .sample(2)])
        #expect(outbound.next(after: nil).delivery == nil)
    }
}
