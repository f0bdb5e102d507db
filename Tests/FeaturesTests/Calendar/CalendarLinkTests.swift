import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("The secret address for calendar programs")
struct CalendarLinkTests {
    @Test("It shows its own person's alarms, until it is revoked")
    func revoked() async throws {
        let scene = try await CalendarFixture()
        let (couple, fixture) = (scene.couple, scene.fixture)
        let (anas, bens) = (try await scene.link(of: couple.ana), try await scene.link(of: couple.ben))
        _ = try await fixture.setAlarm(couple)
        #expect(try await scene.read(anas)?.contains("Alarm for your partner") == true)
        #expect(try await scene.read(bens)?.contains("Alarm from your partner") == true)
        let engine = fixture.engine
        let known = try await engine.read { try engine.calendarLink(of: couple.ana.person, in: $0) }
        #expect(known.since == fixture.now)
        #expect(try await fixture.engine.write { try $0.calendarFeeds.revokeLink(by: couple.ana) }.status == 204)
        #expect(try await scene.read(anas) == nil)
        #expect(try await scene.read(bens) != nil, "the other's stays")
        try await expectProblem(.notFound) {
            _ = try await fixture.engine.read { try fixture.engine.calendarLink(of: couple.ana.person, in: $0) }
        }
        try await expectProblem(.notFound) {
            _ = try await fixture.engine.write { try $0.calendarFeeds.revokeLink(by: couple.ana) }
        }
    }

    @Test("A new one ends the one before it")
    func replaced() async throws {
        let scene = try await CalendarFixture()
        let first = try await scene.link(of: scene.couple.ana)
        let second = try await scene.link(of: scene.couple.ana)
        #expect(first != second)
        #expect(try await scene.read(first) == nil)
        #expect(try await scene.read(second) != nil)
    }

    @Test("A made-up one shows nothing, nor does a link for something else")
    func forged() async throws {
        let scene = try await CalendarFixture()
        let engine = scene.fixture.engine
        let genuine = try await scene.link(of: scene.couple.ana)
        let bytes = genuine.document.bytes + [UInt8](repeating: 7, count: 16)
        let forged = try #require(Capability(Base64URL.encode(bytes), for: .calendar))
        #expect(try await scene.read(forged) == nil)
        let other = try engine.vault.capability(.checkIn, of: genuine.document)
        #expect(try await scene.read(other) == nil)
        #expect(try await scene.read(other.serving(.calendar)) == nil)
        #expect(try await scene.read(genuine.serving(.checkIn)) == nil)
    }

    @Test("Without an address of its own the relay makes none")
    func withoutOrigin() async throws {
        let fixture = try EngineFixture()
        let ana = try await fixture.register()
        try await expectProblem(.noChannel) {
            _ = try await fixture.engine.write { try $0.calendarFeeds.makeLink(by: ana) }
        }
    }

    @Test("An export says that there is one and not which, and it goes with everything else of its person")
    func deleted() async throws {
        let scene = try await CalendarFixture()
        let (fixture, ana) = (scene.fixture, scene.couple.ana)
        let token = try await scene.link(of: ana)
        let export = try await fixture.engine.read { try fixture.engine.export(for: ana, since: nil, in: $0) }
        #expect(export.elements(of: "calendarLinks").count == 1)
        #expect(!String(decoding: export.wire, as: UTF8.self).contains(token.text))
        let request = RequestName(
            device: ana.id,
            jti: fixture.draw { $0.bytes(16) },
            digest: [1],
            issuedAt: fixture.now
        )
        let departure = try await fixture.engine.write { try $0.me.delete(request) }
        #expect(departure.receipt.removed.contains { $0.kind == "calendarLinks" && $0.count == 1 })
        #expect(try await scene.read(token) == nil)
    }
}
