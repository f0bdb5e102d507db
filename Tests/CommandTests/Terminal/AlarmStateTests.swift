import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("The state of an alarm, and how its last time ended, in a list")
struct AlarmStateTests {
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")
    private let tuesday: Instant

    init() throws {
        tuesday = try Instant(iso8601: "2026-11-24T16:00:00Z")
    }

    private func listing(
        _ state: AlarmState,
        ending: AlarmView.Ending? = nil,
        preset: String? = EscalationPolicy.reminder.name,
        _ change: (inout AlarmView) -> Void = { _ in },
        doer: AlarmListing.Doer? = nil
    ) -> AlarmListing {
        var view = AlarmView(
            id: AlarmID(high: 7, low: 7),
            pair: PairID(high: 1, low: 1),
            setBy: PersonID(high: 2, low: 2),
            preset: preset,
            direction: .incoming,
            state: state,
            revision: 3,
            time: tuesday + .days(7),
            ttl: .hours(1),
            sound: "default",
            setAt: tuesday - .days(7),
            ending: ending
        )
        change(&view)
        return AlarmListing(view: view, words: .verified("Fern"), partnerName: "Ana", doer: doer)
    }

    @Test("A snoozed alarm says until when, and how often it was put off where that is known")
    func snoozed() {
        let end = tuesday + .minutes(40)
        let listed = listing(.snoozed, preset: nil) { $0.snoozedUntil = end }
        #expect(listed.state(clock) == "snoozed until Tue 2026-11-24 17:40 CET")
        let again = listing(.blocked, preset: nil) { ($0.snoozedUntil, $0.snoozes) = (end, 2) }
        #expect(again.state(clock) == "blocked, snoozed until Tue 2026-11-24 17:40 CET, 2 times by now")
        #expect(listing(.ringing, preset: nil).state(clock) == "ringing", "however late it is")
    }

    @Test("An alarm that is due is not said to ring where nobody listens on any device")
    func ringsNowhere() {
        let away = DeliveryFunnel(device: 1, relayed: tuesday, attempts: 4, error: "not listening")
        func state(_ devices: [DeliveryFunnel]) -> String {
            listing(.ringing, preset: nil) { ($0.direction, $0.deliveries) = (.outgoing, devices) }.state(clock)
        }
        let both = [away, DeliveryFunnel(device: 2, received: tuesday, attempts: 2, error: "not listening")]
        #expect(state(both) == "due, rings nowhere: nobody listens there")
        #expect(state([]) == "ringing", "nothing is known of the devices")
        #expect(state([away, DeliveryFunnel(device: 2, delivered: tuesday, attempts: 1)]) == "ringing")
        let armed = DeliveryFunnel(device: 2, armed: tuesday, attempts: 1, error: "not listening")
        #expect(state([away, armed]) == "ringing", "its phone rings by itself")
    }

    @Test("One that was set anew was not taken back, and is listed for the time of its reminder")
    func setAnew() {
        for ending in [AlarmView.Ending.cancelled, .declined] {
            #expect(listing(.cancelled, ending: ending) { $0.isSetAnew = true }.state(clock) == "set anew")
        }
        #expect(listing(.cancelled, ending: .cancelled).state(clock) == "taken back")
        let due = tuesday
        let rings = listing(.ringing) { $0.reminderDue = due }
        #expect((rings.dueTime, listing(.ringing).dueTime) == (due, due + .days(7)))
    }

    @Test("Of a reminder it is said whom it is for, as far as that is known")
    func receiver() {
        #expect(listing(.scheduled).otherSide(in: .english) == "reminder for you")
        var set = listing(.scheduled) { $0.direction = .outgoing }
        #expect(set.otherSide(in: .english) == "reminder")
        set.receiverName = "Kim"
        #expect(set.otherSide(in: .english) == "reminder for Kim")
        (set.receiverName, set.isForOneself) = (nil, true)
        #expect(set.otherSide(in: .english) == "reminder for you")
        #expect(listing(.scheduled, preset: nil).otherSide(in: .english) == "from Ana")
    }

    @Test("Of an alarm that has ended it is not said how long it is to its time", arguments: AlarmView.Ending.allCases)
    func endedTime(ending: AlarmView.Ending) {
        #expect(listing(.cancelled, ending: ending).due(clock) == "Tue 2026-12-01 17:00 CET")
        #expect(listing(.cancelled).due(clock) == "Tue 2026-12-01 17:00 CET")
        #expect(listing(.scheduled).due(clock).hasPrefix("Tue 2026-12-01 17:00 CET, "))
    }

    @Test("The words in a history have the reply beside them, also the reader's own")
    func replies() {
        var listed = listing(.acknowledged, ending: .answered, preset: nil)
        #expect(listed.wordsAndReply(in: .english) == "“Fern”")
        listed.ownReply = "Up!"
        #expect(listed.wordsAndReply(in: .english) == "“Fern”, your reply “Up!”")
        #expect(listed.facts(nil, clock).contains { $0 == ("your reply", "“Up!”") })
        (listed.ownReply, listed.reply) = (nil, .verified("Yes"))
        #expect(listed.wordsAndReply(in: .english) == "“Fern”, reply “Yes”")
    }

    @Test("A reminder whose sound is off is not said to ring, nor to be done")
    func soundOff() {
        var listed = listing(.ringing)
        #expect(listed.state(clock) == "ringing")
        listed.isSoundOff = true
        #expect(listed.state(clock) == "sound off, not done")
    }

    @Test("A weekly reminder that was done says by whom and for which time, and that it was missed likewise")
    func reminder() {
        let time = tuesday
        func ended(_ ending: AlarmView.Ending) -> (inout AlarmView) -> Void {
            { $0.last = PastOccurrence(time: time, ending: ending, at: time + .minutes(1)) }
        }
        let done = listing(.cancelled, ending: .answered, ended(.answered), doer: .other("Leo"))
        #expect(done.state(clock) == "done by Leo, for Tue 2026-11-24 17:00 CET")
        #expect(done.lastEnd(clock) == "done by Leo, for Tue 2026-11-24 17:00 CET")
        let own = listing(.cancelled, ending: .answered, ended(.answered), doer: .own)
        #expect(own.state(clock) == "done by you, for Tue 2026-11-24 17:00 CET")
        let missed = listing(.scheduled, ended(.missed))
        #expect(missed.state(clock) == "scheduled")
        #expect(missed.lastEnd(clock) == "not done, for Tue 2026-11-24 17:00 CET")
        #expect(listing(.scheduled).lastEnd(clock) == nil)
    }

    @Test("One that was taken off, or that its receiver's consent kept from ringing, is declined in either case")
    func declined() {
        #expect(listing(.cancelled, ending: .declined).state(clock) == "declined")
        #expect(listing(.cancelled, ending: .declined, preset: nil).state(clock) == "declined")
    }

    @Test("One that repeats says whether a time was skipped, and which is next, or whether it has ended")
    func skipped() throws {
        let daily = try RecurrenceRule("FREQ=DAILY")
        let (time, yesterday) = (tuesday, tuesday - .days(1))
        let last = PastOccurrence(time: yesterday, ending: .declined, at: yesterday)
        func sent(_ state: AlarmState, _ ending: AlarmView.Ending? = nil, isRefused: Bool = false) -> AlarmListing {
            listing(state, ending: ending, preset: nil) { view in
                (view.direction, view.rule, view.time, view.isRefused) = (.outgoing, daily, time, isRefused)
                (view.nextTime, view.last) = (ending == nil ? time + .days(1) : nil, last)
            }
        }
        let goesOn = sent(.armed)
        #expect(goesOn.state(clock) == "armed")
        #expect(goesOn.lastEnd(clock) == "declined that time only; next Tue 2026-11-24 17:00 CET")
        let again = sent(.scheduled, isRefused: true)
        #expect(again.state(clock) == "scheduled, skipped: they take none then; next Wed 2026-11-25 17:00 CET")
        #expect(again.lastEnd(clock) == "declined that time only; Tue 2026-11-24 17:00 CET is skipped too")
        var further = again
        further.view.isNextRefused = true
        #expect(
            further.state(clock) == "scheduled, skipped: they take none then; Wed 2026-11-25 17:00 CET is skipped too"
        )
        let ended = sent(.cancelled, .declined)
        #expect(ended.state(clock) == "declined, and has ended")
        #expect(ended.lastEnd(clock) == "declined, and has ended")
        let single = listing(.scheduled, preset: nil) { ($0.direction, $0.isRefused) = (.outgoing, true) }
        #expect(single.state(clock) == "scheduled, will not ring: they take none then")
    }

    @Test("A notice that one was declined says so too, where the relay tells how it goes on")
    func declinedNotice() throws {
        let notice = AlarmNotice(
            stage: PushStage(.declined),
            id: AlarmID(high: 7, low: 7),
            revision: 3,
            time: tuesday,
            text: "Fern",
            partnerName: "Ben"
        )
        func told(
            _ ending: AlarmView.Ending?,
            repeat rule: String? = "FREQ=DAILY",
            isRefused: Bool = false
        ) throws -> String {
            let rule = try rule.map { try RecurrenceRule($0) }
            let alarm = listing(ending == nil ? .scheduled : .cancelled, ending: ending, preset: nil) { view in
                (view.direction, view.rule, view.isRefused) = (.outgoing, rule, isRefused)
            }
            return notice.news(of: alarm.view, clock)
        }
        #expect(
            try told(nil) == "Ben has declined “Fern” for this time only. The next time is Tue 2026-12-01 17:00 CET."
        )
        #expect(
            try told(nil, isRefused: true) == """
                Ben has declined “Fern” for this time only. As things are, the next time, Tue 2026-12-01 17:00 CET, is \
                skipped too.
                """
        )
        #expect(try told(.declined) == "Ben has declined “Fern”, and it has ended: it does not repeat any more.")
        for plain in [try told(.declined, repeat: nil), try told(.cancelled), notice.news(of: nil, clock)] {
            #expect(plain == "Ben has declined “Fern”.")
        }
    }

    @Test("What became of reminders when somebody left is said in one sentence")
    func familyNews() {
        let left = FamilyNews(.left, at: tuesday, name: "Ben", heir: "Ana", handedOver: 2, deleted: 1, places: 1)
        #expect(
            left.sentence(clock) == """
                Ben is not in it any more since Tue 2026-11-24 17:00 CET; 2 open reminders were passed on to Ana; 1 open \
                reminder was deleted; a place is not watched any more.
                """
        )
        #expect(FamilyNews(.left, at: tuesday).sentence(clock).hasPrefix("Somebody is not in it any more since "))
        let parent = FamilyNews(.parent, at: tuesday, name: "Kim")
        #expect(parent.sentence(clock) == "Kim is a parent since Tue 2026-11-24 17:00 CET.")
    }

    @Test("A new parent has the name that the table above has for them, and is “you” to themselves")
    func parents() {
        let (ben, ana) = (PersonID(high: 1, low: 2), PersonID(high: 1, low: 3))
        let news = FamilyNews(.parent, at: tuesday, person: ben)
        func family(seenBy reader: PersonID, named name: String?) -> CircleView {
            CircleView(
                Circle(id: CircleID(high: 2, low: 1), kind: .family, since: tuesday, name: "Hearth"),
                members: [(ana, "Ana"), (ben, name)].map { person, name in
                    CircleMemberView(
                        person: person,
                        isSelf: person == reader,
                        role: .parent,
                        displayName: name,
                        since: tuesday
                    )
                },
                news: [news]
            )
        }
        let since = "a parent since Tue 2026-11-24 17:00 CET."
        #expect(news.sentence(clock, in: family(seenBy: ana, named: "Ben")) == "Ben is \(since)")
        #expect(news.sentence(clock, in: family(seenBy: ana, named: nil)) == "\(ben) is \(since)")
        #expect(news.sentence(clock, in: family(seenBy: ben, named: "Ben")) == "You are \(since)")
        let nobody = FamilyNews(.parent, at: tuesday)
        #expect(nobody.sentence(clock, in: family(seenBy: ana, named: "Ben")) == "Somebody is \(since)")
    }
}
