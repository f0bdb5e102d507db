import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Notes on an alert, sealed for each reader")
struct CareNoteTests {
    private func sealed(_ words: String) throws -> SealedText {
        try #require(SealedText("\(words)..iv.text.tag"))
    }

    private func note(
        _ words: [(Device, String)],
        on alert: DocumentID,
        by device: Device,
        in care: CareFixture
    ) async throws -> CareAlertView {
        let texts = try words.map { ($0.0.person, try sealed($0.1)) }
        let request = CareNoteRequest(sealed: Dictionary(uniqueKeysWithValues: texts))
        return try await care.fixture.ask { try $0.care.note(request, on: alert, by: device) }
    }

    /// The sealed words of the pushes to a device.
    private func words(to device: Device, in care: CareFixture) throws -> [String?] {
        guard let token = try care.fixture.engine.vault.pushToken(of: device) else { return [] }
        return care.fixture.channel.sent.filter { $0.token == token }.map { $0.alarm?.sealed?.words.text }
    }

    @Test("Said in the countdown, it goes out with the alert, sealed for each member, and is shown to no one else")
    func dweller() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.manual)
        let noted = try await note([(care.ana, "own"), (care.ben, "ben")], on: alert.id, by: care.ana, in: care)
        #expect(noted.notes == [CareNoteView(from: care.ana.person, words: try sealed("own"))])
        #expect(try words(to: care.ana, in: care).allSatisfy { $0 == nil }, "the dweller knows what they said")
        try await care.fixture.pass(.seconds(30))
        #expect(try words(to: care.ben, in: care) == ["ben..iv.text.tag"])
        #expect(try await care.alert(alert.id, for: care.ben).notes.map(\.words.text) == ["ben..iv.text.tag"])
        #expect(try await care.alert(alert.id, for: care.carla).notes == [], "nothing was sealed for Carla")
        try await care.fixture.pass(.minutes(5))
        #expect(try words(to: care.carla, in: care) == [nil])
    }

    @Test("Said before an acknowledgement, it goes out with that, to the dweller and the others")
    func member() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.minutes(6))
        care.fixture.channel.forget()
        _ = try await note([(care.ana, "ana"), (care.carla, "carla")], on: alert.id, by: care.ben, in: care)
        try await care.acknowledge(alert.id, by: care.ben)
        try await care.fixture.catchUp()
        #expect(try words(to: care.ana, in: care).contains("ana..iv.text.tag"))
        #expect(try words(to: care.carla, in: care).contains("carla..iv.text.tag"))
        let again = try await note([(care.ana, "later")], on: alert.id, by: care.ben, in: care)
        #expect(again.notes == [], "Ben sealed none for himself")
        #expect(try await care.alert(alert.id, for: care.ana).notes.map(\.words.text) == ["later..iv.text.tag"])
    }

    @Test("A member who may not know of an alert cannot add a note to it")
    func strangers() async throws {
        let care = try await CareFixture()
        let alert = try await care.signal(.fall)
        let stranger = try await care.fixture.register()
        for device in [care.ben, stranger] {
            let refusal = await #expect(throws: Problem.self) {
                _ = try await note([(care.ana, "x")], on: alert.id, by: device, in: care)
            }
            #expect(refusal?.kind == .notFound)
        }
    }
}
