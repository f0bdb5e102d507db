import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("What the state of a check-in claims")
struct StatusTruthTests {
    @Test("Between a deadline and the relay's step at it, nothing is said of telling the contacts")
    func atTheDeadline() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        try await person.fixture.pass(.minutes(24 * 60 - 1))
        person.fixture.clock.advance(by: .minutes(1))
        let early = try await person.report()
        #expect(early.state == .expired && early.telling == nil)
        try await person.fixture.catchUp()
        #expect(try await person.report().telling?.outcome == .told)
    }

    @Test("In a pause after the contacts were told, the state says that they were")
    func paused() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        try await person.fixture.pass(.hours(25))
        let report = try await person.plan(pausedUntil: person.fixture.now + .days(3))
        #expect(report.state == .paused)
        #expect(report.telling?.outcome == .told)
        #expect(try await person.checkIn().telling == nil)
    }

    @Test("Once a pause is ended without a check-in, the state still says that the contacts were told")
    func resumed() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.contact()
        try await person.checkIn()
        try await person.fixture.pass(.hours(25))
        try await person.plan(pausedUntil: person.fixture.now + .days(3))
        let report = try await person.plan()
        #expect(report.state == .expired || report.state == .normal)
        #expect(report.telling?.outcome == .told)
        #expect(try await person.checkIn().telling == nil)
    }

    @Test("More time that was asked for is told no more once a vacation was begun or ended")
    func putOffBeforePause() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(1))
        let phone = person.phone
        let snoozed: CheckInReport = try await person.fixture.ask { try $0.checkIns.snooze(by: phone) }
        #expect(snoozed.putOffAt == person.fixture.now && snoozed.snoozes == 1)
        let paused = try await person.plan(pausedUntil: person.fixture.now + .days(3))
        #expect(paused.putOffAt == nil)
        let resumed = try await person.plan()
        #expect(resumed.putOffAt == nil && resumed.snoozes == 0)
        #expect(resumed.due == person.fixture.now + .hours(24))
        #expect(resumed.snoozedAt == snoozed.snoozedAt, "the history keeps it")
    }

    @Test("Messages to a person's own address follow the language of their device")
    func language() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let phone = person.phone
        let _: ContactView = try await person.fixture.ask {
            try $0.checkIns.setOwnAddresses(OwnAddresses(email: "ana@example.org", language: "zh-Hant"), by: phone)
        }
        _ = try await person.fixture.engine.write { try $0.devices.change(DeviceChange(locale: "zh-Hans"), of: phone) }
        let own = try await person.fixture.engine.read { try person.fixture.engine.ownAddresses(of: phone, in: $0) }
        #expect(own.contact.language == "zh-Hans")
    }

    @Test("Tests of notifications use up neither snoozes nor changes of the emergency card")
    func quotas() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.checkIn()
        let phone = person.phone
        for _ in 1..<person.fixture.engine.limits.checkInsPerHour {
            _ = try await person.fixture.engine.write { try $0.checkIns.testNotification(by: phone) }
        }
        _ = try await person.fixture.engine.write { try $0.checkIns.snooze(by: phone) }
        let card = EmergencyCard(words: "Ben has the key")
        _ = try await person.fixture.engine.write { try $0.checkIns.setCard(card, by: phone) }
    }
}
