import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Days of silence")
struct SilentDaysTests {
    private func settings(quiet: QuietHours? = nil) throws -> CareSettings {
        CareSettings(quietHours: quiet, wellness: try WellnessPattern(stillness: .hours(10), days: 3))
    }

    private func night() throws -> QuietHours {
        try QuietHours(
            from: try #require(LocalTime(hour: 22, minute: 0)),
            until: try #require(LocalTime(hour: 7, minute: 0))
        )
    }

    private func kinds(_ care: CareFixture) async throws -> [CareSignal.Kind] {
        try await care.history(for: care.ana).alerts.filter { $0.state != .held }.map(\.kind)
    }

    @Test("Silence for as many days as the dweller set raises the alert without a word from any device")
    func silence() async throws {
        let care = try await CareFixture()
        try await care.set(try settings())
        try await care.isActive()
        // Of the first day the relay saw only a part.
        try await care.fixture.pass(.days(3))
        #expect(try await kinds(care) == [])
        try await care.fixture.pass(.days(1))
        #expect(try await kinds(care) == [.wellness])
        try await care.fixture.pass(.minutes(2))
        #expect(try care.pushes(to: care.ben) == [.alert])
    }

    @Test("A pattern that silence completes is told once the quiet hours are over")
    func afterTheNight() async throws {
        let care = try await CareFixture()
        try await care.set(try settings(quiet: try night()))
        try await care.isActive()
        try await care.fixture.pass(.days(4))
        let alert = try #require(try await care.history(for: care.ana).alerts.first)
        let berlin = try #require(care.fixture.engine.zones.rules(for: "Europe/Berlin"))
        #expect(berlin.localDateTime(at: alert.at).time == CareLimits.judgement)
    }

    @Test("A check-in is activity: it postpones the question, and its day is not silent")
    func checkIn() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(inactivity: try InactivityRule(wait: .hours(2))))
        try await care.fixture.pass(.hours(1))
        let watch = care.anasWatch
        let _: CheckInReport = try await care.fixture.ask {
            try $0.checkIns.checkIn(CheckInRequest(timeZone: "Europe/Berlin"), by: watch)
        }
        let status = try #require(try await care.overview(for: care.ben).dwellers.first?.status)
        #expect(status.lastActivity == care.fixture.now)
        #expect(status.asksAt == care.fixture.now + .hours(2))
        try await care.fixture.pass(.hours(2))
        #expect(try care.pushes(to: care.ana).contains(.areYouWell))
        let _: CheckInReport = try await care.fixture.ask {
            try $0.checkIns.checkIn(CheckInRequest(timeZone: "Europe/Berlin"), by: watch)
        }
        try await care.fixture.pass(.minutes(30))
        #expect(try care.pushes(to: care.ben) == [], "whoever checks in is well")
    }

    @Test("A wellness signal in quiet hours waits, and is raised when they end")
    func waiting() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(quietHours: try night()))
        try await care.isActive()
        // 23:00 in Berlin.
        try await care.fixture.pass(.hours(14))
        let held = try await care.signal(.wellness)
        #expect(held.held == .quietHours)
        try await care.fixture.pass(.hours(8) + -.seconds(1))
        #expect(try await kinds(care) == [])
        try await care.fixture.pass(.seconds(1))
        #expect(try await kinds(care) == [.wellness])
        try await care.fixture.pass(.days(2))
        #expect(try await kinds(care) == [.wellness], "it was raised once")
    }

    @Test("An inactivity signal in quiet hours is not raised when there was activity meanwhile")
    func activeAgain() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(quietHours: try night()))
        try await care.fixture.pass(.hours(14))
        #expect(try await care.signal(.inactivity).held == .quietHours)
        try await care.fixture.pass(.hours(1))
        try await care.isActive()
        try await care.fixture.pass(.hours(12))
        #expect(try await kinds(care) == [])
    }

    @Test(
        "What waited for quiet hours is raised when the dweller takes them out of the settings, and not told by itself"
    )
    func withoutQuietHours() async throws {
        let care = try await CareFixture()
        try await care.set(CareSettings(quietHours: try night()))
        try await care.isActive()
        try await care.fixture.pass(.hours(14))
        #expect(try await care.signal(.wellness).held == .quietHours)
        try await care.set(CareSettings())
        #expect(try care.pushes(to: care.ana) == [])
        try await care.fixture.pass(.seconds(1))
        #expect(try await kinds(care) == [.wellness])
        #expect(try care.pushes(to: care.ana) == [.countdown])
    }

    @Test("The look at the days reaches nobody, is in no list, and ends with the pattern")
    func unseen() async throws {
        let care = try await CareFixture()
        try await care.set(try settings())
        try await care.isActive()
        let ana = care.ana
        let listed = try await care.fixture.engine.read { try care.fixture.engine.list(for: ana, in: $0) }
        #expect(listed.alarms == [])
        try await care.fixture.pass(.days(2))
        #expect(try care.pushes(to: care.ana) == [])
        try await care.set(CareSettings())
        let circle = care.circle
        #expect(try await care.fixture.engine.read { try $0.liveAlarms(of: circle, limit: 10) } == [])
    }
}
