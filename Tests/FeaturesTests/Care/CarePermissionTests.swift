import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Members of a care circle with the permissions that they begin with")
struct CarePermissionTests {
    private func dweller(_ care: CareFixture, for device: Device) async throws -> CareDwellerView {
        try #require(try await care.overview(for: device).dwellers.first)
    }

    @Test("A member who was not told yet acknowledges the alert, is shown it, and the dweller hears who comes")
    func beforeTheirTurn() async throws {
        let care = try await CareFixture(permissions: Permission.defaultCare)
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        #expect(try await care.alert(alert.id, for: care.carla).state == .alerting)
        #expect(try care.pushes(to: care.carla) == [])
        let answered = try await care.acknowledge(alert.id, by: care.carla)
        #expect(answered.state == .acknowledged)
        #expect(answered.endedBy == "Carla")
        try await care.fixture.catchUp()
        #expect(try await care.fixture.state(AlarmID(alert.id)) == .acknowledged)
        #expect(try care.pushes(to: care.ana).contains(.acknowledged))
        #expect(try care.pushes(to: care.ben) == [.alert, .alertEnded])
        #expect(try await care.acknowledge(alert.id, by: care.carla).endedBy == "Carla", "she may say it again")
    }

    @Test("A member whose push has not got through yet acknowledges the alert")
    func beforeTheirPush() async throws {
        let care = try await CareFixture(permissions: Permission.defaultCare)
        let ben = care.ben
        try await care.fixture.engine.write { tx in
            var device = try #require(try tx.transaction.device(ben.id))
            device.address = nil
            try tx.transaction.update(device)
        }
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        #expect(try await care.alert(alert.id, for: ben).told == [])
        #expect(try await care.acknowledge(alert.id, by: ben).endedBy == "Ben")
        #expect(try await care.alert(alert.id, for: care.ana).state == .acknowledged)
    }

    @Test("Until somebody says that it is over, a member who was not told reads who looks after the dweller")
    func looking() async throws {
        let care = try await CareFixture(permissions: Permission.defaultCare)
        try await care.isActive()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        #expect(try await dweller(care, for: care.carla).state == .alerting)
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.pass(.minutes(1))
        for device in [care.ana, care.ben, care.carla] {
            let seen = try await dweller(care, for: device)
            #expect(seen.state == .acknowledged)
            #expect(seen.lastAlert?.endedBy == "Ben")
        }
        try await expectProblem(.notAllowed) { try await care.history(for: care.carla) }
        #expect(try await care.resolve(alert.id, by: care.carla).resolvedBy == "Carla")
        for device in [care.ana, care.ben, care.carla] {
            #expect(try await dweller(care, for: device).state == .quiet)
        }
        try await expectProblem(.notFound) { try await care.alert(alert.id, for: care.carla) }
        #expect(try await care.alert(alert.id, for: care.ben).resolvedBy == "Carla")
    }

    @Test("A member who came unasked still sees the alert after it is over")
    func helper() async throws {
        let care = try await CareFixture(permissions: Permission.defaultCare)
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await care.acknowledge(alert.id, by: care.carla)
        try await care.resolve(alert.id, by: care.ana)
        #expect(try await care.alert(alert.id, for: care.carla).resolvedBy == "Ana")
        #expect(try await dweller(care, for: care.carla).lastAlert?.id == alert.id)
    }

    @Test("A member whom the dweller lets know of other alerts sees nothing of this one, answered or not")
    func others() async throws {
        let care = try await CareFixture(permissions: Permission.defaultCare)
        try await care.change(care.carla, MemberChange(permissions: [.status, .alertManual]))
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        try await expectProblem(.notFound) { try await care.acknowledge(alert.id, by: care.carla) }
        try await care.acknowledge(alert.id, by: care.ben)
        try await expectProblem(.notFound) { try await care.alert(alert.id, for: care.carla) }
        #expect(try await dweller(care, for: care.carla).lastAlert == nil)
    }
}
