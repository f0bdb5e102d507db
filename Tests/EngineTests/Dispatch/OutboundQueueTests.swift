import AlarmCore
import Delivery
import RelayTesting
import Sealing
import Storage
import Testing

@testable import Engine

@Suite("The dispatcher's queue")
struct OutboundQueueTests {
    private func letters(_ numbers: Range<Int>) -> [PreparedDelivery] {
        numbers.map { PreparedDelivery(row: .sample($0, alarm: AlarmKey(1)), route: .superseded) }
    }

    private func inquiries(_ numbers: Range<Int>, of person: Int) -> [PreparedDelivery] {
        numbers.map { number in
            let row = DeliveryRow.sample(number, alarm: AlarmKey(1), circle: .sample(person))
            return PreparedDelivery(row: row, route: .inquiry(reference: "SM1"))
        }
    }

    private func webhooks(_ numbers: Range<Int>, of person: Int) throws -> [PreparedDelivery] {
        let url = try #require(WebURL("https://silent.example.org/"))
        let secret = try #require(WebhookSecret(key: SecretBytes([UInt8](repeating: 1, count: 32))))
        return numbers.map { number in
            let row = DeliveryRow.sample(number, alarm: AlarmKey(1), circle: .sample(person))
            let webhook = OutgoingWebhook(
                id: row.order.id,
                url: url,
                body: [],
                secret: secret,
                deadline: row.order.deadline
            )
            return PreparedDelivery(row: row, route: .webhook(webhook))
        }
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

    @Test(
        "Slow deliveries take a quarter of the places at most, by one medium half of that, so that rings overtake them"
    )
    func slow() {
        let outbound = OutboundQueue(sendsInFlight: 16)
        #expect(outbound.add(inquiries(0..<5, of: 1) + letters(10..<12), senders: 16) == 7)
        let first = outbound.next(after: nil).delivery
        #expect(first?.isSlow == true && outbound.next(after: nil).delivery?.isSlow == true)
        #expect(outbound.next(after: nil).delivery?.row.order.id == .sample(10))
        #expect(outbound.next(after: nil).delivery?.row.order.id == .sample(11))
        #expect(outbound.next(after: nil).delivery == nil, "no more slow ones at once")
        #expect(outbound.next(after: first).delivery?.isSlow == true, "one of them has ended")
        #expect(outbound.withdraw().count == 2)
    }

    @Test("Webhooks that never answer hold up no text message and no letter")
    func lanes() throws {
        let outbound = OutboundQueue(sendsInFlight: 16)
        _ = outbound.add(try webhooks(0..<200, of: 1), senders: 16)
        for _ in 1...2 { #expect(outbound.next(after: nil).delivery?.slowLane == .webhook) }
        #expect(outbound.next(after: nil).delivery == nil, "no more webhooks at once")
        _ = outbound.add(inquiries(200..<203, of: 2), senders: 16)
        for _ in 1...2 { #expect(outbound.next(after: nil).delivery?.slowLane == .text) }
        #expect(outbound.next(after: nil).delivery == nil, "a quarter is taken")
    }

    @Test("A person whose servers are slow is served after others who wait for the same medium")
    func fairness() throws {
        let outbound = OutboundQueue(sendsInFlight: 24)
        _ = outbound.add(try webhooks(0..<100, of: 1) + webhooks(100..<101, of: 2), senders: 24)
        let first = outbound.next(after: nil).delivery
        #expect(first?.row.order.id == .sample(0))
        #expect(outbound.next(after: nil).delivery?.row.order.id == .sample(100), "the other person comes first")
        #expect(outbound.next(after: nil).delivery?.row.order.id == .sample(1))
        #expect(outbound.next(after: nil).delivery == nil)
        _ = outbound.add(try webhooks(101..<102, of: 3), senders: 24)
        #expect(outbound.next(after: first).delivery?.row.order.id == .sample(101))
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
