import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("The daily reminder to check in")
struct DailyReminderTests {
    /// A person in Berlin with a plan of three days, whose relay starts at noon there.
    private struct Person {
        let person: CheckInFixture
        let zone: ZoneRules

        init(remindAt: LocalTime? = LocalTime(hour: 20, minute: 0)) async throws {
            person = try await CheckInFixture()
            zone = try #require(person.fixture.engine.zones.rules(for: "Europe/Berlin"))
            try await plan(remindAt: remindAt)
        }

        func plan(
            remindAt: LocalTime? = LocalTime(hour: 20, minute: 0),
            isOn: Bool = true,
            pausedUntil: Instant? = nil,
            timeZone: String? = "Europe/Berlin"
        ) async throws {
            let settings = CheckInSettings(
                threshold: .days(30),
                isOn: isOn,
                pausedUntil: pausedUntil,
                name: "Ana",
                timeZone: timeZone,
                remindAt: remindAt
            )
            let phone = person.phone
            let _: CheckInReport = try await person.fixture.ask { try $0.checkIns.plan(settings, by: phone) }
        }

        /// Lets time pass until this hour of the next day that has it still to come, in a zone.
        func pass(to hour: Int, _ minute: Int = 0, in other: ZoneRules? = nil) async throws {
            let time = try #require(LocalTime(hour: hour, minute: minute))
            let next = (other ?? zone).next(time, after: person.fixture.now)
            try await person.fixture.pass(next - person.fixture.now)
        }

        var reminders: Int { person.fixture.channel.stages.count { $0 == .checkInReminder } }
    }

    @Test("It comes at its time on every day without a check-in, and with words of its own")
    func daily() async throws {
        let ana = try await Person()
        try await ana.pass(to: 19, 59)
        #expect(ana.reminders == 0)
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 1)
        #expect(ana.person.bodies.last?.contains("You have not checked in today.") == true)
        try await ana.pass(to: 20, 1)
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 3)
    }

    @Test("It is left out on a day with a check-in, and comes again on the next")
    func leftOut() async throws {
        let ana = try await Person()
        try await ana.pass(to: 19)
        try await ana.person.checkIn()
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 0)
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 1)
    }

    @Test("A check-in after it leaves the next day's alone")
    func afterwards() async throws {
        let ana = try await Person()
        try await ana.pass(to: 20, 1)
        try await ana.person.checkIn()
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 2)
    }

    @Test("Nothing comes while the plan is paused or off, nor once the time is taken back")
    func quiet() async throws {
        let ana = try await Person()
        try await ana.plan(pausedUntil: ana.person.fixture.now + .days(2))
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 0)
        try await ana.plan(isOn: false)
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 0)
        try await ana.plan()
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 1)
        try await ana.plan(remindAt: nil)
        try await ana.pass(to: 20, 1)
        #expect(ana.reminders == 1)
    }

    @Test("It follows a change of its time and the zone of the last check-in")
    func follows() async throws {
        let ana = try await Person()
        try await ana.plan(remindAt: LocalTime(hour: 18, minute: 30))
        try await ana.pass(to: 18, 31)
        #expect(ana.reminders == 1)
        let phone = ana.person.phone
        let travelled = CheckInRequest(timeZone: "Asia/Taipei")
        let _: CheckInReport = try await ana.person.fixture.ask { try $0.checkIns.checkIn(travelled, by: phone) }
        let taipei = try #require(ana.person.fixture.engine.zones.rules(for: "Asia/Taipei"))
        // It is past midnight in Taipei, so that the check-in is of the day whose evening comes next there.
        try await ana.pass(to: 18, 31, in: taipei)
        #expect(ana.reminders == 1)
        try await ana.pass(to: 18, 31, in: taipei)
        #expect(ana.reminders == 2)
    }

    @Test("It keeps its time of day over a change of the clocks")
    func clockChange() async throws {
        let ana = try await Person()
        let year = Int(ana.person.fixture.now.iso8601.prefix(4)) ?? 2027
        // The European clocks change on the last Sundays of March and October.
        let change = try Instant(iso8601: "\(year + 1)-03-25T00:00:00Z")
        try await ana.person.fixture.pass(change - ana.person.fixture.now)
        for _ in 1...8 {
            try await ana.pass(to: 19, 59)
            let before = ana.reminders
            try await ana.pass(to: 20, 1)
            #expect(ana.reminders == before + 1)
        }
    }

    @Test("Acknowledging it checks in, as the history shows")
    func answered() async throws {
        let ana = try await Person()
        try await ana.pass(to: 20, 1)
        let sent = try #require(ana.person.fixture.channel.sent.last?.alarm)
        let phone = ana.person.phone
        let now = ana.person.fixture.now
        let receipt = Receipt(report: .acknowledged, revision: sent.revision, at: now)
        _ = try await ana.person.fixture.engine.write { try $0.alarms.take(receipt, of: sent.id, from: phone) }
        let report = try await ana.person.report()
        #expect(report.history.first?.at == now)
        #expect(report.history.first?.source == .notification)
    }

    @Test("It comes to the person's own address as well, with a link to check in, but on no day with a check-in")
    func ownAddress() async throws {
        let ana = try await Person()
        let phone = ana.person.phone
        let request = OwnAddresses(email: "ana@example.org")
        let view: ContactView = try await ana.person.fixture.ask { try $0.checkIns.setOwnAddresses(request, by: phone) }
        try await ana.person.fixture.catchUp()
        try await ana.person.decide(view.id, .confirmed)
        try await ana.pass(to: 20, 1)
        #expect(ana.person.post.mails.map(\.subject).dropFirst() == ["Not checked in today"])
        #expect(ana.person.post.mails.last?.text.contains("https://relay.example.org/check-in?t=") == true)
        try await ana.pass(to: 19)
        try await ana.person.checkIn()
        try await ana.pass(to: 20, 1)
        #expect(ana.person.post.mails.count == 2)
    }
}
