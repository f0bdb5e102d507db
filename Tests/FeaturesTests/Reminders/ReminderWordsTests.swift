import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Testing

@Suite("Texts of a reminder's pushes")
struct ReminderWordsTests {
    @Test(
        "They name who has done something as the family knows them, and the title only where the relay may read it",
        arguments: [true, false]
    )
    func names(readsTitles: Bool) async throws {
        let home = try await FamilyFixture(readsTitles: readsTitles)
        let (kim, circle) = (home.kim, home.family.id)
        let _: CircleView = try await home.fixture.ask { tx in
            try tx.circles.changeMember(kim.person, of: circle, MemberChange(displayName: "Kim"), by: kim)
        }
        let place = try Place(latitude: 52.5163, longitude: 13.3777)
        let away = try Place(latitude: 52.6163, longitude: 13.3777)
        let request = ReminderRequest(
            assignee: kim.person,
            title: readsTitles ? "Buy a present" : nil,
            sealed: readsTitles ? [:] : [kim.person: "sealed"],
            time: .once(AlarmTime(home.fixture.now + .hours(1)), timeZone: nil),
            place: place
        )
        let id = try await home.set(request, by: home.ana).reminder.id
        let _: ReminderPosition = try await home.fixture.ask {
            try $0.reminders.report(position: away, to: id, by: kim)
        }
        try await home.fixture.pass(.minutes(90))
        try await home.complete(id, by: kim)
        try await home.fixture.pass(.seconds(30))
        let payloads = home.fixture.channel.sent.map { String(decoding: $0.payload, as: UTF8.self) }
        let words = [
            "Kim has left the place of a reminder.", "A reminder is due in 3 minutes.",
            "A reminder is due now.", "Kim has not finished the reminder that was due on ",
            "Kim has finished a reminder.",
        ]
        for text in words { #expect(payloads.contains { $0.contains(text) }, "\(text)") }
        #expect(payloads.allSatisfy { $0.contains(#""title":"Buy a present""#) == readsTitles })
    }
}
