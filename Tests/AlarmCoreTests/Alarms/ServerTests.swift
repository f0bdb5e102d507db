import AlarmCore
import Testing

@Suite("A server of the receiver's own, beside their phones or alone")
struct ServerTests {
    /// Ben's phone, and a server in the place of his tablet.
    private static func both() -> AlarmFixture {
        var fixture = AlarmFixture(receivers: 1)
        fixture.context.receivers.append(server(fixture))
        return fixture
    }

    private static func alone() -> AlarmFixture {
        var fixture = AlarmFixture(receivers: 0)
        fixture.context.receivers = [server(fixture)]
        return fixture
    }

    private static func server(_ fixture: AlarmFixture) -> AlarmContext.Recipient {
        AlarmContext.Recipient(device: fixture.tablet, takesHandoffs: false, isServer: true, ringsByItself: false)
    }

    @Test("An alarm for somebody with nothing but a server is blocked, and the server is rung all the same")
    func alone() throws {
        var fixture = Self.alone()
        #expect(fixture.happen(.accepted).stages == [.blocked])
        #expect(fixture.alarm.state == .blocked)
        let rings = fixture.pass(to: .zero)
        #expect(rings.stages == [.ring] && rings.first?.device == fixture.tablet)
        try fixture.end(rings.first, .accepted)
        #expect(fixture.alarm.state == .blocked, "a server that answers makes nobody reachable")
    }

    @Test("A server gets no handoff, and is rung with the phone")
    func both() {
        var fixture = Self.both()
        #expect(fixture.happen(.accepted).map(\.device) == [fixture.phone])
        fixture.pass(to: .zero)
        let rung = fixture.deliveries.filter { $0.stage == .ring }.map(\.device)
        #expect(Set(rung) == [fixture.phone, fixture.tablet])
    }

    @Test("When the phone's pushes are refused, a server left over does not keep the alarm from being blocked")
    func phoneLost() throws {
        var fixture = Self.both()
        fixture.happen(.accepted)
        let ring = fixture.pass(to: .zero).first { $0.stage == .ring && $0.device == fixture.phone }
        #expect(try fixture.end(ring, .refused).stages.contains(.blocked))
        #expect(fixture.alarm.state == .blocked)
    }

    @Test("A refusal by the server blocks nothing, and rings nobody in its place")
    func serverLost() throws {
        var fixture = Self.both()
        fixture.happen(.accepted)
        let ring = fixture.pass(to: .zero).first { $0.stage == .ring && $0.device == fixture.tablet }
        #expect(try fixture.end(ring, .refused).isEmpty)
        #expect(fixture.alarm.state == .ringing)
    }

    @Test("A server's answer acknowledges, and the phone is told to be silent")
    func acknowledges() {
        var fixture = Self.both()
        fixture.happen(.accepted)
        fixture.pass(to: .zero)
        let told = fixture.report(.acknowledged, from: fixture.tablet)
        #expect(told.contains { $0.stage == .cancel && $0.device == fixture.phone })
        #expect(told.contains { $0.stage == .acknowledged && $0.device == fixture.senderPhone })
        #expect(fixture.alarm.state == .acknowledged)
    }

    @Test("A server that snoozes puts an alarm off, and one that reaches nobody else stays blocked")
    func snoozes() {
        var fixture = Self.both()
        fixture.happen(.accepted)
        fixture.pass(to: .zero)
        fixture.report(.snoozed, from: fixture.tablet, until: fixture.now + .minutes(5))
        #expect(fixture.alarm.state == .snoozed)
        var blocked = Self.alone()
        blocked.happen(.accepted)
        blocked.pass(to: .zero)
        blocked.report(.snoozed, from: blocked.tablet, until: blocked.now + .minutes(5))
        #expect(blocked.alarm.state == .blocked)
    }
}
