import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("What those who were told hear in the end")
struct AllClearTests {
    /// Somebody who has missed a check-in, and whose contact was told.
    private func missing(for span: Span = .hours(25)) async throws -> CheckInScene {
        let person = try await CheckInScene()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.scene.pass(span)
        return person
    }

    @Test("Who turns check-ins off or asks for the other kind has not checked in, and nobody is told so")
    func nothingFalse() async throws {
        let person = try await missing()
        try await person.plan(.gentle)
        try await person.scene.catchUp()
        try await person.plan(isOn: false)
        try await person.scene.catchUp()
        #expect(try await person.letters(.allClear).isEmpty)
        try await person.checkIn()
        try await person.scene.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
    }

    @Test("Who snoozes has answered and asked for more time, says the letter, and when")
    func putOff() async throws {
        let person = try await missing()
        let phone = person.phone
        let _: CheckInReport = try await person.scene.ask { try $0.snoozeCheckIn(by: phone) }
        try await person.scene.catchUp()
        #expect(try await person.letters(.allClear).isEmpty)
        let letter = try #require(person.post.mails.last)
        let alert = try #require(person.post.mails.dropLast().last)
        #expect(letter.inReplyTo == alert.id)
        #expect(letter.subject == "Ana has answered")
        #expect(letter.text.contains("asked for more time"))
        #expect(!letter.text.contains("checked in"))
        try await person.checkIn()
        try await person.scene.catchUp()
        #expect(try await person.letters(.allClear).isEmpty, "they know that there is an answer")
    }

    @Test("A vacation, another threshold or another kind set before the check-in does not keep the all-clear back")
    func changedBefore() async throws {
        let person = try await missing(for: .hours(73))
        #expect(try await person.letters().count == 2)
        try await person.plan(pausedUntil: person.scene.now + .days(3))
        try await person.plan(.gentle, pausedUntil: person.scene.now + .days(4))
        try await person.plan(isOn: false)
        try await person.plan(threshold: .hours(48))
        try await person.checkIn()
        try await person.scene.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
        try await person.checkIn()
        try await person.scene.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
    }

    @Test("Who was told of two missed deadlines hears once that the person is back")
    func twoTellings() async throws {
        let person = try await missing()
        try await person.plan(isOn: false)
        try await person.plan()
        try await person.scene.pass(.hours(25))
        #expect(try await person.letters().count == 2)
        try await person.checkIn()
        try await person.scene.catchUp()
        let letters = try await person.letters(.allClear)
        #expect(letters.map(\.state) == [.accepted])
        let alerts = person.post.mails.filter { $0.inReplyTo == nil }
        #expect(person.post.mails.last?.inReplyTo == alerts.last?.id)
    }

    @Test("After months the all-clear still goes out")
    func months() async throws {
        let person = try await missing()
        try await person.scene.pass(.days(90))
        while try await Housekeeper(engine: person.scene.engine).sweep() > 0 {}
        try await person.checkIn()
        try await person.scene.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
    }
}
