import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import Testing

@Suite("The link by which a script checks in")
struct CheckInLinkTests {
    private func token(of link: CheckInLink) throws -> Capability {
        let text = try #require(link.url.split(separator: "=").last)
        return try #require(Capability(String(text), for: .checkIn))
    }

    private func make(_ person: CheckInScene) async throws -> CheckInLink {
        let phone = person.phone
        return try await person.scene.ask { try $0.makeCheckInLink(by: phone) }
    }

    @Test("It checks in, until another one takes its place")
    func works() async throws {
        let person = try await CheckInScene()
        try await person.plan()
        let first = try token(of: try await make(person))
        #expect(try await person.scene.engine.write { try $0.checkIn(with: first) })
        #expect(try await person.report().history.count == 1)
        let second = try token(of: try await make(person))
        #expect(try await !person.scene.engine.write { try $0.checkIn(with: first) })
        #expect(try await person.scene.engine.write { try $0.checkIn(with: second) })
    }

    @Test("One that was taken back, or that somebody made up, is good for nothing")
    func revoked() async throws {
        let person = try await CheckInScene()
        try await person.plan()
        let link = try token(of: try await make(person))
        let phone = person.phone
        _ = try await person.scene.engine.write { try $0.removeCheckInLink(by: phone) }
        #expect(try await !person.scene.engine.write { try $0.checkIn(with: link) })
        let forged = try #require(Capability(Base64URL.encode([UInt8](repeating: 7, count: 32)), for: .checkIn))
        #expect(try await !person.scene.engine.write { try $0.checkIn(with: forged) })
    }

    @Test("A contact's link checks nobody in")
    func otherPurpose() async throws {
        let person = try await CheckInScene()
        try await person.plan()
        let link = try token(of: try await make(person))
        let misused = try #require(Capability(link.text, for: .contact))
        #expect(try await person.scene.engine.write { try $0.decide(misused, .confirmed) } == nil)
    }
}
