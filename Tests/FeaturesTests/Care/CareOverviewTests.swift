import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("The overview of a care circle")
struct CareOverviewTests {
    private func dweller(_ care: CareFixture, for device: Device) async throws -> CareDwellerView {
        try #require(try await care.overview(for: device).dwellers.first)
    }

    @Test("After an acknowledgement everybody sees who looks after the dweller, since when, until somebody ends it")
    func acknowledged() async throws {
        let care = try await CareFixture()
        try await care.isActive()
        let alert = try await care.signal(.fall)
        #expect(try await dweller(care, for: care.ana).state == .counting)
        #expect(try await dweller(care, for: care.ben).state == .quiet, "the dweller can still cancel")
        try await care.fixture.pass(.seconds(30))
        #expect(try await dweller(care, for: care.ben).state == .alerting)
        try await care.acknowledge(alert.id, by: care.ben)
        let since = care.fixture.now
        try await care.fixture.pass(.minutes(10))
        // A phone that is carried about says nothing of its owner.
        try await care.isActive()
        for device in [care.ana, care.ben, care.carla] {
            let seen = try await dweller(care, for: device)
            #expect(seen.state == .acknowledged)
            #expect(seen.lastAlert?.id == alert.id)
            #expect(seen.lastAlert?.endedBy == "Ben")
            #expect(seen.lastAlert?.endedAt == since)
            #expect(seen.status?.lastSign == care.fixture.now)
        }
        let resolved = try await care.resolve(alert.id, by: care.ben)
        #expect(resolved.state == .acknowledged)
        #expect(resolved.resolvedBy == "Ben")
        #expect(resolved.resolvedAt == care.fixture.now)
        #expect(try await dweller(care, for: care.carla).state == .quiet)
        #expect(try await dweller(care, for: care.carla).lastAlert?.resolvedBy == "Ben")
    }

    @Test("Whoever has left a number sees that the message that asks has not gone out yet")
    func ownNumberWaits() async throws {
        let care = try await CareFixture()
        let reason = RetryReason.other("busy", concernsChannel: false)
        care.post.answer(.retry(after: .minutes(30), reason: reason, indeterminate: false))
        try await care.leavePhone(care.ben, confirmed: false)
        try await care.fixture.catchUp()
        #expect(try await care.overview(for: care.ben).phone?.waiting == [.sms])
        try await care.fixture.pass(.minutes(31))
        #expect(try await care.overview(for: care.ben).phone?.waiting == [])
    }

    @Test("Whoever has left a number sees it and whether it was confirmed, and nobody else does")
    func ownNumber() async throws {
        let care = try await CareFixture()
        #expect(try await care.overview(for: care.ben).phone == nil)
        try await care.leavePhone(care.ben, confirmed: false)
        let asked = try #require(try await care.overview(for: care.ben).phone)
        #expect((asked.contact.phone, asked.consent) == ("+491701234567", .pending))
        care.fixture.clock.advance(by: .days(2))
        try await care.leavePhone(care.ben)
        #expect(try await care.overview(for: care.ben).phone?.consent == .confirmed)
        for other in [care.ana, care.carla] { #expect(try await care.overview(for: other).phone == nil) }
        let ben = care.ben
        _ = try await care.fixture.engine.write { try $0.care.removePhone(by: ben) }
        #expect(try await care.overview(for: ben).phone == nil)
    }

    @Test("An alert that nobody called over is so a day later, but only with a sign of life since")
    func settling() async throws {
        let care = try await CareFixture()
        try await care.isActive()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.pass(.hours(25))
        #expect(try await dweller(care, for: care.ben).state == .acknowledged, "nothing was heard since")
        try await care.isActive()
        #expect(try await dweller(care, for: care.ben).state == .quiet)
    }

    @Test("An alert that nobody answered is no quiet, and stays so until somebody says that it is over")
    func unanswered() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.hours(25))
        #expect(try await dweller(care, for: care.ben).state == .unanswered)
        try await care.resolve(alert.id, by: care.ana)
        #expect(try await dweller(care, for: care.ben).state == .quiet, "the word is a sign of life")
    }

    @Test("An alert that somebody looks after stays in the overview when a later one is called off")
    func twoAlerts() async throws {
        let care = try await CareFixture()
        try await care.isActive()
        let fall = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(fall.id, by: care.ben)
        let call = try await care.signal(.manual)
        #expect(try await dweller(care, for: care.ana).lastAlert?.id == fall.id)
        try await care.cancel(call.id, by: care.ana)
        for device in [care.ana, care.ben, care.carla] {
            let seen = try await dweller(care, for: device)
            #expect(seen.state == .acknowledged)
            #expect(seen.lastAlert?.id == fall.id)
        }
        try await care.resolve(fall.id, by: care.ben)
        #expect(try await dweller(care, for: care.ana).state == .quiet)
        #expect(try await dweller(care, for: care.ana).lastAlert?.id == call.id)
    }

    @Test("A member who may not read the history sees every alert that is not over")
    func twoUnresolved() async throws {
        let care = try await CareFixture()
        try await care.change(care.carla, MemberChange(permissions: Permission.care.subtracting([.history])))
        let fall = try await care.signal(.fall)
        let call = try await care.signal(.manual)
        try await care.fixture.pass(.minutes(1))
        for alert in [fall, call] { try await care.acknowledge(alert.id, by: care.ben) }
        for device in [care.ana, care.ben, care.carla] {
            let seen = try await dweller(care, for: device)
            let last = try #require(seen.lastAlert)
            #expect(Set([last.id] + (seen.unresolved ?? []).map(\.id)) == [fall.id, call.id])
            #expect(seen.unresolved?.count == 1)
        }
        try await care.change(care.carla, MemberChange(permissions: [.status, .alertManual]))
        #expect(try await dweller(care, for: care.carla).unresolved == [], "she may not know of falls any more")
        try await care.resolve(fall.id, by: care.ben)
        #expect(try await dweller(care, for: care.ana).unresolved == [])
    }

    @Test("Nobody is called quiet who was not heard for twelve hours, or never")
    func notHeard() async throws {
        let care = try await CareFixture()
        #expect(try await dweller(care, for: care.ben).state == .notHeard)
        try await care.isActive()
        try await care.fixture.pass(.hours(12) + -.seconds(1))
        #expect(try await dweller(care, for: care.ben).state == .quiet)
        try await care.fixture.pass(.seconds(1))
        #expect(try await dweller(care, for: care.ben).state == .notHeard)
    }

    @Test("A call for help and its cancellation are signs of life; a fall that a device felt is none")
    func signs() async throws {
        let care = try await CareFixture()
        let fall = try await care.signal(.fall)
        #expect(try await dweller(care, for: care.ana).status?.lastSign == nil)
        try await care.fixture.pass(.seconds(10))
        try await care.cancel(fall.id, by: care.ana)
        #expect(try await dweller(care, for: care.ana).status?.lastSign == care.fixture.now)
        #expect(try await dweller(care, for: care.ana).state == .quiet)
        try await care.fixture.pass(.hours(1))
        try await care.signal(.manual)
        #expect(try await dweller(care, for: care.ana).status?.lastSign == care.fixture.now)
        #expect(try await dweller(care, for: care.ana).status?.lastActivity == nil)
    }

    @Test("Only an alert that was answered, or was not by anybody, is called over, by who may see it")
    func refused() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await expectProblem(.conflict) { try await care.resolve(alert.id, by: care.ana) }
        try await expectProblem(.notFound) { try await care.resolve(alert.id, by: care.ben) }
        try await care.cancel(alert.id, by: care.ana)
        try await expectProblem(.conflict) { try await care.resolve(alert.id, by: care.ana) }
        let eve = try await care.fixture.register()
        try await expectProblem(.notFound) { try await care.resolve(alert.id, by: eve) }
    }

    @Test("A member sees the last alert only if they may, and no state where the status is hidden")
    func hidden() async throws {
        let care = try await CareFixture()
        try await care.change(care.carla, MemberChange(permissions: [.alertManual]))
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(alert.id, by: care.ben)
        let seen = try await dweller(care, for: care.carla)
        #expect(seen.lastAlert == nil)
        #expect(seen.state == nil)
        #expect(seen.status == nil)
    }

    @Test("A place is shown with the time at which it was reported, in the status and with an alert")
    func placeWithAge() async throws {
        let care = try await CareFixture()
        let place = try Place(latitude: 52.5163, longitude: 13.3777)
        try await care.isActive(CareActivityReport(place: place))
        let reported = care.fixture.now
        try await care.fixture.pass(.hours(3))
        let alert = try await care.signal(.manual)
        #expect(alert.place == place)
        #expect(alert.placeAt == reported)
        #expect(try await dweller(care, for: care.ben).status?.placeAt == reported)
    }
}
