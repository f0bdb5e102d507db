import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("When the member leaves who looks after the dweller")
struct HelperLeavingTests {
    private let care: CareFixture

    init() async throws {
        care = try await CareFixture()
    }

    /// Has Ben acknowledge a fall, and forgets all that was pushed.
    private func acknowledged() async throws -> DocumentID {
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.catchUp()
        care.fixture.channel.forget()
        return alert.id
    }

    private func remove(_ member: Device, by device: Device) async throws {
        let circle = care.circle
        _ = try await care.fixture.engine.write { try $0.circles.removeMember(member.person, of: circle, by: device) }
        try await care.fixture.catchUp()
    }

    private func dweller(for device: Device) async throws -> CareDwellerView {
        try #require(try await care.overview(for: device).dwellers.first)
    }

    /// The content of the latest push of a stage to a device.
    private func words(of stage: Stage, to device: Device) throws -> String {
        let token = try #require(try care.fixture.engine.vault.pushToken(of: device))
        let push = try #require(care.fixture.channel.sent.last { $0.token == token && $0.alarm?.stage.stage == stage })
        return String(decoding: push.payload, as: UTF8.self)
    }

    @Test(
        "The alert begins again for the others, who are rung at once, and the dweller hears so",
        arguments: [false, true]
    )
    func again(isRemoved: Bool) async throws {
        let first = try await acknowledged()
        try await remove(care.ben, by: isRemoved ? care.ana : care.ben)
        #expect(try care.pushes(to: care.carla) == [.alert])
        #expect(try words(of: .alert, to: care.carla).contains("Ana may have fallen"))
        #expect(
            try words(of: .alert, to: care.carla).contains(
                "Ben, who had acknowledged this alert, is no longer in the circle"
            )
        )
        #expect(try care.pushes(to: care.anasWatch) == [.alertEnded])
        #expect(try words(of: .alertEnded, to: care.anasWatch).contains("The alert begins again"))
        try await care.fixture.pass(.minutes(5))
        #expect(try care.pushes(to: care.carla) == [.alert, .alert])
        #expect(try care.pushes(to: care.ben) == [], "who has left is told nothing")
        let former = try await care.alert(first, for: care.ana)
        #expect(former.state == .acknowledged)
        #expect(former.endedBy == "Ben")
        #expect(former.leftAt != nil)
        for device in [care.ana, care.carla] {
            let seen = try await dweller(for: device)
            #expect(seen.state == .alerting)
            #expect(seen.alerts.map(\.continues) == [first])
            #expect(seen.alerts.map(\.at) == [former.at])
        }
    }

    @Test("Another member takes the alert over, and says that it is over; of the first one nobody need say so")
    func takenOver() async throws {
        let first = try await acknowledged()
        try await remove(care.ben, by: care.ben)
        let second = try #require(try await dweller(for: care.carla).alerts.first?.id)
        try await expectProblem(.conflict) { try await care.resolve(first, by: care.carla) }
        try await care.acknowledge(second, by: care.carla)
        #expect(try await dweller(for: care.ana).state == .acknowledged)
        #expect(try await dweller(for: care.ana).lastAlert?.endedBy == "Carla")
        try await care.resolve(second, by: care.carla)
        #expect(try await dweller(for: care.ana).state != .acknowledged)
        try await care.fixture.pass(.hours(1))
        #expect(try await dweller(for: care.ana).alerts.isEmpty)
    }

    @Test("The dweller who is well cancels it, and whoever was rung hears so")
    func cancelled() async throws {
        _ = try await acknowledged()
        try await remove(care.ben, by: care.ben)
        let second = try #require(try await dweller(for: care.ana).alerts.first?.id)
        try await care.cancel(second, by: care.ana)
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: care.carla) == [.alert, .alertEnded])
        #expect(try await dweller(for: care.ana).alerts.isEmpty)
        #expect(try await dweller(for: care.carla).lastAlert?.state == .cancelled)
    }

    @Test("Whoever hears that the alert begins again, and is not rung, hears how it goes on", arguments: [false, true])
    func followed(isCancelled: Bool) async throws {
        let dora = try await care.fixture.register()
        let view = try await care.fixture.circle(care.circle, for: care.ana)
        try await care.fixture.join(dora, view, as: .member, invitedBy: care.ana)
        try await care.change(dora, MemberChange(permissions: Permission.care, priority: 3))
        _ = try await acknowledged()
        try await remove(care.ben, by: care.ben)
        #expect(try care.pushes(to: dora) == [.alertEnded])
        let second = try #require(try await dweller(for: care.carla).alerts.first?.id)
        if isCancelled {
            try await care.cancel(second, by: care.ana)
        } else {
            try await care.acknowledge(second, by: care.carla)
        }
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: dora) == [.alertEnded, .alertEnded])
        guard !isCancelled else { return }
        #expect(try words(of: .alertEnded, to: dora).contains("Carla has acknowledged the alert about Ana"))
        try await care.resolve(second, by: care.carla)
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: dora) == [.alertEnded, .alertEnded, .alertEnded])
        #expect(try words(of: .alertEnded, to: dora).contains("Carla says that"))
        #expect(try care.pushes(to: care.carla) == [.alert], "whoever came knows")
    }

    @Test("With nobody else in the circle, the dweller hears at once to find help")
    func alone() async throws {
        try await remove(care.carla, by: care.carla)
        _ = try await acknowledged()
        try await remove(care.ben, by: care.ben)
        #expect(try care.pushes(to: care.ana) == [.alertEnded])
        #expect(try words(of: .alertEnded, to: care.ana).contains("call the local emergency number"))
        let open = try #require(try await dweller(for: care.ana).alerts.first)
        #expect(open.audience == 0)
    }

    @Test("Whoever is rung by text message when the alert begins again reads who looks after the dweller no more")
    func textedAgain() async throws {
        try await care.leavePhone(care.carla)
        _ = try await acknowledged()
        try await remove(care.ben, by: care.ana)
        let text = try #require(care.post.messages.last).text
        #expect(text.contains("Ben, who had acknowledged, is no longer in the circle."), "\(text)")
    }

    @Test("Whoever was told by text message alone hears by one that nobody looks after the dweller now")
    func texted() async throws {
        let dora = try await care.fixture.register()
        let view = try await care.fixture.circle(care.circle, for: care.ana)
        try await care.fixture.join(dora, view, as: .member, invitedBy: care.ana)
        try await care.change(dora, MemberChange(permissions: Permission.care, priority: 3))
        try await care.leavePhone(dora)
        try await care.fixture.engine.write { tx in
            var device = try #require(try tx.transaction.device(dora.id))
            device.address = nil
            try tx.transaction.update(device)
        }
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(11))
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.catchUp()
        let sent = care.post.messages.count
        try await remove(care.ben, by: care.ben)
        #expect(care.post.messages.count == sent + 1)
        #expect(care.post.messages.last?.text.contains("Nobody is looking after Ana now.") ?? false)
    }

    @Test("What the dweller said of the alert goes out with it again")
    func note() async throws {
        let alert = try await care.signal(.fall)
        let said = try #require(SealedText("carla..iv.text.tag"))
        let note = CareNoteRequest(sealed: [care.carla.person: said])
        let ana = care.ana
        let _: CareAlertView = try await care.fixture.ask { try $0.care.note(note, on: alert.id, by: ana) }
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(alert.id, by: care.ben)
        try await remove(care.ben, by: care.ben)
        let push = try #require(care.fixture.channel.sent.last { $0.alarm?.stage.stage == .alert })
        #expect(push.alarm?.sealed?.about == alert.id)
        #expect(push.alarm?.sealed?.words == said)
    }
}
