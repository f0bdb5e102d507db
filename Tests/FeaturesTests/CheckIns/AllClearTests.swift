import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("The all-clear")
struct AllClearTests {
    /// A person who has missed a check-in and whose contact was told.
    private func missing(for span: Span = .hours(25)) async throws -> CheckInFixture {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(span)
        return person
    }

    @Test("Turning check-ins off or changing the kind is no check-in, and sends no all-clear")
    func nothingFalse() async throws {
        let person = try await missing()
        try await person.plan(.gentle)
        try await person.fixture.catchUp()
        try await person.plan(isOn: false)
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).isEmpty)
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
    }

    @Test("After a snooze the letter says that the person answered, asked for more time, and when")
    func putOff() async throws {
        let person = try await missing()
        let phone = person.phone
        let _: CheckInReport = try await person.fixture.ask { try $0.checkIns.snooze(by: phone) }
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).isEmpty)
        let letter = try #require(person.post.mails.last)
        let alert = try #require(person.post.mails.dropLast().last)
        #expect(letter.inReplyTo == alert.id)
        #expect(letter.subject == "Ana has answered")
        #expect(letter.text.contains("asked for more time"))
        #expect(!letter.text.contains("checked in"))
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).isEmpty, "they know that there is an answer")
    }

    @Test("A miss after a snooze is told with the snooze, and one after a check-in without it")
    func missedAfterSnooze() async throws {
        let person = try await missing(for: .hours(23))
        let phone = person.phone
        let _: CheckInReport = try await person.fixture.ask { try $0.checkIns.snooze(by: phone) }
        try await person.fixture.pass(.hours(25))
        let letter = try #require(person.post.mails.last)
        #expect(letter.subject == "Ana has not checked in for 48 hours")
        #expect(letter.text.contains("asked for more time, but has not checked in since"))
        try await person.checkIn()
        try await person.fixture.pass(.hours(24))
        let next = try #require(person.post.mails.last)
        #expect(next.subject == "Ana has not checked in for 24 hours")
        #expect(!next.text.contains("asked for more time"))
    }

    @Test("A vacation, another threshold or another kind set before the check-in does not keep the all-clear back")
    func changedBefore() async throws {
        let person = try await missing(for: .hours(73))
        #expect(try await person.letters().count == 2)
        try await person.plan(pausedUntil: person.fixture.now + .days(3))
        try await person.plan(.gentle, pausedUntil: person.fixture.now + .days(4))
        try await person.plan(isOn: false)
        try await person.plan(threshold: .hours(48))
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
    }

    @Test("A contact who was told of two missed deadlines gets one all-clear")
    func twoTellings() async throws {
        let person = try await missing()
        try await person.plan(isOn: false)
        try await person.plan()
        try await person.fixture.pass(.hours(25))
        #expect(try await person.letters().count == 2)
        try await person.checkIn()
        try await person.fixture.catchUp()
        let letters = try await person.letters(.allClear)
        #expect(letters.map(\.state) == [.accepted])
        let alerts = person.post.mails.filter { $0.inReplyTo == nil }
        #expect(person.post.mails.last?.inReplyTo == alerts.last?.id)
    }

    @Test("Whoever has not heard yet that the person is back is named with the reason, until the all-clear is sent")
    func waiting() async throws {
        let before = try await missing()
        let person = try before.restarted()
        let report = try await person.checkIn()
        #expect(report.telling == nil)
        #expect(report.reassured.map(\.state) == [.waiting])
        #expect(report.reassured.map(\.reason) == ["no mail server is configured"])
        try await person.fixture.pass(.minutes(5))
        try await person.checkIn()
        #expect(try await person.report().reassured.map(\.name) == ["Ben"], "another check-in forgets nothing")
        let back = try person.restarted(hasMail: true)
        try await back.fixture.pass(.minutes(2))
        #expect(back.post.mails.last?.subject.hasPrefix("All clear") == true)
        #expect(try await back.report().reassured.map(\.state) == [.sent])
        #expect(try await back.checkIn().reassured.isEmpty)
    }

    @Test("An all-clear that could not be sent within a day is shown as given up, however often the person checks in")
    func givenUp() async throws {
        let person = try await missing().restarted()
        try await person.checkIn()
        try await person.fixture.pass(.hours(23))
        try await person.checkIn()
        try await person.fixture.pass(.hours(2))
        #expect(try await person.report().reassured.map(\.state) == [.failed])
    }

    @Test("That the person asked for more time waits as the all-clear does, and is shown so")
    func waitingPutOff() async throws {
        let person = try await missing().restarted()
        let phone = person.phone
        let report: CheckInReport = try await person.fixture.ask { try $0.checkIns.snooze(by: phone) }
        #expect(report.reassured.map(\.state) == [.waiting])
        let back = try person.restarted(hasMail: true)
        try await back.fixture.pass(.minutes(2))
        #expect(try await back.report().reassured.map(\.state) == [.sent])
    }

    @Test("After another missed deadline nobody is said to know of an answer, whether the plan runs, pauses or is off")
    func missedAgain() async throws {
        for isPutOff in [false, true] {
            let person = try await missing()
            let phone = person.phone
            if isPutOff {
                let _: CheckInReport = try await person.fixture.ask { try $0.checkIns.snooze(by: phone) }
            } else {
                try await person.checkIn()
            }
            try await person.fixture.catchUp()
            #expect(try await person.report().reassured.map(\.state) == [.sent])
            try await person.fixture.pass(.hours(25))
            let missed = try await person.report()
            #expect(missed.state == .expired && missed.reassured.isEmpty)
            #expect(try await person.plan(pausedUntil: person.fixture.now + .days(3)).reassured.isEmpty)
            #expect(try await person.plan(isOn: false).reassured.isEmpty)
            try await person.checkIn()
            try await person.fixture.catchUp()
            #expect(try await person.report().reassured.map(\.state) == [.sent], "this answers the later deadline")
        }
    }

    @Test("A later deadline of which nobody could be told ends what is said of the former one, also once turned off")
    func missedUntold() async throws {
        let person = try await missing()
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.plan(isOn: false).reassured.map(\.state) == [.sent], "nothing was missed since")
        try await person.plan()
        person.post.answer(.rejected(reason: "no such mailbox"))
        try await person.fixture.pass(.hours(25))
        #expect(try await person.report().state == .expired)
        #expect(try await person.plan(isOn: false).reassured.isEmpty)
    }

    @Test("After months the all-clear still goes out")
    func months() async throws {
        let person = try await missing()
        try await person.fixture.pass(.days(90))
        while try await Housekeeper(engine: person.fixture.engine).sweep() > 0 {}
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
    }

    @Test("Long after check-ins were turned off, whoever was told hears that the person is back, once")
    func monthsAfterTurningOff() async throws {
        let person = try await missing()
        try await person.plan(isOn: false)
        try await person.fixture.pass(.days(40))
        while try await Housekeeper(engine: person.fixture.engine).sweep() > 0 {}
        #expect(try await person.letters().isEmpty, "the alarm has been forgotten")
        let sent = person.post.mails.count
        try await person.checkIn()
        try await person.fixture.catchUp()
        let letters = person.post.mails.dropFirst(sent)
        #expect(letters.map(\.recipient.address.text) == ["ben@example.org"])
        #expect(letters.first?.subject.hasPrefix("All clear") == true)
        try await person.fixture.pass(.minutes(5))
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(person.post.mails.count == sent + 1)
    }

    @Test("A deadline that nobody answered for a year is forgotten, but not whom it told")
    func years() async throws {
        let person = try await missing()
        try await person.fixture.pass(.days(400))
        while try await Housekeeper(engine: person.fixture.engine).sweep() > 0 {}
        #expect(try await person.letters().isEmpty, "the alarm has been forgotten")
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
    }

    @Test("A contact's word that they reached the person does not shorten that, nor how long it is known who was told")
    func monthsAfterReached() async throws {
        let person = try await CheckInFixture()
        let ben = try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(25))
        #expect(try await person.reach(by: ben))
        try await person.fixture.pass(.days(90))
        while try await Housekeeper(engine: person.fixture.engine).sweep() > 0 {}
        #expect(try await person.report().telling?.messages.map(\.contact) == [ben])
        #expect(try await person.report().telling?.reached?.name == "Ben")
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
        #expect(person.post.mails.last?.subject.hasPrefix("All clear") == true)
    }

    private static let away = DeliveryOutcome.retry(
        after: .minutes(10),
        reason: .unreachable("no connection"),
        indeterminate: false
    )

    /// A person whose contact's alert was tried, with these answers, and is to be tried again.
    private func tried(_ outcomes: DeliveryOutcome...) async throws -> CheckInFixture {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        for outcome in outcomes { person.post.answer(outcome) }
        try await person.fixture.pass(.hours(24))
        return person
    }

    @Test("An alert that no server was ever handed is dropped at a check-in or a snooze, and nobody hears of either")
    func neverHanded() async throws {
        for isPutOff in [false, true] {
            let person = try await tried(Self.away, Self.away, Self.away)
            try await person.fixture.pass(.minutes(15))
            #expect(try await person.letters().map(\.attempts) == [2])
            #expect(try await person.letters().map(\.failedAttempts) == [2])
            let sent = person.post.mails.count
            let phone = person.phone
            let report: CheckInReport =
                try await isPutOff
                ? person.fixture.ask { try $0.checkIns.snooze(by: phone) } : person.checkIn()
            #expect(report.reassured.isEmpty)
            #expect(report.telling == nil)
            try await person.fixture.pass(.hours(1))
            #expect(try await person.letters().map(\.state) == [.superseded])
            #expect(try await person.letters(isPutOff ? .putOff : .allClear).isEmpty)
            #expect(person.post.mails.count == sent)
        }
    }

    @Test("An alert that waited for a mail server to be configured is dropped at the check-in, and nobody hears of it")
    func neverConfigured() async throws {
        let before = try await CheckInFixture()
        try await before.contact()
        try await before.plan()
        try await before.checkIn()
        let person = try before.restarted()
        try await person.fixture.pass(.hours(25))
        #expect(try await person.report().telling?.outcome == .waiting)
        #expect(try await person.checkIn().reassured.isEmpty)
        let back = try person.restarted(hasMail: true)
        try await back.fixture.pass(.hours(1))
        #expect(back.post.mails.isEmpty)
    }

    @Test("Whom an alert may have reached, since the server's answer was lost, hears that the person is back")
    func mayHaveArrived() async throws {
        let lost = DeliveryOutcome.retry(after: .minutes(10), reason: .timedOut("no answer"), indeterminate: true)
        let person = try await tried(lost, Self.away)
        try await person.fixture.pass(.minutes(15))
        #expect(try await person.letters().map(\.state) == [.pending])
        try await person.checkIn()
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).map(\.state) == [.accepted])
        #expect(try await person.report().reassured.map(\.state) == [.sent])
    }

    @Test("An all-clear that may have arrived is shown so until a server has taken it")
    func uncertain() async throws {
        let person = try await missing()
        person.post.answer(.retry(after: .minutes(10), reason: .timedOut("no answer"), indeterminate: true))
        try await person.checkIn()
        try await person.fixture.catchUp()
        let waiting = try await person.report().reassured
        #expect(waiting.map(\.state) == [.waiting] && waiting.map(\.mayHaveArrived) == [true])
        try await person.fixture.pass(.minutes(15))
        let sent = try await person.report().reassured
        #expect(sent.map(\.state) == [.sent] && sent.map(\.mayHaveArrived) == [false])
    }
}
