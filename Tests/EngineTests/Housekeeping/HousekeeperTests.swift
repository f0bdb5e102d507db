import AlarmCore
import AlarmWire
import Engine
import Features
import Foundation
import RelayTesting
import Storage
import Testing

@Suite("Housekeeping")
struct HousekeeperTests {
    @Test("An alarm is forgotten when it ended long enough ago, and not before it has ended")
    func retention() async throws {
        var limits = Limits()
        limits.retention = .days(2)
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        let over = try await fixture.setAlarm(couple)
        let live = try await fixture.setAlarm(couple, in: .days(100))
        try await fixture.cancel(over, by: couple.ana)
        let housekeeper = Housekeeper(engine: fixture.engine)
        fixture.clock.advance(by: .days(2))
        _ = try await housekeeper.sweep()
        #expect(try await fixture.state(over) == .cancelled)
        fixture.clock.advance(by: .milliseconds(1))
        _ = try await housekeeper.sweep()
        try await expectProblem(.notFound) { try await fixture.row(over) }
        fixture.clock.advance(by: .days(50))
        _ = try await housekeeper.sweep()
        #expect(try await fixture.state(live) == .scheduled)
    }

    @Test("A code is forgotten a day after its end, when its locator may be drawn again")
    func invites() async throws {
        let room = try await InviteFixture()
        let housekeeper = Housekeeper(engine: room.fixture.engine)
        room.fixture.clock.set(to: room.invite.expiresAt + Invite.locatorRest)
        _ = try await housekeeper.sweep()
        #expect(try await room.status(for: room.ana) == .ended(.expired))
        room.fixture.clock.advance(by: .milliseconds(1))
        #expect(try await housekeeper.sweep() == 1)
        try await expectProblem(.notFound) { try await room.status(for: room.ana) }
    }

    @Test("The day of a quota and an operator's code are forgotten when they are over")
    func windows() async throws {
        var limits = Limits()
        limits.enrolment = .days(1)
        let fixture = try EngineFixture(limits: limits)
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, in: .hours(5))
        try await fixture.report(.armed, of: id, from: couple.ben)
        _ = try await fixture.engine.write { try $0.devices.enroll("0123456789") }
        let housekeeper = Housekeeper(engine: fixture.engine)
        fixture.clock.advance(by: .days(1))
        _ = try await housekeeper.sweep()
        #expect(try await fixture.keeps(reportsOf: couple.ben.id, code: "0123456789") == [true, true])
        fixture.clock.advance(by: .milliseconds(1))
        _ = try await housekeeper.sweep()
        #expect(try await fixture.keeps(reportsOf: couple.ben.id, code: "0123456789") == [false, false])
    }

    @Test("An answer is kept that was stored by a clock set back while a round waited for its turn to write")
    func clockSetBack() async throws {
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store)
        let device = try await fixture.register()
        let after = fixture.now
        fixture.clock.advance(by: .hours(1))
        store.beforeNextWrite {
            fixture.clock.set(to: after)
            let name = RequestName(device: device.id, jti: [1], digest: [1], issuedAt: after)
            _ = try await fixture.engine.write { try $0.once(name) { _ in EngineResponse(200, NoContent()) } }
        }
        _ = try await Housekeeper(engine: fixture.engine).sweep()
        #expect(try await fixture.engine.read { try $0.replay(of: device.id, jti: [1]) } != nil)
    }

    @Test("It sweeps every minute", .timeLimit(.minutes(10)))
    func service() async throws {
        let fixture = try EngineFixture()
        let device = try await fixture.register()
        let name = RequestName(device: device.id, jti: [1], digest: [1], issuedAt: fixture.now)
        _ = try await fixture.engine.write { try $0.once(name) { _ in EngineResponse(200, NoContent()) } }
        try await withServices(of: fixture, and: Housekeeper(engine: fixture.engine)) { _ in
            while try await fixture.engine.read({ try $0.replay(of: device.id, jti: [1]) }) != nil {
                await fixture.clock.somebodySleeps()
                fixture.clock.advance(by: .minutes(1))
            }
        }
        #expect(fixture.now > name.issuedAt + .minutes(5))
    }
}

extension EngineFixture {
    /// Whether the store still has the window of a device's reports, and an enrolment code.
    fileprivate func keeps(reportsOf device: DeviceID, code: String) async throws -> [Bool] {
        let lookup = try engine.vault.enrolment(code)
        return try await engine.read { snapshot in
            [try snapshot.value("reports/\(device)") != nil, try snapshot.enrolment(lookup) != nil]
        }
    }
}

@Suite("New time zone data while the relay runs")
struct ZonesChangedTests {
    private func fixture() async throws -> (EngineFixture, PairedDevices, ZoneFolder) {
        let folder = try ZoneFolder()
        try folder.install("Europe/Berlin", as: "Europe/Berlin")
        try folder.install("Asia/Tokyo", as: "Asia/Tokyo")
        let fixture = try EngineFixture(zones: ZoneDirectory(path: folder.path))
        let ana = try await fixture.register()
        return (fixture, try await fixture.pair(ana, with: fixture.register()), folder)
    }

    @Test("Alarms to come move with the rules of their zone, others stay")
    func moved() async throws {
        let (fixture, couple, folder) = try await fixture()
        let moved = try await fixture.setAlarm(couple, from: "2027-01-20T07:00:00", repeat: "FREQ=DAILY")
        let other = try await fixture.setAlarm(
            couple,
            from: "2027-01-20T07:00:00",
            in: "Asia/Tokyo",
            repeat: "FREQ=DAILY"
        )
        let single = try await fixture.setAlarm(couple, in: .days(5))
        try await fixture.catchUp()
        let before = [try await fixture.row(other), try await fixture.row(single)]
        #expect(try await fixture.row(moved).alarm.due.iso8601 == "2027-01-20T06:00:00Z")

        let housekeeper = Housekeeper(engine: fixture.engine)
        #expect(try await housekeeper.followZones() == 0)
        try folder.install("Europe/Helsinki", as: "Europe/Berlin")
        fixture.clock.advance(by: .minutes(1))
        #expect(try await housekeeper.followZones() == 3)
        let alarm = try await fixture.row(moved).alarm
        #expect(alarm.due.iso8601 == "2027-01-20T05:00:00Z")
        #expect(alarm.revision == 2)
        #expect([try await fixture.row(other), try await fixture.row(single)] == before)
        #expect(try await housekeeper.followZones() == 0)

        fixture.channel.forget()
        try await fixture.pass(until: alarm.due)
        let rings = fixture.channel.alarms.filter { $0.id == moved && $0.stage == .ring }
        #expect(rings.map(\.time) == [alarm.due])
        #expect(fixture.channel.alarms.first { $0.id == moved }?.time == alarm.due, "it was handed off anew")
    }

    @Test("Rules that became others while no relay ran are followed after the start")
    func movedAfterStart() async throws {
        let (fixture, couple, folder) = try await fixture()
        try folder.write(Data("# version 2026f\n".utf8), as: "tzdata.zi")
        let moved = try await fixture.setAlarm(couple, from: "2027-01-20T07:00:00", repeat: "FREQ=DAILY")
        try await fixture.catchUp()
        fixture.clock.advance(by: .minutes(1))
        #expect(try await Housekeeper(engine: fixture.engine).followZones() == 0)

        try folder.write(Data("# version 2027a\n".utf8), as: "tzdata.zi")
        try folder.install("Europe/Helsinki", as: "Europe/Berlin")
        let next = try EngineFixture(
            store: fixture.store,
            clock: fixture.clock,
            zones: ZoneDirectory(path: folder.path)
        )
        let housekeeper = Housekeeper(engine: next.engine)
        #expect(try await housekeeper.followZones() == 1)
        let alarm = try await next.row(moved).alarm
        #expect(alarm.due.iso8601 == "2027-01-20T05:00:00Z")
        #expect(try await housekeeper.followZones() == 0)
        #expect(try await next.row(moved).alarm == alarm)
    }

    @Test(
        "A store that fails meanwhile is tried again, for the former rules are known only now",
        .timeLimit(.minutes(10))
    )
    func storeFails() async throws {
        let folder = try ZoneFolder()
        try folder.install("Europe/Berlin", as: "Europe/Berlin")
        let store = InterruptedStore()
        let fixture = try EngineFixture(store: store, zones: ZoneDirectory(path: folder.path))
        let couple = try await fixture.couple()
        let id = try await fixture.setAlarm(couple, from: "2027-01-20T07:00:00", repeat: "FREQ=DAILY")
        let housekeeper = Housekeeper(engine: fixture.engine)
        try folder.install("Europe/Helsinki", as: "Europe/Berlin")
        store.failNextWrites(.full)
        async let followed = housekeeper.followZones()
        await fixture.clock.somebodySleeps()
        fixture.clock.advance(by: .seconds(1))
        #expect(try await followed == 1)
        #expect(try await fixture.row(id).alarm.due.iso8601 == "2027-01-20T05:00:00Z")
    }
}
