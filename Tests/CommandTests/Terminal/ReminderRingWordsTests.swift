import AlarmCore
import AlarmWire
import Engine
import Testing
import Wording

@testable import DeviceKit
@testable import reveille

@Suite("The words of a reminder that rings at a terminal")
struct ReminderRingWordsTests {
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "UTC")

    /// A reminder that rings, as a push brings it, or else a synchronisation.
    private func reminder(_ words: OpenedWords, by name: String?, pushed: Bool) -> IncomingAlarm {
        IncomingAlarm(
            stage: PushStage(.ring),
            id: AlarmID(high: 7, low: 7),
            revision: 1,
            time: Instant(seconds: 1_800_000_000),
            sound: "default",
            words: words,
            partnerName: name,
            circle: CircleID(high: 1, low: 2),
            isLate: false,
            preset: pushed ? "reminder" : nil,
            relayWords: pushed ? PushWords(title: "Reminder", body: "A reminder is due now.") : nil
        )
    }

    @Test("Where this device can open them they are its title", arguments: [true, false])
    func readable(pushed: Bool) {
        let reminder = reminder(.verified("Feed the axolotl"), by: "Ben", pushed: pushed)
        #expect(reminder.isReminder)
        #expect(reminder.title(in: .english) == "“Feed the axolotl” from Ben")
        #expect(reminder.call(again: false, clock: clock) == "ALARM from Ben: “Feed the axolotl”")
        #expect(reminder.call(again: true, clock: clock) == "STILL RINGING from Ben: “Feed the axolotl”")
    }

    @Test("What a listener finds ringing as it begins reads as what rings again")
    func taken() {
        let view = AlarmView(
            id: AlarmID(high: 7, low: 7),
            pair: PairID(high: 2, low: 2),
            setBy: PersonID(high: 1, low: 2),
            direction: .incoming,
            state: .ringing,
            revision: 1,
            time: Instant(seconds: 1_800_000_000),
            ttl: .minutes(10),
            sound: "default",
            setAt: Instant(seconds: 1_800_000_000)
        )
        var listing = AlarmListing(view: view, words: .verified("Walk"), partnerName: "Ben")
        #expect(listing.stillRinging(in: .english) == "STILL RINGING from Ben: “Walk”")
        listing.partnerName = nil
        #expect(listing.stillRinging(in: .english) == "STILL RINGING: “Walk”")
    }

    @Test("A reminder that was taken over is told in one line, by its heir, with the time at which it rings")
    func takenOver() {
        let since = Instant(seconds: 1_800_000_000)
        let family = CircleView(
            Circle(id: CircleID(high: 1, low: 2), kind: .family, since: since, name: "Hearth"),
            members: []
        )
        let inheritance = ReminderInheritance(heir: "Dad", former: "Mum", family: family)
        var pills = reminder(.verified("Take the pills"), by: "Mum", pushed: true)
        func line(_ announcement: AlarmAnnouncement = .set) -> String? {
            pills.announcement(of: inheritance, clock: clock, as: announcement)
        }
        let gone = "Mum is not in Hearth any more."
        #expect(line() == "“Take the pills” is a reminder from Dad now, for \(clock.text(since)): \(gone)")
        #expect(line(.changed) == nil)
        pills.snoozedUntil = since + .minutes(5)
        let end = clock.text(since + .minutes(5))
        #expect(line() == "“Take the pills” is a reminder from Dad now, put off until \(end): \(gone)")
    }

    @Test("How words become readable that this device lacks the key to is said by commands")
    func cure() {
        #expect(
            Language.english.cureOfMissingKey(flag: " --profile kim")
                == "If you can read it on another device of yours, run "
                + "'reveille device link' there, and then 'reveille join --profile kim CODE' here."
        )
    }

    @Test("Whose reminder it is now is known where whoever set it has left the family, and only there")
    func heir() {
        let (jan, petra) = (PersonID(high: 1, low: 1), PersonID(high: 1, low: 2))
        let since = Instant(seconds: 1_800_000_000)
        func family(_ parents: [(PersonID, String)]) -> CircleView {
            CircleView(
                Circle(id: CircleID(high: 2, low: 2), kind: .family, since: since, name: "Hearth"),
                members: parents.map {
                    CircleMemberView(person: $0, isSelf: false, role: .parent, displayName: $1, since: since)
                }
            )
        }
        func view(setBy owner: PersonID) -> AlarmView {
            AlarmView(
                id: AlarmID(high: 7, low: 7),
                pair: PairID(high: 2, low: 2),
                setBy: owner,
                preset: "reminder",
                direction: .incoming,
                state: .scheduled,
                revision: 1,
                time: since,
                ttl: .minutes(10),
                sound: "default",
                setAt: since,
                clear: ClearWords(circle: CircleID(high: 2, low: 2), by: jan, text: "Piano")
            )
        }
        #expect(family([(petra, "Petra")]).heir(of: view(setBy: petra))?.displayName == "Petra")
        // Jan has changed a reminder of Petra's, or it is his own.
        #expect(family([(jan, "Jan"), (petra, "Petra")]).heir(of: view(setBy: petra)) == nil)
        #expect(family([(jan, "Jan"), (petra, "Petra")]).heir(of: view(setBy: jan)) == nil)
    }

    @Test("One that rings late says when it was due, and after a snooze until when it was put off")
    func late() {
        var alarm = reminder(.verified("Walk"), by: "Ben", pushed: false)
        alarm.isLate = true
        #expect(alarm.call(again: false, clock: clock).hasSuffix("(late: it was due at \(clock.text(alarm.time)))"))
        let end = alarm.time + .minutes(9)
        alarm.snoozedUntil = end
        #expect(alarm.call(again: false, clock: clock).hasSuffix("(late: it was put off until \(clock.text(end)))"))
    }

    @Test("One that was changed since it was set is not said to be set by whoever set it first")
    func changed() {
        var alarm = reminder(.verified("Walk"), by: "Ben", pushed: false)
        #expect(alarm.announcement(clock: clock).hasPrefix("Set by Ben for "))
        let again = alarm.announcement(clock: clock, as: .ringsAgain)
        #expect(again.hasPrefix("Rings again: ") && !again.contains("Set"), "\(again)")
        #expect(ListenerEvent.announced(alarm, as: .ringsAgain).name == .ringsAgain)
        #expect(ListenerEvent.announced(alarm).name == .set)
        alarm.revision = 2
        #expect(alarm.announcement(clock: clock).hasPrefix("Set for "))
        #expect(!alarm.announcement(clock: clock).contains("Ben"))
    }

    @Test("Where it cannot that is said, with the reason", arguments: [true, false])
    func unreadable(pushed: Bool) {
        for doubt in [OpenedWords.VerificationFailure.missing, .unknownKey] {
            let reminder = reminder(.unverified(doubt), by: nil, pushed: pushed)
            let reason = "words cannot be read here (\(doubt.explanationAmongMembers))"
            #expect(reminder.isReminder)
            #expect(reminder.title(in: .english) == "a reminder whose \(reason)")
            let call = reminder.call(again: false, clock: clock)
            #expect(call.contains("words cannot be read here"), "\(call)")
            #expect(call.contains(doubt.explanationAmongMembers), "\(call)")
        }
    }

    @Test("News of a reminder whose words cannot be opened says so, and other news does not")
    func news() {
        var notice = AlarmNotice(
            stage: PushStage(.completed),
            id: AlarmID(high: 7, low: 7),
            revision: 1,
            time: Instant(seconds: 1_800_000_000),
            preset: "completion",
            relayWords: PushWords(title: "Done", body: "Kim has finished a reminder."),
            doubt: .unknownKey
        )
        let reason = "this device does not have the key"
        #expect(notice.news(in: .english).hasSuffix("finished a reminder. (its words cannot be read here: \(reason))"))
        notice.doubt = nil
        #expect(notice.news(in: .english) == "Done. Kim has finished a reminder.")
    }
}
