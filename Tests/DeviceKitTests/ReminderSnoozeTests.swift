import AlarmCore
import AlarmWire
import Testing

@testable import DeviceKit

@Suite("A reminder that is put off by a command")
struct ReminderSnoozeTests {
    @Test("Another program with the same profile knows of it, and rings at the end and not before")
    func beside() async throws {
        let known = PlannerTests.known(.ringing)
        var kim = try PairedProfiles().ben
        kim.incoming = [known]
        let (store, transport) = (InMemoryProfileStore(kim), ScriptedTransport())
        let command = LocalDevice(kim, transport, store: store)
        let listener = LocalDevice(kim, ScriptedTransport(), store: store)
        let details = try ReminderDetails(
            assignee: PersonID(high: 0, low: 1),
            title: "Violin",
            schedule: .at(known.time)
        )
        let reminder = Reminder(
            id: ReminderID(high: 3, low: 1),
            circle: CircleID(high: 2, low: 1),
            creator: PersonID(high: 0, low: 2),
            details: details,
            due: known.time
        )
        let end = known.time + .minutes(5)
        transport.add(.ok(ReminderView(reminder, alarm: known.id, snoozedUntil: end)))
        _ = try await command.snooze(reminder.id, until: end)
        #expect(try await listener.holds(known.id), "it is not over")
        let snoozed = try #require(await listener.profile.alarm(known.id))
        #expect(snoozed.phase == .snoozed(until: end))
        for (time, rings) in [(end - .minutes(2), false), (end, true)] {
            let plan = AlarmPlanner.plan(
                PlannerTests.incoming(.ring),
                known: snoozed,
                system: PlannerTests.none,
                at: time
            )
            #expect(plan.rings == rings)
        }
    }
}
