import AlarmCore
import Testing

@Suite("An alarm for a person without a device")
struct BlockedTests {
    @Test("It is blocked, and the sender is told, when it is accepted")
    func onAcceptance() {
        var scene = AlarmScene(receivers: 0)
        #expect(scene.happen(.accepted).stages == [.blocked])
        #expect(scene.alarm.state == .blocked)
    }

    @Test("It goes on the moment a device returns before due")
    func returnsBeforeDue() {
        var scene = AlarmScene(receivers: 0)
        scene.happen(.accepted)
        scene.context.receivers = [AlarmContext.Recipient(device: scene.phone)]
        #expect(scene.happen(.devicesChanged).stages == [.unblocked, .handoff])
        #expect(scene.alarm.state == .scheduled)
        #expect(scene.pass(to: .zero).last?.stage == .ring)
    }

    @Test("It rings at once when a device returns after due")
    func returnsAfterDue() {
        var scene = AlarmScene(receivers: 0)
        scene.happen(.accepted)
        scene.pass(to: .minutes(3))
        #expect(scene.alarm.state == .blocked)
        scene.context.receivers = [AlarmContext.Recipient(device: scene.phone)]
        #expect(scene.happen(.devicesChanged).stages == [.unblocked, .ring])
        #expect(scene.alarm.state == .ringing)
    }

    @Test("It is missed when no device returns in time, and no push was ordered for nobody")
    func nobodyReturns() {
        var scene = AlarmScene(receivers: 0)
        scene.happen(.accepted)
        scene.pass(to: .minutes(10))
        #expect(scene.alarm.state == .missed)
        #expect(scene.deliveries.stages == [.blocked, .noAnswer])
    }

    @Test("The loss of the last device blocks it; the loss of one of two does not")
    func losesDevices() {
        var scene = AlarmScene(receivers: 2)
        scene.happen(.accepted)
        scene.context.receivers.removeLast()
        #expect(scene.happen(.devicesChanged).isEmpty)
        #expect(scene.alarm.state == .scheduled)
        scene.context.receivers.removeAll()
        #expect(scene.happen(.devicesChanged).stages == [.blocked])
        #expect(scene.alarm.state == .blocked)
    }
}
