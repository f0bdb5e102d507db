import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import reveille

@Suite("Warnings about devices that never answer")
struct WarningTests {
    private func view(_ direction: AlarmView.Direction, _ deliveries: DeliveryFunnel...) -> AlarmView {
        AlarmView(
            id: AlarmID(high: 1, low: 1),
            pair: PairID(high: 2, low: 2),
            setBy: PersonID(high: 1, low: 2),
            direction: direction,
            state: .missed,
            revision: 1,
            time: Instant(seconds: 0),
            ttl: .minutes(10),
            sound: "default",
            setAt: Instant(seconds: 0),
            deliveries: deliveries
        )
    }

    @Test("The sender is told whose phone to have looked at, and which one")
    func sender() {
        let silent = DeliveryFunnel(device: 2, unanswered: 3, isSilent: true)
        let alarm = view(.outgoing, DeliveryFunnel(device: 1, unanswered: 2), silent)
        let shown = alarm.warnings(partner: "Ben", in: .english)
        #expect(shown == ["Ben's device 2 has not answered the last 3 alarms: ask them to open the app."])
    }

    @Test("The receiver is told to look at their own, and a strange name does no harm")
    func receiver() {
        let silent = DeliveryFunnel(device: 1, unanswered: 1, isSilent: true)
        let own = view(.incoming, silent).warnings(partner: nil, in: .english)
        #expect(own == ["Your device 1 has not answered the last alarm: open the app there."])
        let strange = view(.outgoing, silent).warnings(partner: "\u{1B}[31mBen", in: .english)
        #expect(strange.allSatisfy { !$0.contains("\u{1B}") })
        let unknown = view(.outgoing, silent).warnings(partner: nil, in: .english)
        #expect(unknown == ["Your partner's device 1 has not answered the last alarm: ask them to open the app."])
    }
}
