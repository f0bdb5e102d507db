import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Push tokens that die")
struct PushTokenTests {
    private let dead = DeliveryOutcome.addressDead(reason: "Unregistered", since: nil)

    private func replaceToken(of device: Device, in fixture: EngineFixture) async throws {
        let fresh = ReplaceToken(apns: fixture.pushToken())
        let _: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(fresh, of: device) }
    }

    @Test("A dead token is deleted; with no other device the alarm is blocked, and its sender is told")
    func blocked() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        fixture.channel.answerNext(dead)
        try await fixture.catchUp()
        #expect(try await fixture.device(couple.ben.id).address == nil)
        #expect(try await fixture.state(id) == .blocked)
        #expect(fixture.channel.stages == [.handoff, .blocked])
        let told = try #require(fixture.channel.sent.last)
        let anas = try #require(try fixture.engine.vault.pushToken(of: couple.ana))
        #expect(told.token == anas)
        #expect(try await fixture.deliveries(id).first?.state == .refused)
    }

    @Test("One dead token tells the sender once, however many alarms wait, and names the one that is due first")
    func toldOnce() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let later = try await fixture.setAlarm(couple, in: .hours(9))
        let first = try await fixture.setAlarm(couple, in: .hours(3))
        let last = try await fixture.setAlarm(couple, in: .hours(12))
        try await fixture.catchUp()
        fixture.channel.forget()
        fixture.channel.answerNext(dead)
        _ = try await fixture.setAlarm(couple, in: .hours(5))
        try await fixture.catchUp()
        for id in [first, later, last] { #expect(try await fixture.state(id) == .blocked) }
        #expect(fixture.channel.stages == [.handoff, .blocked])
        #expect(fixture.channel.alarms.last?.id == first)
        fixture.channel.forget()
        try await replaceToken(of: couple.ben, in: fixture)
        try await fixture.catchUp()
        #expect(fixture.channel.stages.filter { $0 == .unblocked }.count == 1)
        #expect(fixture.channel.stages.filter { $0 == .handoff }.count == 4)
    }

    @Test("A blocked alarm goes on the moment its device has a new token, and its sender is told")
    func unblocked() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        fixture.channel.answerNext(dead)
        try await fixture.catchUp()
        fixture.channel.forget()
        fixture.clock.advance(by: .minutes(5))
        try await replaceToken(of: couple.ben, in: fixture)
        try await fixture.catchUp()
        #expect(try await fixture.state(id) == .scheduled)
        #expect(Set(fixture.channel.stages) == [.handoff, .unblocked])
        fixture.channel.forget()
        try await fixture.pass(.minutes(25))
        #expect(fixture.channel.stages.last == .ring)
    }

    @Test("A device that registers between the final check and its result gets what was about to be given up")
    func registeredMeanwhile() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        let ben = try await fixture.device(couple.ben.id)
        try await fixture.engine.write { tx in
            var silent = ben
            silent.address = nil
            try tx.transaction.update(silent)
        }
        store.afterNextRead { try await replaceToken(of: fixture.device(ben.id), in: fixture) }
        #expect(try await fixture.dispatcher.sendReady() == 1)
        #expect(try await fixture.deliveries(id).first?.state == .pending)
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.handoff])
        #expect(try await fixture.deliveries(id).map(\.state) == [.accepted])
    }

    @Test("What a device without a token should get is given up, and says why")
    func noToken() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        var silent = try await fixture.device(couple.ben.id)
        silent.address = nil
        let device = silent
        try await fixture.engine.write { try $0.transaction.update(device) }
        #expect(try await fixture.dispatcher.sendReady() == 1)
        let row = try #require(try await fixture.deliveries(id).first)
        #expect(row.state == .refused)
        #expect(row.reason == "device has no push token")
    }

    @Test("A token that comes after due rings at once")
    func unblockedLate() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        _ = try await fixture.setAlarm(couple)
        fixture.channel.answerNext(dead)
        try await fixture.pass(.minutes(33))
        #expect(!fixture.channel.stages.contains(.ring))
        fixture.channel.forget()
        try await replaceToken(of: couple.ben, in: fixture)
        try await fixture.catchUp()
        #expect(fixture.channel.stages.contains(.ring))
    }

    @Test("An alarm that stays blocked is missed after the last step of its policy")
    func neverUnblocked() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        fixture.channel.answerNext(dead)
        try await fixture.pass(.minutes(95))
        #expect(try await fixture.state(id) == .missed)
        #expect(fixture.channel.stages == [.handoff, .blocked, .noAnswer])
    }

    @Test("The person's other devices are used, and the alarm is not blocked")
    func otherDevice() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        fixture.clock.advance(by: .seconds(1))
        let tablet = try await fixture.addDevice(besides: couple.ben)
        let id = try await fixture.setAlarm(couple)
        fixture.channel.answer { [dead] push in
            push.destination.registeredAt == tablet.address?.registeredAt ? .accepted : dead
        }
        try await fixture.pass(.minutes(30))
        #expect(try await fixture.device(couple.ben.id).address == nil)
        #expect(try await fixture.device(tablet.id).isReachable)
        #expect(try await fixture.state(id) == .ringing)
        let rings = try await fixture.deliveries(id).filter { $0.order.stage == .ring }
        #expect(rings.map(\.order.destination) == [.device(tablet.id)])
    }

    @Test("A sender whose own token is dead is told nothing, and the alarm rings all the same")
    func sendersToken() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        let declined = try await fixture.setAlarm(couple)
        fixture.channel.answer { [dead] push in push.alarm?.stage.stage == .declined ? dead : .accepted }
        try await fixture.cancel(declined, by: couple.ben)
        try await fixture.catchUp()
        #expect(try await fixture.device(couple.ana.id).address == nil)
        try await fixture.pass(.minutes(30))
        #expect(try await fixture.state(id) == .ringing)
        #expect(fixture.channel.stages.last == .ring)
    }

    @Test("A newer token survives the report that the old one is dead, and the push goes there at once")
    func newerToken() async throws {
        let fixture = try EngineFixture()
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple)
        fixture.channel.answerNext(dead)
        fixture.channel.hold()
        async let sent = fixture.dispatcher.sendReady()
        await fixture.channel.started(1)
        fixture.clock.advance(by: .seconds(1))
        try await replaceToken(of: couple.ben, in: fixture)
        fixture.channel.release()
        #expect(try await sent == 1)
        let device = try await fixture.device(couple.ben.id)
        #expect(device.address?.registeredAt == fixture.now)
        #expect(try await fixture.state(id) == .scheduled)
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.handoff, .handoff])
        #expect(fixture.channel.sent.last?.destination.registeredAt == fixture.now)
        #expect(Set(fixture.channel.sent.map(\.id)).count == 1)
        #expect(try await fixture.deliveries(id).map(\.state) == [.accepted])
    }

    @Test("A device without a push token cannot be given one")
    func eventsDevice() async throws {
        let fixture = try EngineFixture()
        let device = try await fixture.register(.events)
        try await expectProblem(.malformed) { try await replaceToken(of: device, in: fixture) }
    }

    @Test("A new token for an app without a key is refused, and the old one stays")
    func noGateway() async throws {
        let fixture = try EngineFixture()
        let device = try await fixture.register()
        var push = fixture.pushToken()
        push.topic = "com.example.other"
        let request = ReplaceToken(apns: push)
        try await expectProblem(.noGateway) {
            let replaced: TokenReplaced = try await fixture.ask { try $0.devices.replaceToken(request, of: device) }
            return replaced
        }
        #expect(try await fixture.device(device.id) == device)
    }
}
