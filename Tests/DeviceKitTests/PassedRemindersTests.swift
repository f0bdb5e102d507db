import AlarmCore
import AlarmWire
import Testing

@testable import DeviceKit

@Suite("Reminders that were passed on to a parent are told once")
struct PassedRemindersTests {
    private func family(_ news: [FamilyNews]) -> CircleView {
        let own = CircleMemberView(
            person: PersonID(high: 0, low: 1),
            isSelf: true,
            role: .parent,
            displayName: "Ben",
            since: noon
        )
        let circle = Circle(id: CircleID(high: 0, low: 9), kind: .family, since: noon, name: "Home")
        return CircleView(circle, members: [own], news: news)
    }

    @Test("What happened while nothing listened is told once, also after a restart, and nothing of before one came")
    func once() async throws {
        let news = [
            FamilyNews(.left, at: noon - .hours(1), name: "Gran", heir: "Ana", handedOver: 5),
            FamilyNews(.left, at: noon + .hours(2), name: "Dad", heir: "Ben", handedOver: 2),
            FamilyNews(.left, at: noon + .hours(1), name: "Mum", heir: "Ben", handedOver: 1),
            FamilyNews(.left, at: noon + .hours(3), name: "Leo", deleted: 4),
        ]
        let store = InMemoryProfileStore()
        let device = LocalDevice(try PairedProfiles().ben, ScriptedTransport(), store: store)
        let told = try await device.takePassedReminders(in: [family(news)])
        #expect(told.map(\.count) == [1, 2])
        #expect(told.allSatisfy { $0.heir == "Ben" && $0.circle.name == "Home" })
        let restarted = LocalDevice(try #require(try store.load()), ScriptedTransport(), store: store)
        #expect(try await restarted.takePassedReminders(in: [family(news)]) == [])
        let later = FamilyNews(.left, at: noon + .hours(4), name: "Aunt", heir: "Ben", handedOver: 3)
        #expect(try await restarted.takePassedReminders(in: [family(news + [later])]).map(\.count) == [3])
    }
}
