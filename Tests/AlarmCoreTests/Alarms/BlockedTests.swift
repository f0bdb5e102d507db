import AlarmCore
import Testing

@Suite("An alarm for a person without a device")
struct BlockedTests {
    @Test("It is blocked, and the sender is told, when it is accepted")
    func onAcceptance() {
        var fixture = AlarmFixture(receivers: 0)
        #expect(fixture.happen(.accepted).stages == [.blocked])
        #expect(fixture.alarm.state == .blocked)
    }

    @Test("It goes on the moment a device returns before due")
    func returnsBeforeDue() {
        var fixture = AlarmFixture(receivers: 0)
        fixture.happen(.accepted)
        fixture.context.receivers = [AlarmContext.Recipient(device: fixture.phone)]
        #expect(fixture.happen(.devicesChanged).stages == [.unblocked, .handoff])
        #expect(fixture.alarm.state == .scheduled)
        #expect(fixture.pass(to: .zero).last?.stage == .ring)
    }

    @Test("It rings at once when a device returns after due")
    func returnsAfterDue() {
        var fixture = AlarmFixture(receivers: 0)
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(3))
        #expect(fixture.alarm.state == .blocked)
        fixture.context.receivers = [AlarmContext.Recipient(device: fixture.phone)]
        #expect(fixture.happen(.devicesChanged).stages == [.unblocked, .ring])
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("It is missed when no device returns in time; nothing is pushed, and nobody is told that it rings on")
    func nobodyReturns() {
        var fixture = AlarmFixture(receivers: 0)
        fixture.happen(.accepted)
        fixture.pass(to: .minutes(61))
        #expect(fixture.alarm.state == .missed)
        #expect(fixture.deliveries.stages == [.blocked, .noAnswer])
    }

    @Test("The loss of the last device blocks it; the loss of one of two does not")
    func losesDevices() {
        var fixture = AlarmFixture(receivers: 2)
        fixture.happen(.accepted)
        fixture.context.receivers.removeLast()
        #expect(fixture.happen(.devicesChanged).isEmpty)
        #expect(fixture.alarm.state == .scheduled)
        fixture.context.receivers.removeAll()
        #expect(fixture.happen(.devicesChanged).stages == [.blocked])
        #expect(fixture.alarm.state == .blocked)
    }
}
