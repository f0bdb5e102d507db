import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("What is said of whom an alert reached")
struct CareTellingTests {
    private func dweller(_ care: CareFixture, for device: Device) async throws -> CareDwellerView {
        try #require(try await care.overview(for: device).dwellers.first)
    }

    private func switchAlerts(_ alerts: AlertSwitch, of device: Device, in care: CareFixture) async throws {
        let circle = care.circle
        let _: CircleView = try await care.fixture.ask {
            try $0.circles.changeMember(device.person, of: circle, MemberChange(alerts: alerts), by: device)
        }
    }

    private func remove(_ member: Device, from care: CareFixture) async throws {
        let (circle, ana) = (care.circle, care.ana)
        _ = try await care.fixture.engine.write { try $0.circles.removeMember(member.person, of: circle, by: ana) }
    }

    /// The content of the latest push of a stage to a device, by default Ana's first one.
    private func words(of stage: Stage, to device: Device? = nil, in care: CareFixture) throws -> String {
        let token = try #require(try care.fixture.engine.vault.pushToken(of: device ?? care.ana))
        let push = try #require(care.fixture.channel.sent.last { $0.token == token && $0.alarm?.stage.stage == stage })
        return String(decoding: push.payload, as: UTF8.self)
    }

    @Test("The dweller is not told that the circle is told when everybody in it has switched alerts off")
    func everybodyOff() async throws {
        let care = try await CareFixture()
        for member in [care.ben, care.carla] { try await switchAlerts(.off(until: nil), of: member, in: care) }
        let alert = try await care.signal(.fall)
        #expect(alert.audience == 0)
        try await care.fixture.pass(.seconds(1))
        #expect(try words(of: .countdown, in: care).contains("at present nobody of your care circle would be told"))
        try await care.fixture.pass(.minutes(1))
        let open = try await care.alert(alert.id, for: care.ana)
        #expect(open.state == .alerting)
        #expect(open.audience == 0)
        try await care.fixture.pass(.minutes(26))
        #expect(try await care.alert(alert.id, for: care.ana).telling == .failed)
        #expect(try words(of: .noAnswer, in: care).contains("Nobody of your care circle could be told."))
    }

    @Test("A member who may know of an alert and was not told is woken when it is taken, and when it is over")
    func woken() async throws {
        for mayKnow in [true, false] {
            let care = try await CareFixture()
            if !mayKnow {
                try await care.change(care.carla, MemberChange(permissions: [.status, .alertManual]))
            }
            let alert = try await care.signal(.fall)
            try await care.fixture.pass(.minutes(1))
            #expect(try care.pushes(to: care.carla).isEmpty)
            #expect(try care.pushes(to: care.ben) == [.alert], "whom a notice tells need not look")
            let events = care.fixture.engine.events
            for answer in [care.acknowledge, care.resolve] {
                let stream = events.listen(as: care.carla.id, of: care.carla.person)
                _ = try await answer(alert.id, care.ben)
                events.end(care.carla.id)
                var wakes = 0
                for await event in stream {
                    if case .sync = event { wakes += 1 }
                }
                #expect((wakes > 0) == mayKnow)
            }
        }
    }

    @Test("While the question waits whether all is well, its words do not promise a circle that is told of nothing")
    func asked() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(inactivity: try InactivityRule(wait: .hours(2))))
        for member in [care.ben, care.carla] { try await switchAlerts(.off(until: nil), of: member, in: care) }
        try await care.fixture.pass(.hours(2) + .minutes(1))
        #expect(try words(of: .areYouWell, in: care).contains("at present nobody of your care circle would be told"))
    }

    @Test("The dweller is not told that the circle was told when nothing has reached anybody in it")
    func nobodyReached() async throws {
        let care = try await CareFixture()
        for member in [care.ben, care.carla] {
            try await care.fixture.engine.write { tx in
                var device = try #require(try tx.transaction.device(member.id))
                device.address = nil
                try tx.transaction.update(device)
            }
        }
        let alert = try await care.signal(.manual)
        #expect(alert.audience == 2)
        try await care.fixture.pass(.minutes(26))
        let open = try await care.alert(alert.id, for: care.ana)
        #expect(open.state == .alerting)
        #expect(open.telling == .failed)
        #expect(try words(of: .noAnswer, in: care).contains("Nobody of your care circle could be told."))
    }

    @Test("Members are not said to be told who have switched alerts on only since, until one of them is")
    func switchedOnLate() async throws {
        let care = try await CareFixture()
        for member in [care.ben, care.carla] { try await switchAlerts(.off(until: nil), of: member, in: care) }
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(1))
        try await switchAlerts(.on, of: care.ben, in: care)
        let open = try await care.alert(alert.id, for: care.ana)
        #expect(open.audience == 1)
        #expect(open.telling == .failed)
        try await care.fixture.pass(.minutes(5))
        #expect(try await care.alert(alert.id, for: care.ana).telling == .underWay, "the next step has told Ben")
    }

    @Test("Members are not said to be told where all who were have left, until somebody else is")
    func leftWhileTold() async throws {
        let care = try await CareFixture()
        try await switchAlerts(.off(until: nil), of: care.carla, in: care)
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(1))
        try await switchAlerts(.on, of: care.carla, in: care)
        #expect(try await care.alert(alert.id, for: care.carla).telling == .underWay, "Ben is told")
        try await remove(care.ben, from: care)
        for device in [care.ana, care.carla] {
            let open = try await care.alert(alert.id, for: device)
            #expect(open.audience == 1)
            #expect(open.telling == .failed)
        }
        try await care.fixture.pass(.minutes(5))
        #expect(try await care.alert(alert.id, for: care.carla).telling == .underWay, "the next step has told Carla")
    }

    @Test("Where all who were told may know of it no more, members are not said to be told, nor to have been")
    func withdrawnWhileTold() async throws {
        let care = try await CareFixture()
        try await switchAlerts(.off(until: nil), of: care.carla, in: care)
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(1))
        try await care.change(care.ben, MemberChange(permissions: [.status]))
        try await switchAlerts(.on, of: care.carla, in: care)
        #expect(try await care.alert(alert.id, for: care.carla).telling == .failed)
    }

    @Test("Whoever was told and switches alerts off can still answer: members were told, and nobody is at present")
    func switchedOffWhileTold() async throws {
        let care = try await CareFixture()
        try await switchAlerts(.off(until: nil), of: care.carla, in: care)
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(1))
        try await switchAlerts(.off(until: nil), of: care.ben, in: care)
        try await switchAlerts(.on, of: care.carla, in: care)
        #expect(try await care.alert(alert.id, for: care.carla).telling == .done)
        try await care.fixture.pass(.minutes(5))
        #expect(try await care.alert(alert.id, for: care.ana).telling == .underWay, "the next step has told Carla")
    }

    @Test("After the last step nobody is said to have been told where only those were who have left")
    func leftBeforeTheEnd() async throws {
        let care = try await CareFixture()
        try await switchAlerts(.off(until: nil), of: care.carla, in: care)
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(1))
        try await remove(care.ben, from: care)
        try await care.fixture.pass(.minutes(26))
        #expect(try words(of: .noAnswer, in: care).contains("Nobody of your care circle could be told."))
        try await switchAlerts(.on, of: care.carla, in: care)
        #expect(try await care.alert(alert.id, for: care.carla).telling == .failed)
        care.fixture.channel.forget()
        try await care.fixture.pass(.hours(1))
        #expect(try care.pushes(to: care.carla) == [], "the last step is over")
    }

    @Test("Members are being told until the last step, and were told from then on")
    func steps() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.manual)
        #expect(alert.telling == nil)
        try await care.fixture.pass(.minutes(1))
        #expect(try await care.alert(alert.id, for: care.ben).telling == .underWay)
        try await care.fixture.pass(.minutes(26))
        #expect(try await care.alert(alert.id, for: care.ben).telling == .done)
        #expect(try words(of: .noAnswer, in: care).contains("We told your care circle"))
        try await care.acknowledge(alert.id, by: care.ben)
        #expect(try await care.alert(alert.id, for: care.ben).telling == nil)
    }

    @Test("An open alert has the members who are told at present, also in the answer to a further signal")
    func audience() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.manual)
        #expect(alert.audience == 2)
        try await care.fixture.pass(.minutes(1))
        for member in [care.ben, care.carla] { try await care.change(member, MemberChange(permissions: [.status])) }
        #expect(try await care.alert(alert.id, for: care.ana).audience == 0)
        #expect(try await care.signal(.manual).audience == 0)
        try await care.cancel(alert.id, by: care.ana)
        #expect(try await care.alert(alert.id, for: care.ana).audience == 2, "as many as when it began")
    }

    @Test("A member who looked after the dweller a day ago and has left does so no more, and nobody is rung again")
    func leaving() async throws {
        let care = try await CareFixture()
        try await care.isActive()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.pass(.hours(25))
        care.fixture.channel.forget()
        try await remove(care.ben, from: care)
        for device in [care.ana, care.carla] {
            let seen = try await dweller(care, for: device)
            #expect(seen.state == .unanswered)
            #expect(seen.lastAlert?.state == .acknowledged, "the history keeps that Ben answered")
            #expect(seen.lastAlert?.endedBy == "Ben")
            #expect(seen.alerts.isEmpty)
        }
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: care.carla) == [.alertEnded])
        #expect(try words(of: .alertEnded, to: care.carla, in: care).contains("Nobody has said that it is over"))
        try await care.resolve(alert.id, by: care.carla)
        #expect(try await dweller(care, for: care.ana).state == .notHeard)
    }

    @Test("Who was told of an alert, who came and the dweller hear once that it is over, and by whose word")
    func over() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(6))
        try await care.acknowledge(alert.id, by: care.carla)
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: care.ben).last == .alertEnded)
        care.fixture.channel.forget()
        for _ in 0..<2 {
            try await care.resolve(alert.id, by: care.ben)
            try await care.fixture.catchUp()
        }
        for device in [care.ana, care.anasWatch, care.carla] {
            #expect(try care.pushes(to: device) == [.alertEnded])
        }
        #expect(try care.pushes(to: care.ben) == [], "who said so knows")
        #expect(try words(of: .alertEnded, in: care).contains("Ben says that your alert (a possible fall) is over."))
        #expect(try words(of: .alertEnded, to: care.carla, in: care).contains("Ben says that the alert about"))
    }

    @Test("With two alerts open, everybody reads which one is answered and which one is over")
    func twoAlerts() async throws {
        let care = try await CareFixture()
        try await care.leavePhone(care.carla)
        let call = try await care.signal(.manual)
        let fall = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(8))
        try await care.acknowledge(call.id, by: care.ben)
        try await care.fixture.catchUp()
        let answered = "Ben has acknowledged the alert about Ana (a call for help)"
        #expect(try words(of: .alertEnded, to: care.carla, in: care).contains("\(answered); it rings nobody any more."))
        #expect(care.post.messages.last?.text == "Reveille: \(answered).")
        #expect(try words(of: .acknowledged, in: care).contains("has acknowledged your alert (a call for help) and"))
        try await care.resolve(call.id, by: care.ben)
        try await care.fixture.catchUp()
        #expect(try words(of: .alertEnded, in: care).contains("Your alert (a call for help) is over"))
        #expect(try await care.alert(fall.id, for: care.ana).state == .alerting)
    }

    @Test("A member whom the dweller no longer lets know of falls does not read that the alert was one")
    func withdrawnKind() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(6))
        try await care.acknowledge(alert.id, by: care.ben)
        let permissions = Permission.care.subtracting([.alert(.fall)])
        try await care.change(care.carla, MemberChange(permissions: permissions))
        care.fixture.channel.forget()
        try await care.fixture.catchUp()
        let token = try #require(try care.fixture.engine.vault.pushToken(of: care.carla))
        let read = care.fixture.channel.sent.filter { $0.token == token }
            .map { String(decoding: $0.payload, as: UTF8.self) }
        #expect(read.allSatisfy { !$0.contains("a possible fall") }, "\(read)")
    }

    @Test("A member who leaves once the alert is over leaves nobody alone, and nothing is said of it")
    func leftAfterwards() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.resolve(alert.id, by: care.ana)
        try await care.fixture.catchUp()
        care.fixture.channel.forget()
        let (circle, ben) = (care.circle, care.ben)
        _ = try await care.fixture.engine.write { try $0.circles.removeMember(ben.person, of: circle, by: ben) }
        try await care.fixture.catchUp()
        #expect(try care.pushes(to: care.ana) == [])
        #expect(try care.pushes(to: care.carla) == [])
    }
}
