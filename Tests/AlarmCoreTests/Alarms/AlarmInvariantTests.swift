import AlarmCore
import Testing

@Suite("Random histories of an alarm")
struct AlarmInvariantTests {
    @Test(
        "Nothing rings early, nothing rings after the end, epochs only rise, and something always follows",
        arguments: 0..<400
    )
    func invariants(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var fixture = AlarmFixture(
            in: .seconds(Int64.random(in: -60...90_000, using: &random)),
            receivers: Int.random(in: 0...2, using: &random)
        )
        fixture.happen(.accepted)
        var orders = Dictionary(uniqueKeysWithValues: fixture.deliveries.map { ($0.id, fixture.now) })
        for _ in 0..<60 {
            let before = fixture.alarm
            let ordered = step(&fixture, &random)
            for order in ordered {
                let earlier = orders.updateValue(fixture.now, forKey: order.id) ?? fixture.now
                #expect(earlier == fixture.now, "seed \(seed): \(order.stage) bears the name of one ordered before")
                if order.stage == .ring {
                    #expect(fixture.now >= before.base || fixture.now >= fixture.alarm.base, "seed \(seed)")
                }
                #expect(order.deadline > fixture.now, "seed \(seed): \(order.stage) is worthless from the start")
            }
            if before.state.isFinal {
                #expect(fixture.alarm == before, "seed \(seed): an alarm that had ended changed")
                #expect(ordered.isEmpty, "seed \(seed): an alarm that had ended ordered a push")
            } else {
                #expect(fixture.alarm.epoch >= before.epoch, "seed \(seed)")
                if fixture.alarm.state.isFinal { #expect(fixture.alarm.epoch > before.epoch, "seed \(seed)") }
            }
            #expect(
                fixture.alarm.state.isFinal == (fixture.wake == nil),
                "seed \(seed): \(fixture.alarm.state) would be forgotten"
            )
            if let wake = fixture.wake { #expect(wake > fixture.now, "seed \(seed): woken in the past, it would spin") }
        }
    }

    private func step(_ fixture: inout AlarmFixture, _ random: inout SeededGenerator) -> [DeliveryOrder] {
        let reports = AlarmReceipt.Report.allCases
        switch Int.random(in: 0..<15, using: &random) {
        case 0..<6:
            guard let wake = fixture.wake else { return fixture.happen(.wake) }
            let lag = Int.random(in: 0..<4, using: &random) == 0 ? Int64.random(in: 0...2_000_000, using: &random) : 0
            fixture.now = max(fixture.now, wake + .milliseconds(lag))
            return fixture.happen(.wake)
        case 6:
            fixture.now = fixture.now + .milliseconds(Int64.random(in: 0...600_000, using: &random))
            if let wake = fixture.wake, wake <= fixture.now { return fixture.happen(.wake) }
            return []
        case 7, 8:
            var report = reports.randomElement(using: &random) ?? .armed
            if report == .acknowledged || report == .completed, Bool.random(using: &random) { report = .snoozed }
            return fixture.happen(
                .receipt(
                    AlarmReceipt(
                        report: report,
                        device: Bool.random(using: &random) ? fixture.phone : fixture.tablet,
                        revision: fixture.alarm.revision - Int.random(in: 0...1, using: &random),
                        until: Bool.random(using: &random) ? fixture.now + .minutes(3) : nil
                    )
                )
            )
        case 9:
            let devices = [fixture.phone, fixture.tablet].prefix(Int.random(in: 0...2, using: &random))
            fixture.context.receivers = devices.map { AlarmContext.Recipient(device: $0) }
            return fixture.happen(.devicesChanged)
        case 12, 13, 14:
            guard let order = fixture.deliveries.suffix(4).randomElement(using: &random) else { return [] }
            let outcomes: [DeliveryEnd] = [.accepted, .refused, .expired]
            return fixture.happen(.deliveryEnded(order, outcomes.randomElement(using: &random) ?? .refused))
        case 10 where Bool.random(using: &random):
            return fixture.happen(.deviceReturned(Bool.random(using: &random) ? fixture.phone : fixture.tablet))
        case 10:
            let due = fixture.now + .seconds(Int64.random(in: -60...7200, using: &random))
            return fixture.happen(.reschedule(.once(due), due: due, ttl: .minutes(10)))
        default:
            guard Int.random(in: 0..<5, using: &random) == 0 else { return [] }
            return fixture.happen(Bool.random(using: &random) ? .cancel(by: .sender) : .revoke)
        }
    }
}
