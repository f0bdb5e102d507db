import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A member's own switch for alerts")
struct AlertSwitchTests {
    @discardableResult
    private func set(
        _ alerts: AlertSwitch,
        of member: Device,
        by device: Device,
        _ care: CareFixture
    ) async throws
        -> CircleView
    {
        let circle = care.circle
        return try await care.fixture.ask {
            try $0.circles.changeMember(member.person, of: circle, MemberChange(alerts: alerts), by: device)
        }
    }

    @Test("A member with alerts off is not rung, the next is told at once, and everybody sees it")
    func off() async throws {
        let care = try await CareFixture()
        try await set(.off(until: nil), of: care.ben, by: care.ben, care)
        for device in [care.ana, care.carla] {
            let members = try await care.fixture.circle(care.circle, for: device).members
            #expect(members.first { $0.person == care.ben.person }?.alerts == .off(until: nil))
            #expect(try await care.overview(for: device).dwellers.first?.audience == 1)
        }
        let alert = try await care.signal(.fall)
        #expect(alert.audience == 1)
        try await care.fixture.pass(.minutes(30))
        #expect(try care.pushes(to: care.ben) == [])
        #expect(try care.pushes(to: care.carla).first == .alert)
    }

    @Test("Alerts that were switched off in the midst of one ring no more")
    func amidst() async throws {
        let care = try await CareFixture()
        try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        #expect(try care.pushes(to: care.ben) == [.alert])
        try await set(.off(until: nil), of: care.ben, by: care.ben, care)
        try await care.fixture.pass(.minutes(30))
        #expect(try care.pushes(to: care.ben) == [.alert])
    }

    @Test("Alerts that are off until a time ring again from then on")
    func until() async throws {
        let care = try await CareFixture()
        let end = care.fixture.now + .hours(8)
        try await set(.off(until: end), of: care.ben, by: care.ben, care)
        try await care.fixture.pass(.hours(8))
        #expect(try await care.overview(for: care.ana).dwellers.first?.audience == 2)
        try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        #expect(try care.pushes(to: care.ben) == [.alert])
    }

    @Test("With everybody's alerts off, the dweller sees that nobody is told")
    func nobody() async throws {
        let care = try await CareFixture()
        for member in [care.ben, care.carla] { try await set(.off(until: nil), of: member, by: member, care) }
        #expect(try await care.overview(for: care.ana).dwellers.first?.audience == 0)
        #expect(try await care.signal(.manual).audience == 0)
    }

    @Test("Only a member switches their own alerts, until a time ahead")
    func refused() async throws {
        let care = try await CareFixture()
        try await expectProblem(.notAllowed) { try await set(.off(until: nil), of: care.ben, by: care.ana, care) }
        try await expectProblem(.notAllowed) { try await set(.off(until: nil), of: care.ben, by: care.carla, care) }
        try await expectProblem(.malformed) { try await set(.off(until: nil), of: care.ana, by: care.ana, care) }
        for end in [care.fixture.now, care.fixture.now + .days(367)] {
            try await expectProblem(.malformed) { try await set(.off(until: end), of: care.ben, by: care.ben, care) }
        }
    }

    @Test("Muting a dweller leaves alerts alone, and the answer says so as long as it is true")
    func muting() async throws {
        let care = try await CareFixture()
        func mute() async throws -> ConsentMessage {
            let (ana, ben) = (CircleID(high: care.ana.person.high, low: care.ana.person.low), care.ben)
            let muted = ConsentMessage(Consent(isMuted: true))
            return try await care.fixture.ask { try $0.consents.set(for: ana, to: muted, by: ben) }
        }
        #expect(try await mute().careAlerts == true)
        try await care.signal(.fall)
        try await care.fixture.pass(.minutes(1))
        #expect(try care.pushes(to: care.ben) == [.alert])
        try await set(.off(until: nil), of: care.ben, by: care.ben, care)
        #expect(try await mute().careAlerts == nil)
    }
}
