import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Check-ins")
struct CheckInTests {
    @Test("Before the first check-in nothing is watched; then it is normal, due soon, and expired")
    func states() async throws {
        let person = try await CheckInFixture()
        #expect(try await person.plan().state == .new)
        let report = try await person.checkIn()
        #expect(report.state == .normal)
        #expect(report.remaining == 86_400)
        try await person.fixture.pass(.hours(21))
        #expect(try await person.report().state == .warning)
        try await person.fixture.pass(.hours(3))
        #expect(try await person.report().state == .expired)
        #expect(try await person.checkIn().state == .normal)
    }

    @Test(
        "A person is warned four times before the deadline; then every confirmed contact is told, and again a day later"
    )
    func missed() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.contact("carla@example.org", agrees: false)
        try await person.plan(threshold: .hours(48))
        try await person.checkIn()
        try await person.fixture.pass(.seconds(48 * 3600 - 1))
        #expect(person.fixture.channel.stages == [.checkInDue, .checkInDue, .checkInDue, .checkInDue])
        #expect(try await person.letters().isEmpty)
        try await person.fixture.pass(.seconds(1))
        #expect(try await person.letters().count == 1)
        #expect(person.fixture.channel.stages.last == .contactsTold)
        try await person.fixture.pass(.hours(24))
        #expect(try await person.letters().count == 2)
        try await person.fixture.pass(.days(10))
        #expect(try await person.letters().count == 2)
    }

    @Test("A person who checks in every hour is warned a quarter of an hour ahead, and never by the check-in itself")
    func hourly() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(threshold: .hours(1))
        for count in 1...3 {
            #expect(try await person.checkIn().state == .normal)
            try await person.fixture.pass(.minutes(44))
            #expect(person.fixture.channel.stages.filter { $0 == .checkInDue }.count == count - 1)
            try await person.fixture.pass(.minutes(1))
            #expect(person.fixture.channel.stages.filter { $0 == .checkInDue }.count == count)
            #expect(try await person.report().state == .warning)
        }
        try await person.fixture.pass(.minutes(15))
        #expect(try await person.letters().count == 1)
    }

    @Test("A plan of an hour that is turned on again warns of nothing at once")
    func turnedOn() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.checkIn()
        try await person.plan(isOn: false)
        #expect(try await person.plan(threshold: .hours(1)).due == person.fixture.now + .hours(1))
        try await person.fixture.pass(.minutes(44))
        #expect(!person.fixture.channel.stages.contains(.checkInDue))
        try await person.fixture.pass(.minutes(1))
        #expect(person.fixture.channel.stages.contains(.checkInDue))
    }

    @Test("After a check-in at the last moment no contact is told, and the next cycle begins")
    func lastMoment() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.milliseconds(24 * 3_600_000 - 1))
        let report = try await person.checkIn()
        #expect(report.due == person.fixture.now + .hours(24))
        try await person.fixture.pass(.hours(20))
        #expect(try await person.letters().isEmpty)
    }

    @Test("A second tap on the same day says so and does no harm")
    func secondTap() async throws {
        let person = try await CheckInFixture()
        #expect(try await !person.checkIn().isRepeat)
        try await person.fixture.pass(.minutes(1))
        let report = try await person.checkIn()
        #expect(report.isRepeat)
        #expect(report.history.count == 2)
        #expect(report.state == .normal)
    }

    @Test("The last 30 check-ins are kept, newest first, with zone and place")
    func history() async throws {
        let person = try await CheckInFixture()
        let place = try Place(latitude: 52.5163, longitude: 13.3777, accuracy: 12)
        for _ in 0..<31 {
            try await person.checkIn()
            try await person.fixture.pass(.hours(12))
        }
        let report = try await person.checkIn(at: place)
        #expect(report.history.count == 30)
        #expect(report.history.first?.place == place)
        #expect(report.history.first?.timeZone == "Europe/Berlin")
        #expect(report.history.map(\.at) == report.history.map(\.at).sorted(by: >))
    }

    @Test("A snooze moves the deadline by a day; one after the deadline is a sign of life as well")
    func snooze() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        let due = try #require(try await person.checkIn().due)
        try await person.fixture.pass(.hours(23))
        let phone = person.phone
        let snoozed: CheckInReport = try await person.fixture.ask { try $0.checkIns.snooze(by: phone) }
        #expect(snoozed.due == due + .hours(24))
        try await person.fixture.pass(.hours(24))
        #expect(try await person.letters().isEmpty)
        try await person.fixture.pass(.hours(1))
        #expect(try await person.letters().count == 1)
    }

    @Test("A threshold changed in the middle of a cycle counts from the last check-in")
    func changed() async throws {
        let person = try await CheckInFixture()
        try await person.plan(threshold: .hours(72))
        try await person.checkIn()
        let start = person.fixture.now
        try await person.fixture.pass(.hours(10))
        #expect(try await person.plan(threshold: .hours(24)).due == start + .hours(24))
        #expect(try await person.plan(threshold: .hours(1)).due == person.fixture.now + .minutes(15))
    }

    @Test("On vacation no one is told anything, and at its end a whole threshold begins")
    func vacation() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        let end = person.fixture.now + .days(14)
        #expect(try await person.plan(pausedUntil: end).state == .paused)
        try await person.fixture.pass(.days(14))
        #expect(try await person.letters().isEmpty)
        #expect(try await person.report().due == end + .hours(24))
        try await person.fixture.pass(.hours(24))
        #expect(try await person.letters().count == 1)
    }

    @Test("Turned off, nothing happens any more")
    func off() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        #expect(try await person.plan(isOn: false).state == .off)
        try await person.fixture.pass(.days(3))
        #expect(try await person.letters().isEmpty)
        #expect(person.fixture.channel.stages.isEmpty)
    }

    @Test("The gentle kind reminds after 24 h and tells the contacts after 48")
    func gentle() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(.gentle)
        #expect(try await person.checkIn().state == .checkedIn)
        try await person.fixture.pass(.hours(24))
        #expect(try await person.report().state == .due)
        #expect(person.fixture.channel.stages == [.checkInReminder])
        #expect(try await person.letters().isEmpty)
        try await person.fixture.pass(.hours(24))
        #expect(try await person.report().state == .escalated)
        #expect(try await person.letters().count == 1)
    }

    @Test("A check-in from any device of the person counts")
    func anyDevice() async throws {
        let person = try await CheckInFixture()
        let tablet = try await person.fixture.addDevice(besides: person.phone)
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(20))
        #expect(try await person.checkIn(from: tablet).due == person.fixture.now + .hours(24))
    }

    @Test("A sign of life is never refused, however many came before it, and a late one still gives the all-clear")
    func many() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        for _ in 0..<200 { try await person.checkIn() }
        #expect(try await person.report().history.count == 30)
        try await person.fixture.pass(.minutes(2))
        #expect(try await person.checkIn().due == person.fixture.now + .hours(24), "it moves the deadline all the same")
        try await person.fixture.pass(.hours(24))
        for _ in 0..<100 { try await person.checkIn() }
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
    }

    @Test("Beyond those of a day a check-in within 10 min of the last changes nothing and is not kept")
    func manyInADay() async throws {
        var limits = Limits()
        (limits.checkInsPerHour, limits.checkInsPerDay) = (10, 20)
        let person = try await CheckInFixture(limits: limits)
        try await person.plan()
        for _ in 0..<20 {
            #expect(try await person.checkIn().due == person.fixture.now + .hours(24))
            try await person.fixture.pass(.minutes(10))
        }
        let counted = try await person.checkIn()
        #expect(counted.due == person.fixture.now + .hours(24), "the last one was long ago")
        try await person.fixture.pass(.minutes(9))
        for _ in 0..<5 { #expect(try await person.checkIn().due == counted.due) }
        #expect(try await person.report().history.count == 21)
        try await person.fixture.pass(.minutes(1))
        #expect(try await person.checkIn().due == person.fixture.now + .hours(24))
        // A day after the first one all count again.
        try await person.fixture.pass(.hours(20) + .minutes(40))
        for _ in 0..<3 {
            #expect(try await person.checkIn().due == person.fixture.now + .hours(24))
            try await person.fixture.pass(.minutes(1))
        }
    }

    @Test("A check-in for which a reminder waits counts, however many came before it")
    func awaited() async throws {
        var limits = Limits()
        (limits.checkInsPerHour, limits.checkInsPerDay) = (2, 3)
        // 21:57 UTC, an hour and three minutes before midnight in Berlin.
        let clock = TestClock(at: Instant(seconds: 1_800_000_000) + .hours(13) + .minutes(57))
        let person = try await CheckInFixture(limits: limits, clock: clock)
        let settings = CheckInSettings(
            name: "Ana",
            timeZone: "Europe/Berlin",
            remindAt: LocalTime(hour: 0, minute: 1)
        )
        let phone = person.phone
        let _: CheckInReport = try await person.fixture.ask { try $0.checkIns.plan(settings, by: phone) }
        let terminal = try await person.fixture.addDevice(besides: phone, as: .events)
        for _ in 0..<2 { try await person.checkIn() }
        try await person.fixture.pass(.hours(1))
        let last = try await person.checkIn()
        try await person.fixture.pass(.minutes(1))
        #expect(try await person.checkIn().due == last.due)
        try await person.fixture.pass(.minutes(3) + .seconds(30))
        #expect(try await person.checkIn(from: terminal).due == person.fixture.now + .hours(24))
        #expect(try await person.silenced().contains(phone.id))
    }

    @Test("Tests and rehearsals use up nothing of the sign of life, and their refusal says until when")
    func tests() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let phone = person.phone
        let most = person.fixture.engine.limits.checkInsPerHour
        for _ in 1..<most {
            _ = try await person.fixture.engine.write { try $0.checkIns.testNotification(by: phone) }
        }
        try await person.fixture.pass(.minutes(20))
        let problem = try await expectProblem(.rateLimited) {
            let _: ReceiptAccepted = try await person.fixture.ask { try $0.checkIns.testNotification(by: phone) }
        }
        #expect(problem.retryAfter == .minutes(40))
        #expect(!problem.detail.contains("Retry-After") && !problem.detail.contains("40"), "clients say when")
        try await person.checkIn()
        try await person.fixture.pass(.minutes(40))
        _ = try await person.fixture.engine.write { try $0.checkIns.testNotification(by: phone) }
    }

    @Test("A notification is in the language of the phone")
    func language() async throws {
        let person = try await CheckInFixture()
        var phone = person.phone
        phone.locale = "zh-TW"
        let device = phone
        try await person.fixture.engine.write { try $0.transaction.update(device) }
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(22))
        let push = try #require(person.fixture.channel.sent.last)
        let text = String(decoding: push.payload, as: UTF8.self)
        #expect(text.contains("CHECK_IN"))
        #expect(text.contains("報平安") || text.contains("聯絡人"), "\(text)")
    }

    @Test("A check-in by a command takes the warning off the listener that shares its device, and a phone's needs none")
    func listener() async throws {
        let person = try await CheckInFixture()
        let terminal = try await person.fixture.addDevice(besides: person.phone, as: .events)
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(22))
        try await person.checkIn(from: terminal)
        #expect(try await person.silenced() == [person.phone.id, terminal.id])
        try await person.fixture.pass(.hours(22))
        try await person.checkIn()
        #expect(try await person.silenced() == [person.phone.id, terminal.id, terminal.id])
    }
}

extension CheckInFixture {
    /// The devices that were told that a warning is over, oldest first, the phone before others.
    fileprivate func silenced() async throws -> [DeviceID] {
        let person = phone.person
        let rows = try await fixture.engine.read { snapshot in
            try snapshot.alarms(of: person, changedAfter: 0, limit: 1000)
                .flatMap { try snapshot.deliveries(of: $0.key) }
                .filter { $0.order.stage == .cancel }
        }
        return rows.sorted { one, other in
            let isPhone = (one.order.destination.device == phone.id, other.order.destination.device == phone.id)
            return (one.createdAt, isPhone.0 ? 0 : 1) < (other.createdAt, isPhone.1 ? 0 : 1)
        }
        .compactMap(\.order.destination.device)
    }

    @Test("The times at which somebody asked for more time stay in their history as long as check-ins do")
    func snoozes() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(1))
        let phone = person.phone
        let first = person.fixture.now
        let report: CheckInReport = try await person.fixture.ask { try $0.checkIns.snooze(by: phone) }
        #expect(report.snoozedAt == [first] && report.putOffAt == first)
        try await person.fixture.pass(.hours(1))
        let second = person.fixture.now
        let _: CheckInReport = try await person.fixture.ask { try $0.checkIns.snooze(by: phone) }
        #expect(try await person.report().snoozedAt == [second, first])
        try await person.fixture.pass(.hours(1))
        let after = try await person.checkIn()
        #expect(after.snoozedAt == [second, first] && after.putOffAt == nil, "it is history from then on")
        person.fixture.clock.advance(by: person.fixture.engine.limits.checkInRetention)
        #expect(try await person.report().snoozedAt.isEmpty)
    }
}
