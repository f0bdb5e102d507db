import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("The check-in link for scripts")
struct CheckInLinkTests {
    private func token(of link: CheckInLink) throws -> Capability {
        let text = try #require(link.url.split(separator: "=").last)
        return try #require(Capability(String(text), for: .checkIn))
    }

    private func make(_ person: CheckInFixture) async throws -> CheckInLink {
        let phone = person.phone
        return try await person.fixture.ask { try $0.checkIns.makeLink(by: phone) }
    }

    @Test("It checks in, until another one takes its place")
    func works() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let first = try token(of: try await make(person))
        #expect(try await person.fixture.engine.write { try $0.checkIns.checkIn(with: first) })
        #expect(try await person.report().history.count == 1)
        let second = try token(of: try await make(person))
        #expect(try await !person.fixture.engine.write { try $0.checkIns.checkIn(with: first) })
        #expect(try await person.fixture.engine.write { try $0.checkIns.checkIn(with: second) })
    }

    @Test("A revoked or made-up link is refused")
    func revoked() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let link = try token(of: try await make(person))
        let phone = person.phone
        _ = try await person.fixture.engine.write { try $0.checkIns.removeLink(by: phone) }
        #expect(try await !person.fixture.engine.write { try $0.checkIns.checkIn(with: link) })
        let forged = try #require(Capability(Base64URL.encode([UInt8](repeating: 7, count: 32)), for: .checkIn))
        #expect(try await !person.fixture.engine.write { try $0.checkIns.checkIn(with: forged) })
    }

    @Test("A contact's link does not check the person in")
    func otherPurpose() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let link = try token(of: try await make(person))
        let misused = try #require(Capability(link.text, for: .contact))
        #expect(try await person.fixture.engine.write { try $0.contacts.decide(misused, .confirmed) } == nil)
    }
}
