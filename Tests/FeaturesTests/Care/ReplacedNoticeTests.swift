import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("What has not gone out about an alert when it stands otherwise")
struct ReplacedNoticeTests {
    private let care: CareFixture

    init() async throws {
        care = try await CareFixture()
    }

    /// Tells Ben and Carla of a fall, and forgets all that was pushed.
    private func alerted() async throws -> DocumentID {
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(7))
        care.fixture.channel.forget()
        return alert.id
    }

    private func remove(_ member: Device) async throws {
        let (circle, ana) = (care.circle, care.ana)
        _ = try await care.fixture.engine.write { try $0.circles.removeMember(member.person, of: circle, by: ana) }
    }

    /// Stages of what a device was told; that its countdown stops is no news.
    private func told(on device: Device) throws -> [Stage] {
        try care.pushes(to: device).filter { $0 != .cancel }
    }

    /// The content of the latest push of a stage to a device.
    private func words(of stage: Stage, to device: Device) throws -> String {
        let token = try #require(try care.fixture.engine.vault.pushToken(of: device))
        let push = try #require(care.fixture.channel.sent.last { $0.token == token && $0.alarm?.stage.stage == stage })
        return String(decoding: push.payload, as: UTF8.self)
    }

    @Test("Whoever has yet to hear that a member came hears that the alert begins again, and not that")
    func again() async throws {
        let alert = try await alerted()
        try await care.acknowledge(alert, by: care.ben)
        try await remove(care.ben)
        try await care.fixture.catchUp()
        #expect(try told(on: care.carla) == [.alert])
        #expect(try told(on: care.anasWatch) == [.alertEnded])
        #expect(try words(of: .alertEnded, to: care.anasWatch).contains("The alert begins again"))
    }

    @Test("Whoever has yet to hear that a member came hears that it is over, and not that")
    func resolved() async throws {
        let alert = try await alerted()
        try await care.acknowledge(alert, by: care.ben)
        try await care.resolve(alert, by: care.ben)
        try await care.fixture.catchUp()
        for device in [care.carla, care.ana, care.anasWatch] {
            #expect(try told(on: device) == [.alertEnded])
            #expect(try words(of: .alertEnded, to: device).contains("Ben says that"))
        }
        #expect(try told(on: care.ben) == [])
    }

    @Test("Whoever has yet to hear that an alert begins again hears how it ended, though it never rang them")
    func ended() async throws {
        let dora = try await care.fixture.register()
        let view = try await care.fixture.circle(care.circle, for: care.ana)
        try await care.fixture.join(dora, view, as: .member, invitedBy: care.ana)
        try await care.change(dora, MemberChange(permissions: Permission.care, priority: 3))
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(12))
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.catchUp()
        care.fixture.channel.forget()

        try await remove(care.ben)
        let second = try #require(try await care.overview(for: care.carla).dwellers.first?.alerts.first)
        #expect(second.continues == alert.id)
        try await care.acknowledge(second.id, by: care.carla)
        try await care.fixture.catchUp()
        #expect(try told(on: dora) == [.alertEnded])
        #expect(try words(of: .alertEnded, to: dora).contains("Carla has acknowledged the alert about Ana"))
        #expect(try told(on: care.anasWatch) == [.acknowledged])
        #expect(try told(on: care.carla) == [], "whoever came knows")
    }

    @Test("A dweller who has yet to hear that nobody answered hears that somebody does")
    func answered() async throws {
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(25))
        care.fixture.channel.forget()
        // The last step is taken, and nothing of it has been sent.
        care.fixture.clock.advance(by: .minutes(2))
        _ = try await care.fixture.scheduler.wakeDue()
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.catchUp()
        #expect(try told(on: care.anasWatch) == [.acknowledged])
    }
}
