import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("What a calendar program reads of somebody's alarms")
struct CalendarContentTests {
    @Test("Both see when an alarm rings, each whose it is, and neither a word of it")
    func sides() async throws {
        let scene = try await CalendarFixture()
        let couple = scene.couple
        _ = try await scene.fixture.setAlarm(couple, in: .minutes(30))
        let (anas, bens) = (try await scene.calendar(of: couple.ana), try await scene.calendar(of: couple.ben))
        #expect(bens.ofEvents("DTSTART") == ["20270115T083000Z"])
        #expect(anas.ofEvents("DTSTART") == ["20270115T083000Z"])
        #expect(bens.ofEvents("SUMMARY") == ["Alarm from your partner"])
        #expect(anas.ofEvents("SUMMARY") == ["Alarm for your partner"])
        #expect(anas.ofEvents("UID") == bens.ofEvents("UID"))
        #expect(bens.values("NAME") == ["Reveille alarms"])
        #expect(bens.values("REFRESH-INTERVAL") == ["VALUE=DURATION:PT3600S"])
        for calendar in [anas, bens] {
            #expect(!calendar.text.contains(String(SealedText.sample().text.prefix(40))))
            #expect(!calendar.text.contains("DESCRIPTION"))
        }
    }

    @Test("An alarm that was cancelled or answered is not in it any more", arguments: [true, false])
    func ended(isCancelled: Bool) async throws {
        let scene = try await CalendarFixture()
        let couple = scene.couple
        let id = try await scene.fixture.setAlarm(couple, in: .minutes(30))
        if isCancelled {
            try await scene.fixture.cancel(id, by: couple.ana)
        } else {
            try await scene.fixture.pass(.minutes(31))
            #expect(try await scene.calendar(of: couple.ben).ofEvents("UID").count == 1, "it rings")
            try await scene.fixture.report(.acknowledged, of: id, from: couple.ben)
        }
        for device in [couple.ana, couple.ben] {
            let calendar = try await scene.calendar(of: device)
            #expect(calendar.ofEvents("UID").isEmpty)
            #expect(calendar.lines.last == "END:VCALENDAR")
        }
    }

    @Test("One that repeats has its rule, on the clocks of its zone, with their changes")
    func recurring() async throws {
        let scene = try await CalendarFixture()
        let rule = "FREQ=WEEKLY;BYDAY=MO"
        _ = try await scene.fixture.setAlarm(scene.couple, from: "2027-01-18T07:00:00", repeat: rule)
        let calendar = try await scene.calendar(of: scene.couple.ben)
        #expect(calendar.ofEvents("DTSTART") == ["TZID=Europe/Berlin:20270118T070000"])
        #expect(calendar.ofEvents("RRULE") == [rule])
        #expect(calendar.values("TZID") == ["Europe/Berlin"])
        #expect(calendar.values("TZNAME").contains("CEST") && calendar.values("TZNAME").contains("CET"))
    }

    @Test("One that repeats a number of times counts those that are left")
    func counted() async throws {
        let scene = try await CalendarFixture()
        let (couple, fixture) = (scene.couple, scene.fixture)
        let rule = "FREQ=DAILY;COUNT=3"
        let id = try await fixture.setAlarm(couple, from: "2027-01-16T07:00:00", repeat: rule)
        #expect(try await scene.calendar(of: couple.ben).ofEvents("RRULE") == [rule])
        // 06:00 in UTC.
        try await fixture.pass(until: Instant(seconds: 1_800_000_000) + .hours(22) + .minutes(1))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        let calendar = try await scene.calendar(of: couple.ben)
        #expect(calendar.ofEvents("DTSTART") == ["TZID=Europe/Berlin:20270117T070000"])
        #expect(calendar.ofEvents("RRULE") == ["FREQ=DAILY;COUNT=2"])
        #expect(calendar.ofEvents("UID") == ["\(id)@relay.example.org"], "it stays the same event")
    }

    @Test("One that was put off is at the time until which it was, and not at its first time")
    func putOff() async throws {
        let scene = try await CalendarFixture()
        let (couple, fixture) = (scene.couple, scene.fixture)
        let id = try await fixture.setAlarm(couple, in: .minutes(30))
        try await fixture.pass(.minutes(30))
        #expect(try await scene.calendar(of: couple.ben).ofEvents("DTSTART") == ["20270115T083000Z"])
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: fixture.now + .minutes(9))
        for device in [couple.ana, couple.ben] {
            let calendar = try await scene.calendar(of: device)
            #expect(calendar.ofEvents("DTSTART") == ["20270115T083900Z"])
            #expect(calendar.ofEvents("UID") == ["\(id)@relay.example.org"])
            #expect(calendar.ofEvents("RECURRENCE-ID").isEmpty)
        }
        try await fixture.pass(.minutes(9))
        #expect(try await fixture.state(id) == .ringing)
        #expect(try await scene.calendar(of: couple.ben).ofEvents("DTSTART") == ["20270115T083900Z"], "it rings again")
    }

    @Test("The time of one that repeats that was put off is another one of the same event, until the next time")
    func putOffOnce() async throws {
        let scene = try await CalendarFixture()
        let (couple, fixture) = (scene.couple, scene.fixture)
        let id = try await fixture.setAlarm(couple, from: "2027-01-16T07:00:00", repeat: "FREQ=DAILY")
        // 06:00 in UTC.
        try await fixture.pass(until: Instant(seconds: 1_800_000_000) + .hours(22))
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: fixture.now + .minutes(9))
        for device in [couple.ana, couple.ben] {
            let calendar = try await scene.calendar(of: device)
            #expect(calendar.ofEvents("UID") == ["\(id)@relay.example.org", "\(id)@relay.example.org"])
            #expect(calendar.ofEvents("DTSTART") == ["TZID=Europe/Berlin:20270116T070000", "20270116T060900Z"])
            #expect(calendar.ofEvents("RECURRENCE-ID") == ["TZID=Europe/Berlin:20270116T070000"])
            #expect(calendar.ofEvents("RRULE") == ["FREQ=DAILY"])
        }
        try await fixture.pass(.minutes(10))
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        let calendar = try await scene.calendar(of: couple.ben)
        #expect(calendar.ofEvents("DTSTART") == ["TZID=Europe/Berlin:20270117T070000"])
        #expect(calendar.ofEvents("RECURRENCE-ID").isEmpty)
    }

    @Test("A reminder says who set it where the circle knows their name, and never its title")
    func reminders() async throws {
        let home = try await FamilyFixture()
        try await home.remind("Pack the satchel")
        try await home.remind("Feed the cat", for: home.ana)
        let kims = try await home.fixture.calendar(of: home.kim)
        let anas = try await home.fixture.calendar(of: home.ana)
        #expect(kims.ofEvents("SUMMARY") == ["Reminder from Ana"])
        #expect(anas.ofEvents("SUMMARY").sorted() == ["Reminder for your family", "Your reminder"])
        #expect(try await home.fixture.calendar(of: home.lea).ofEvents("SUMMARY").isEmpty)
        for text in [kims.text, anas.text] { #expect(!text.contains("satchel") && !text.contains("cat")) }
    }

    @Test("A partner who is in a circle with the reader has the name that they have there")
    func named() async throws {
        let home = try await FamilyFixture()
        let fixture = home.fixture
        _ = try await fixture.setAlarm(try await fixture.pair(home.ana, with: home.ben))
        #expect(try await fixture.calendar(of: home.ben).ofEvents("SUMMARY") == ["Alarm from Ana"])
    }

    @Test("One that repeats is tentative for a receiver who has excluded its next time, and certain for its sender")
    func excluded() async throws {
        let scene = try await CalendarFixture()
        let (couple, fixture) = (scene.couple, scene.fixture)
        _ = try await fixture.setAlarm(couple, in: .minutes(30))
        _ = try await fixture.setAlarm(couple, from: "2027-01-18T07:00:00", repeat: "FREQ=DAILY")
        let (pair, ben) = (couple.pair, couple.ben)
        let consent = ConsentMessage(Consent(pausedUntil: fixture.now + .days(30)))
        let _: ConsentMessage = try await fixture.ask { try $0.consents.set(for: pair, to: consent, by: ben) }
        // The other one has ended by that.
        #expect(try await scene.calendar(of: ben).ofEvents("STATUS") == ["TENTATIVE"])
        #expect(try await scene.calendar(of: couple.ana).ofEvents("STATUS") == ["CONFIRMED"])
    }

    @Test("It is in the language of the reader's newest device")
    func language() async throws {
        let scene = try await CalendarFixture()
        let fixture = scene.fixture
        var request = fixture.registration()
        request.locale = "zh-Hant"
        let couple = try await fixture.pair(scene.couple.ana, with: try await fixture.register(request))
        _ = try await fixture.setAlarm(couple)
        #expect(try await scene.calendar(of: couple.ben).ofEvents("SUMMARY") == ["伴侶為您設定的鬧鐘"])
    }

    @Test("The deadline of a check-in, which rings nobody, is not in it")
    func checkIns() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        #expect(try await person.fixture.calendar(of: person.phone).ofEvents("UID").isEmpty)
    }
}
