import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Permissions in a care circle")
struct CareHistoryTests {
    @Test("The history says who was told by what and when, and who acknowledged")
    func told() async throws {
        let care = try await CareFixture()
        let start = care.fixture.now
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(6))
        try await care.acknowledge(alert.id, by: care.carla)
        let kept = try #require(try await care.history(for: care.ana).alerts.first)
        #expect(kept.state == .acknowledged)
        #expect(kept.endedBy == "Carla")
        #expect(kept.endedAt == start + .minutes(6))
        #expect(kept.told.map(\.name) == ["Ben", "Ben", "Carla"])
        #expect(kept.told.map(\.means) == [.push, .push, .push])
        #expect(kept.told.map(\.outcome) == [.sent, .sent, .sent])
        #expect(kept.told.first?.at == start + .seconds(30))
        #expect(kept.told.last?.at == start + .seconds(330))
    }

    @Test("The history survives the alarm, whose rows are purged")
    func survives() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(alert.id, by: care.ben)
        let before = try await care.history(for: care.ana)
        try await care.fixture.pass(.days(40))
        let housekeeper = Housekeeper(engine: care.fixture.engine)
        while try await housekeeper.sweep() > 0 {}
        #expect(try await care.fixture.engine.read { try $0.alarm(AlarmID(alert.id)) } == nil)
        #expect(try await care.history(for: care.ana) == before)
        #expect(try await care.alert(alert.id, for: care.ben).state == .acknowledged)
    }

    @Test("An alert is forgotten when it is too old, and not before")
    func retention() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.cancel(alert.id, by: care.ana)
        let housekeeper = Housekeeper(engine: care.fixture.engine)
        care.fixture.clock.advance(by: .days(400))
        while try await housekeeper.sweep() > 0 {}
        #expect(try await care.history(for: care.ana).alerts.map(\.id) == [alert.id])
        care.fixture.clock.advance(by: .milliseconds(1))
        while try await housekeeper.sweep() > 0 {}
        #expect(try await care.history(for: care.ana).alerts == [])
        #expect(try await care.overview(for: care.ana).dwellers.first?.lastAlert == nil)
    }

    @Test("Members know of the kinds of alerts that the dweller lets them know of, and of no other")
    func kinds() async throws {
        let care = try await CareFixture()
        try await care.change(care.ben, MemberChange(permissions: [.alertFall, .history]))
        let fall = try await care.signal(.fall)
        let manual = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(1))
        #expect(try care.pushes(to: care.ben) == [.alert])
        #expect(try care.pushes(to: care.carla) == [.alert])
        #expect(try await care.history(for: care.ben).alerts.map(\.id) == [fall.id])
        #expect(try await care.history(for: care.ana).alerts.map(\.id) == [manual.id, fall.id])
        #expect(try await care.overview(for: care.ben).dwellers.first?.alerts.map(\.id) == [fall.id])
        try await expectProblem(.notFound) { try await care.alert(manual.id, for: care.ben) }
    }

    @Test("The place is shown to those who may know it, with the status and with every alert")
    func places() async throws {
        let care = try await CareFixture()
        try await care.change(care.carla, MemberChange(permissions: Permission.care.subtracting([.place])))
        let place = try Place(latitude: 52.5163, longitude: 13.3777, accuracy: 12)
        let alert = try await care.signal(.fall, at: place)
        try await care.fixture.pass(.minutes(1))
        #expect(try await care.alert(alert.id, for: care.ben).place == place)
        #expect(try await care.alert(alert.id, for: care.carla).place == nil)
        #expect(try await care.overview(for: care.ben).dwellers.first?.status?.place == place)
        #expect(try await care.overview(for: care.carla).dwellers.first?.status?.place == nil)
        #expect(try await care.history(for: care.carla).alerts.first?.place == nil)
    }

    @Test("Without the permission the history is refused; members who were told still see those alerts")
    func withoutHistory() async throws {
        let care = try await CareFixture()
        try await care.change(care.ben, MemberChange(permissions: Permission.defaultCare))
        let alert = try await care.signal(.fall)
        try await expectProblem(.notFound) { try await care.alert(alert.id, for: care.ben) }
        try await care.fixture.pass(.seconds(30))
        try await care.acknowledge(alert.id, by: care.ben)
        try await expectProblem(.notAllowed) { try await care.history(for: care.ben) }
        #expect(try await care.alert(alert.id, for: care.ben).state == .acknowledged)
        let next = try await care.signal(.fall)
        try await care.cancel(next.id, by: care.ana)
        try await expectProblem(.notFound) { try await care.alert(next.id, for: care.ben) }
    }

    @Test("Without the permission a member sees only how they were told themselves")
    func toldThemselves() async throws {
        let care = try await CareFixture()
        try await care.change(care.ben, MemberChange(permissions: [.alertManual]))
        try await care.leavePhone(care.ben)
        let alert = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(7))
        let own = try await care.alert(alert.id, for: care.ben).told
        #expect(Set(own.map(\.person)) == [care.ben.person])
        #expect(Set(own.map(\.means)) == [.push, .sms])
        for device in [care.ana, care.carla] {
            let told = try await care.alert(alert.id, for: device).told
            #expect(Set(told.map(\.person)) == [care.ben.person, care.carla.person])
        }
    }

    @Test("A member sees several dwellers with one call, each as far as that dweller lets them")
    func overview() async throws {
        let care = try await CareFixture()
        try await care.isActive()
        try await care.fixture.pass(.minutes(1))
        let dora = try await care.fixture.register()
        let other = try await care.fixture.found(.care, by: dora)
        try await care.fixture.join(care.ben, other, as: .member, invitedBy: dora)
        let (ben, id) = (care.ben.person, other.id)
        let _: CircleView = try await care.fixture.ask {
            try $0.circles.changeMember(ben, of: id, MemberChange(permissions: [.alertManual]), by: dora)
        }
        let call = CareSignalRequest(.manual)
        let alert: CareAlertView = try await care.fixture.ask { try $0.care.signal(call, by: dora) }
        #expect(try await care.overview(for: care.ben).dwellers.flatMap(\.alerts) == [])
        try await care.fixture.pass(.seconds(30))
        let seen = try await care.overview(for: care.ben)
        #expect(seen.dwellers.map(\.circle) == [care.circle, other.id])
        #expect(seen.dwellers.map { $0.status == nil } == [false, true])
        #expect(seen.dwellers.first?.status?.lastActivity != nil)
        #expect(seen.dwellers.last?.alerts.map(\.id) == [alert.id])
        #expect(seen.dwellers.map(\.isSelf) == [false, false])
        #expect(try await care.overview(for: care.ana).dwellers.map(\.isSelf) == [true])
    }

    @Test("A person who has left a circle sees nothing of it any more, and gets no alerts")
    func left() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        let (circle, ben) = (care.circle, care.ben)
        _ = try await care.fixture.engine.write { try $0.circles.removeMember(ben.person, of: circle, by: ben) }
        try await care.fixture.pass(.hours(1))
        #expect(try care.pushes(to: care.ben) == [.alert])
        try await expectProblem(.notFound) { try await care.alert(alert.id, for: care.ben) }
        try await expectProblem(.notFound) { try await care.history(for: care.ben) }
        #expect(try await care.overview(for: care.ben).dwellers == [])
    }

    @Test("With the dweller the circle ends, and its alerts, settings and alarms with it")
    func ended() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(inactivity: try InactivityRule(wait: .hours(1))))
        try await care.signal(.fall)
        let (circle, ana) = (care.circle, care.ana)
        _ = try await care.fixture.engine.write { try $0.circles.removeMember(ana.person, of: circle, by: ana) }
        try await care.fixture.pass(.hours(5))
        #expect(try care.pushes(to: care.ben) == [])
        let left = try await care.fixture.engine.read { snapshot in
            try snapshot.documents(of: ana.person).filter { [.alert, .careSettings].contains($0.kind) }
        }
        #expect(left == [])
    }

    @Test("The history is read page by page, newest first, and as one table")
    func pages() async throws {
        let care = try await CareFixture()
        var ids: [DocumentID] = []
        for _ in 0..<5 {
            let alert = try await care.signal(.manual)
            try await care.cancel(alert.id, by: care.ana)
            ids.insert(alert.id, at: 0)
            try await care.fixture.pass(.minutes(1))
        }
        var (seen, last): ([DocumentID], DocumentID?) = ([], nil)
        repeat {
            let (now, circle, before, ana) = (care.fixture.now, care.circle, last, care.ana)
            let page = try await care.fixture.engine.read {
                try care.fixture.engine.careHistory(of: circle, before: before, limit: 2, for: ana, at: now, in: $0)
            }
            seen += page.alerts.map(\.id)
            last = page.next
        } while last != nil
        #expect(seen == ids)
        let table = try await care.history(for: care.ana).csv
        #expect(table.split(separator: "\r\n").count == 6)
    }

    @Test("A page is as full as can be for who sees some kinds of alerts alone, and its last one is that")
    func sparsePages() async throws {
        let care = try await CareFixture()
        try await care.change(care.ben, MemberChange(permissions: [.alertFall, .history]))
        var falls: [DocumentID] = []
        for signal in [CareSignal.fall, .manual, .manual, .manual, .fall, .manual, .fall, .manual, .manual, .manual] {
            let alert = try await care.signal(signal)
            try await care.cancel(alert.id, by: care.ana)
            if signal == .fall { falls.insert(alert.id, at: 0) }
            try await care.fixture.pass(.minutes(1))
        }
        func page(before last: DocumentID?) async throws -> CareHistory {
            let (now, circle, ben) = (care.fixture.now, care.circle, care.ben)
            return try await care.fixture.engine.read {
                try care.fixture.engine.careHistory(of: circle, before: last, limit: 2, for: ben, at: now, in: $0)
            }
        }
        let first = try await page(before: nil)
        #expect(first.alerts.map(\.id) == Array(falls.prefix(2)))
        #expect(first.next == falls[1])
        let second = try await page(before: first.next)
        #expect(second.alerts.map(\.id) == [falls[2]])
        #expect(second.next == nil)
        let manual = try #require(try await care.history(for: care.ana).alerts.first)
        try await expectProblem(.malformed) { try await page(before: manual.id) }
    }
}
