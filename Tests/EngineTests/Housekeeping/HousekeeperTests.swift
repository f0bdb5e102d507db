import AlarmCore
import AlarmWire
import Engine
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
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        let over = try await scene.setAlarm(couple)
        let live = try await scene.setAlarm(couple, in: .days(100))
        try await scene.cancel(over, by: couple.ana)
        let housekeeper = Housekeeper(engine: scene.engine)
        scene.clock.advance(by: .days(2))
        _ = try await housekeeper.sweep()
        #expect(try await scene.state(over) == .cancelled)
        scene.clock.advance(by: .milliseconds(1))
        _ = try await housekeeper.sweep()
        try await expectProblem(.notFound) { try await scene.row(over) }
        scene.clock.advance(by: .days(50))
        _ = try await housekeeper.sweep()
        #expect(try await scene.state(live) == .scheduled)
    }

    @Test("A code is forgotten a day after its end, when its locator may be drawn again")
    func invites() async throws {
        let room = try await InviteScene()
        let housekeeper = Housekeeper(engine: room.scene.engine)
        room.scene.clock.set(to: room.invite.expiresAt + Invite.locatorRest)
        _ = try await housekeeper.sweep()
        #expect(try await room.status(for: room.ana) == .ended(.expired))
        room.scene.clock.advance(by: .milliseconds(1))
        #expect(try await housekeeper.sweep() == 1)
        try await expectProblem(.notFound) { try await room.status(for: room.ana) }
    }

    @Test("The hour of a quota and an operator's code are forgotten when they are over")
    func windows() async throws {
        var limits = Limits()
        limits.enrolment = .hours(1)
        let scene = try EngineScene(limits: limits)
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, in: .hours(5))
        try await scene.report(.armed, of: id, from: couple.ben)
        _ = try await scene.engine.write { try $0.enroll("0123456789") }
        let housekeeper = Housekeeper(engine: scene.engine)
        scene.clock.advance(by: .hours(1))
        _ = try await housekeeper.sweep()
        #expect(try await scene.keeps(reportsOf: couple.ben.id, code: "0123456789") == [true, true])
        scene.clock.advance(by: .milliseconds(1))
        _ = try await housekeeper.sweep()
        #expect(try await scene.keeps(reportsOf: couple.ben.id, code: "0123456789") == [false, false])
    }

    @Test("It sweeps every minute", .timeLimit(.minutes(10)))
    func service() async throws {
        let scene = try EngineScene()
        let device = try await scene.register()
        let name = RequestName(device: device.id, jti: [1], digest: [1], issuedAt: scene.now)
        _ = try await scene.engine.write { try $0.once(name) { _ in Answer(200, NoContent()) } }
        try await withServices(of: scene, and: Housekeeper(engine: scene.engine)) { _ in
            while try await scene.engine.read({ try $0.replay(of: device.id, jti: [1]) }) != nil {
                await scene.clock.somebodySleeps()
                scene.clock.advance(by: .minutes(1))
            }
        }
        #expect(scene.now > name.issuedAt + .minutes(5))
    }
}

extension EngineScene {
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
    private func scene() async throws -> (EngineScene, Couple, ZoneFolder) {
        let folder = try ZoneFolder()
        try folder.install("Europe/Berlin", as: "Europe/Berlin")
        try folder.install("Asia/Tokyo", as: "Asia/Tokyo")
        let scene = try EngineScene(zones: ZoneDirectory(path: folder.path))
        let ana = try await scene.register()
        return (scene, try await scene.pair(ana, with: scene.register()), folder)
    }

    @Test("Alarms to come move with the rules of their zone, others stay")
    func moved() async throws {
        let (scene, couple, folder) = try await scene()
        let moved = try await scene.setAlarm(couple, from: "2027-01-20T07:00:00", repeat: "FREQ=DAILY")
        let other = try await scene.setAlarm(
            couple,
            from: "2027-01-20T07:00:00",
            in: "Asia/Tokyo",
            repeat: "FREQ=DAILY"
        )
        let single = try await scene.setAlarm(couple, in: .days(5))
        try await scene.catchUp()
        let before = [try await scene.row(other), try await scene.row(single)]
        #expect(try await scene.row(moved).alarm.due.iso8601 == "2027-01-20T06:00:00Z")

        let housekeeper = Housekeeper(engine: scene.engine)
        #expect(try await housekeeper.followZones() == 0)
        try folder.install("Europe/Helsinki", as: "Europe/Berlin")
        scene.clock.advance(by: .minutes(1))
        #expect(try await housekeeper.followZones() == 3)
        let alarm = try await scene.row(moved).alarm
        #expect(alarm.due.iso8601 == "2027-01-20T05:00:00Z")
        #expect(alarm.revision == 2)
        #expect([try await scene.row(other), try await scene.row(single)] == before)
        #expect(try await housekeeper.followZones() == 0)

        scene.channel.forget()
        try await scene.pass(until: alarm.due)
        let rings = scene.channel.alarms.filter { $0.id == moved && $0.stage == .ring }
        #expect(rings.map(\.time) == [alarm.due])
        #expect(scene.channel.alarms.first { $0.id == moved }?.time == alarm.due, "it was handed off anew")
    }

    @Test("Rules that became others while no relay ran are followed after the start")
    func movedAfterStart() async throws {
        let (scene, couple, folder) = try await scene()
        try folder.write(Data("# version 2026f\n".utf8), as: "tzdata.zi")
        let moved = try await scene.setAlarm(couple, from: "2027-01-20T07:00:00", repeat: "FREQ=DAILY")
        try await scene.catchUp()
        scene.clock.advance(by: .minutes(1))
        #expect(try await Housekeeper(engine: scene.engine).followZones() == 0)

        try folder.write(Data("# version 2027a\n".utf8), as: "tzdata.zi")
        try folder.install("Europe/Helsinki", as: "Europe/Berlin")
        let next = try EngineScene(store: scene.store, clock: scene.clock, zones: ZoneDirectory(path: folder.path))
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
        let scene = try EngineScene(store: store, zones: ZoneDirectory(path: folder.path))
        let couple = try await scene.couple()
        let id = try await scene.setAlarm(couple, from: "2027-01-20T07:00:00", repeat: "FREQ=DAILY")
        let housekeeper = Housekeeper(engine: scene.engine)
        try folder.install("Europe/Helsinki", as: "Europe/Berlin")
        store.failNextWrites(.full)
        async let followed = housekeeper.followZones()
        await scene.clock.somebodySleeps()
        scene.clock.advance(by: .seconds(1))
        #expect(try await followed == 1)
        #expect(try await scene.row(id).alarm.due.iso8601 == "2027-01-20T05:00:00Z")
    }
}
