import AlarmCore
import AlarmWire
import Delivery
import Storage

extension Model {
    /// How long a sender may take to record that a subscription has ended.
    private static let recording = Span.seconds(40)

    /// Checks the orders of a commit: a browser cannot do anything with a handoff.
    func checkBrowsers(_ fresh: [DeliveryRow], _ commit: Commit) {
        for row in fresh where row.order.stage == .handoff {
            let isBrowser = row.order.destination.device.flatMap { world.phones[$0] }?.isBrowser ?? false
            check(!isBrowser, "\(named(commit.row.alarm.id)) is handed to a browser")
        }
    }

    /// Checks a message at the moment at which it is handed to a push service.
    func checkBrowserStart(of flight: SendAttempt) {
        guard flight.address?.webPush != nil, let alarm = flight.alarm else { return }
        let what = "\(alarm.stage.rawValue) of \(named(alarm.id))"
        check(alarm.stage != .handoff, "a \(what) was sent to a browser")
        check(flight.topic?.utf8.count ?? 33 <= 32 || world.mutant != nil, "a \(what) has no topic of 32 characters")
        for earlier in world.sendAttempts where earlier.address == flight.address && earlier.life === flight.life {
            guard case .answered(.addressDead) = earlier.end, let at = earlier.answeredAt,
                earlier.life.failedAt < at
            else { continue }
            check(
                world.now - max(at, flight.life.calmSince) < Self.recording,
                "a \(what) went to a subscription that had ended"
            )
        }
    }

    /// Checks a message that a push service has kept: it must not ring for what its later message has ended.
    func checkKept(_ flight: SendAttempt, on phone: Phone) {
        guard let alarm = flight.alarm, alarm.stage.stage == .ring, let at = flight.processedAt,
            let end = phone.endings[alarm.id]
        else { return }
        check(at >= end, "\(phone.name) comes back and rings for \(named(alarm.id)), whose end was kept beside it")
    }
}
