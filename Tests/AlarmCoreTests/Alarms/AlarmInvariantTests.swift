import AlarmCore
import TestSupport
import Testing

@Suite("Whatever happens to an alarm")
struct AlarmInvariantTests {
    @Test(
        "Nothing rings early, nothing rings after the end, epochs only rise, and something always follows",
        arguments: 0..<400
    )
    func invariants(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var scene = AlarmScene(
            in: .seconds(Int64.random(in: -60...90_000, using: &random)),
            receivers: Int.random(in: 0...2, using: &random)
        )
        scene.happen(.accepted)
        var orders = Dictionary(uniqueKeysWithValues: scene.deliveries.map { ($0.id, scene.now) })
        for _ in 0..<60 {
            let before = scene.alarm
            let ordered = step(&scene, &random)
            for order in ordered {
                let earlier = orders.updateValue(scene.now, forKey: order.id) ?? scene.now
                #expect(earlier == scene.now, "seed \(seed): \(order.stage) bears the name of one ordered before")
                if order.stage == .ring {
                    #expect(scene.now >= before.base || scene.now >= scene.alarm.base, "seed \(seed)")
                }
                #expect(order.deadline > scene.now, "seed \(seed): \(order.stage) is worthless from the start")
            }
            if before.state.isFinal {
                #expect(scene.alarm == before, "seed \(seed): an alarm that had ended changed")
                #expect(ordered.isEmpty, "seed \(seed): an alarm that had ended ordered a push")
            } else {
                #expect(scene.alarm.epoch >= before.epoch, "seed \(seed)")
                if scene.alarm.state.isFinal { #expect(scene.alarm.epoch > before.epoch, "seed \(seed)") }
            }
            #expect(
                scene.alarm.state.isFinal == (scene.wake == nil),
                "seed \(seed): \(scene.alarm.state) would be forgotten"
            )
            if let wake = scene.wake { #expect(wake > scene.now, "seed \(seed): woken in the past, it would spin") }
        }
    }

    private func step(_ scene: inout AlarmScene, _ random: inout SeededGenerator) -> [DeliveryOrder] {
        let reports = AlarmReceipt.Report.allCases
        switch Int.random(in: 0..<15, using: &random) {
        case 0..<6:
            guard let wake = scene.wake else { return scene.happen(.wake) }
            let lag = Int.random(in: 0..<4, using: &random) == 0 ? Int64.random(in: 0...2_000_000, using: &random) : 0
            scene.now = max(scene.now, wake + .milliseconds(lag))
            return scene.happen(.wake)
        case 6:
            scene.now = scene.now + .milliseconds(Int64.random(in: 0...600_000, using: &random))
            if let wake = scene.wake, wake <= scene.now { return scene.happen(.wake) }
            return []
        case 7, 8:
            var report = reports.randomElement(using: &random) ?? .armed
            if report == .acknowledged || report == .completed, Bool.random(using: &random) { report = .snoozed }
            return scene.happen(
                .receipt(
                    AlarmReceipt(
                        report: report,
                        device: Bool.random(using: &random) ? scene.phone : scene.tablet,
                        revision: scene.alarm.revision - Int.random(in: 0...1, using: &random),
                        until: Bool.random(using: &random) ? scene.now + .minutes(3) : nil
                    )
                )
            )
        case 9:
            let devices = [scene.phone, scene.tablet].prefix(Int.random(in: 0...2, using: &random))
            scene.context.receivers = devices.map { AlarmContext.Recipient(device: $0) }
            return scene.happen(.devicesChanged)
        case 12, 13, 14:
            guard let order = scene.deliveries.suffix(4).randomElement(using: &random) else { return [] }
            let outcomes: [DeliveryEnd] = [.accepted, .refused, .expired]
            return scene.happen(.deliveryEnded(order, outcomes.randomElement(using: &random) ?? .refused))
        case 10 where Bool.random(using: &random):
            return scene.happen(.deviceReturned(Bool.random(using: &random) ? scene.phone : scene.tablet))
        case 10:
            let due = scene.now + .seconds(Int64.random(in: -60...7200, using: &random))
            return scene.happen(.reschedule(.once(due), due: due, ttl: .minutes(10)))
        default:
            guard Int.random(in: 0..<5, using: &random) == 0 else { return [] }
            return scene.happen(Bool.random(using: &random) ? .cancel(by: .sender) : .revoke)
        }
    }
}
