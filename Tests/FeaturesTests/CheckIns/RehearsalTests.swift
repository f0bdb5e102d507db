import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Testing

@Suite("Rehearsals of check-ins")
struct RehearsalTests {
    @Test("A rehearsal takes every step of the policy, and tells only the person")
    func wholeLadder() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        let begun = try await person.rehearse()
        try await person.fixture.pass(.minutes(5))
        #expect(
            person.fixture.channel.stages
                == [.checkInDue, .checkInDue, .checkInDue, .checkInDue, .rehearsal, .rehearsal]
        )
        #expect(person.bodies.first?.contains("3 hours") ?? false)
        #expect(try await person.letters().isEmpty)
        #expect(try await person.fixture.state(begun.id) == .told)
    }

    @Test("A rehearsal of a short threshold names the plan's own times, and no warning that the plan leaves out")
    func short() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(threshold: .hours(1))
        try await person.rehearse()
        try await person.fixture.pass(.minutes(5))
        #expect(person.fixture.channel.stages == [.checkInDue, .rehearsal, .rehearsal])
        #expect(person.bodies.first?.contains("In 15 minutes") == true, "\(person.bodies)")
    }

    @Test("Where nobody has agreed, a rehearsal says that nobody would be told, and says so once")
    func nobody() async throws {
        let person = try await CheckInFixture()
        try await person.contact(agrees: false)
        try await person.plan()
        try await person.rehearse()
        try await person.fixture.pass(.minutes(5))
        #expect(person.titles(.rehearsal) == ["Rehearsal: nobody would be told"])
        #expect(!person.bodies.contains { $0.contains("your contacts would be told") })
        #expect(person.bodies.first?.contains("Nobody would be told") ?? false)
    }

    @Test("A rehearsal promises no letter by a way that the relay does not have, and names whom it leaves out")
    func withoutAWay() async throws {
        let before = try await CheckInFixture()
        try await before.contact(phone: "+886912345678")
        try await before.plan()
        let person = try before.restarted(hasSMS: true)
        let begun = try await person.rehearse()
        #expect(begun.letters.map(\.medium) == [.sms])
        #expect(begun.unreached.map(\.medium) == [.email])
        #expect(begun.unreached.first?.name == "Ben")
        #expect(try await person.report().reachable == 1)
    }

    @Test("Without any way to contacts who have agreed, a rehearsal says that nobody would be told")
    func withoutAnyWay() async throws {
        let before = try await CheckInFixture()
        try await before.contact()
        try await before.plan()
        let person = try before.restarted()
        let begun = try await person.rehearse()
        #expect(begun.letters.isEmpty && begun.unreached.map(\.medium) == [.email])
        try await person.fixture.pass(.minutes(5))
        #expect(person.titles(.rehearsal) == ["Rehearsal: nobody would be told"])
    }

    @Test("The gentle kind is rehearsed as it goes")
    func gentle() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(.gentle)
        try await person.rehearse()
        try await person.fixture.pass(.minutes(5))
        #expect(person.fixture.channel.stages == [.checkInReminder, .rehearsal])
        #expect(person.bodies.allSatisfy { $0.contains("rehearsal") })
    }

    @Test(
        "A rehearsal shows what each contact would be sent, in the contact's language, without the contact's link"
    )
    func letters() async throws {
        let person = try await CheckInFixture()
        try await person.contact(phone: "+886912345678", language: "zh-Hant")
        try await person.contact("carla@example.org", agrees: false)
        try await person.plan()
        try await person.checkIn(at: try Place(latitude: 52.5163, longitude: 13.3777, accuracy: 12))
        let letters = try await person.rehearse().letters
        #expect(letters.map(\.medium) == [.email, .sms])
        #expect(letters[0].subject?.contains("Ana") ?? false)
        #expect(letters[0].text.contains("24 小時") && letters[0].text.contains("52.5163"))
        #expect(letters[0].text.contains("https://relay.example.org/…"))
        try await person.fixture.pass(.hours(24))
        let real = try #require(person.post.mails.last)
        #expect(letters[0].subject == real.subject)
        let without = { (text: String) in text.split(separator: "\n").filter { !$0.contains("relay.example.org") } }
        #expect(without(letters[0].text) == without(real.text))
    }

    @Test("A rehearsal of the gentle kind shows the letter that a missed check-in of that kind is told by")
    func gentleLetter() async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(.gentle)
        try await person.checkIn()
        let letter = try #require(try await person.rehearse().letters.first)
        try await person.fixture.pass(.hours(48))
        let real = try #require(person.post.mails.last)
        #expect(letter.subject == real.subject)
        #expect(letter.subject?.contains("48 hours") == true)
    }

    @Test("Checking in ends the rehearsal, and another one begins anew")
    func ends() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let first = try await person.rehearse()
        try await person.fixture.pass(.seconds(15))
        let second = try await person.rehearse()
        #expect(try await person.fixture.state(first.id) == .cancelled)
        try await person.fixture.pass(.seconds(5))
        try await person.checkIn()
        #expect(try await person.fixture.state(second.id) == .cancelled)
        try await person.fixture.pass(.minutes(5))
        #expect(!person.fixture.channel.stages.contains(.rehearsal))
    }

    @Test(
        "Whoever answers a rehearsal is not told that somebody has answered an alarm of theirs, on any device",
        arguments: [AlarmReceipt.Report.acknowledged, .dismissed]
    )
    func answered(report: AlarmReceipt.Report) async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let other = try await person.fixture.addDevice(besides: person.phone)
        let begun = try await person.rehearse()
        try await person.fixture.pass(.seconds(15))
        let receipt = Receipt(report: report, revision: 1, at: person.fixture.now)
        let _: ReceiptAccepted = try await person.fixture.ask {
            try $0.alarms.take(receipt, of: begun.id, from: person.phone)
        }
        try await person.fixture.pass(.minutes(5))
        #expect(try await person.fixture.state(begun.id) == .acknowledged)
        let stages = person.fixture.channel.stages
        #expect(!stages.contains(.acknowledged) && !stages.contains(.dismissed), "\(stages)")
        let silenced = person.fixture.channel.sent.filter { $0.alarm?.stage == .cancel }.map(\.destination.device)
        #expect(silenced == [other.id], "the other phone no longer shows it")
    }

    @Test("A rehearsal leaves the deadline where it is")
    func changesNothing() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let due = try await person.checkIn().due
        try await person.rehearse()
        try await person.fixture.pass(.minutes(5))
        #expect(try await person.report().due == due)
    }

    @Test("Without a plan a rehearsal is refused")
    func withoutAPlan() async throws {
        let person = try await CheckInFixture()
        await #expect(throws: Problem.self) { try await person.rehearse() }
    }

    @Test("Before the first check-in the letter shows the time of the plan", arguments: CheckInPlan.Kind.allCases)
    func newPlan(kind: CheckInPlan.Kind) async throws {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan(kind, threshold: kind == .standard ? .hours(48) : nil)
        let letter = try #require(try await person.rehearse().letters.first)
        #expect(letter.subject == "Ana has not checked in for 48 hours")
        #expect(letter.text.contains("no second letter") == (kind == .standard))
    }

    @Test("A reminder that an operator's policy gives later is rehearsed with its own time")
    func laterReminder() async throws {
        var policy = EscalationPolicy.gentleCheckIn
        policy.steps.insert(EscalationStep(offset: .hours(12), audience: .receiver, stage: .checkInReminder), at: 1)
        let person = try await CheckInFixture(policies: [policy.name: policy])
        try await person.contact()
        try await person.plan(.gentle)
        try await person.rehearse()
        try await person.fixture.pass(.minutes(5))
        #expect(person.bodies.first?.contains("1 day after a check-in") == true)
        #expect(person.bodies.dropFirst().first?.contains("1 day 12 hours after a check-in") == true)
    }
}
