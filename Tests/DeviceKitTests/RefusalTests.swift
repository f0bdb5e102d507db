import AlarmCore
import AlarmWire
import Testing

@testable import DeviceKit

@Suite("Reminders that their assignees keep from ringing")
struct RefusalTests {
    private func view(
        _ silence: ReminderSilence?,
        _ number: UInt64 = 1,
        due: Instant = noon + .days(1)
    ) throws -> ReminderView {
        let details = try ReminderDetails(assignee: PersonID(high: 0, low: 2), title: "Violin", schedule: .at(due))
        let reminder = Reminder(
            id: ReminderID(high: 3, low: number),
            circle: CircleID(high: 2, low: 1),
            creator: PersonID(high: 0, low: 1),
            details: details,
            due: due
        )
        return ReminderView(reminder, silence: silence)
    }

    @Test("One that rings again is told once, also after a restart, and one that always rang is not")
    func again() async throws {
        let store = InMemoryProfileStore()
        let device = LocalDevice(try PairedProfiles().ben, ScriptedTransport(), store: store)
        #expect(try await device.followRefusals(of: [view(.refused), view(nil, 2)]) == [])
        let restarted = LocalDevice(try #require(try store.load()), ScriptedTransport(), store: store)
        #expect(try await restarted.followRefusals(of: [view(.refused)]) == [])
        let now = [try view(nil), try view(nil, 2)]
        #expect(try await restarted.followRefusals(of: now) == [view(nil)])
        #expect(try await restarted.followRefusals(of: now) == [], "once is enough")
    }

    @Test("One of which nobody was told that it does not ring is not said to ring again, and one of which they were is")
    func untold() async throws {
        let device = LocalDevice(try PairedProfiles().ben, ScriptedTransport())
        let told = ReminderID(high: 3, low: 1)
        let refused = [try view(.refused), try view(.refused, 2)]
        #expect(try await device.followRefusals(of: refused, areAll: true, noting: [told]) == [])
        #expect(await device.profile.refusedReminders == [told])
        #expect(try await device.followRefusals(of: refused, areAll: true, noting: []) == [])
        #expect(await device.profile.refusedReminders == [told], "what was told stays noted")
        let again = [try view(nil), try view(nil, 2)]
        #expect(try await device.followRefusals(of: again, areAll: true, noting: []) == [view(nil)])
    }

    @Test("One whose time has passed, or that is silent for another reason, is not said to ring again")
    func silent() async throws {
        for present in [try view(nil, due: noon + -.minutes(1)), try view(.unreachable), try view(.takenOff)] {
            let device = LocalDevice(try PairedProfiles().ben, ScriptedTransport())
            try await device.followRefusals(of: [view(.refused)])
            #expect(try await device.followRefusals(of: [present]) == [])
        }
    }

    @Test("Of all open reminders one that is missing is forgotten, and of some it is not")
    func missing() async throws {
        let device = LocalDevice(try PairedProfiles().ben, ScriptedTransport())
        try await device.followRefusals(of: [view(.refused)])
        try await device.followRefusals(of: [])
        #expect(await device.profile.refusedReminders == [ReminderID(high: 3, low: 1)])
        try await device.followRefusals(of: [], areAll: true)
        #expect(await device.profile.refusedReminders == [])
    }
}
