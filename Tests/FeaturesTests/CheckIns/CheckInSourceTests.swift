import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("What a check-in was made with")
struct CheckInSourceTests {
    @discardableResult
    private func link(_ name: String, of person: CheckInFixture) async throws -> CheckInLink {
        let phone = person.phone
        return try await person.fixture.ask { try $0.checkIns.addLink(NewCheckInLink(name: name), by: phone) }
    }

    private func token(_ link: CheckInLink) throws -> Capability {
        let text = try #require(link.url.split(separator: "=").last)
        return try #require(Capability(String(text), for: .checkIn))
    }

    @Test("Is kept in the history: the device's word, else the app, and each link by its name")
    func history() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let phone = person.phone
        try await person.checkIn()
        for source in [CheckInSource.commandLine, .web] {
            person.fixture.clock.advance(by: .minutes(1))
            let request = CheckInRequest(source: source)
            let _: CheckInReport = try await person.fixture.ask { try $0.checkIns.checkIn(request, by: phone) }
        }
        let door = try token(try await link("door", of: person))
        person.fixture.clock.advance(by: .minutes(1))
        #expect(try await person.fixture.engine.write { try $0.checkIns.checkIn(with: door) })
        let history = try await person.report().history
        #expect(history.map(\.source) == [.link, .web, .commandLine, .app])
        #expect(history.map(\.linkName) == ["door", nil, nil, nil])
    }

    @Test("A device cannot claim to be a link or an answer", arguments: [CheckInSource.link, .notification])
    func claimed(source: CheckInSource) {
        #expect(throws: WireError.self) { try CheckInRequest(wire: CheckInRequest(source: source).wire) }
    }

    @Test("Links have names of their own, say when they were used, and are revoked one by one")
    func links() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        let (phone, owner) = (person.phone, person.phone.person)
        let engine = person.fixture.engine
        let (door, watch) = (try await link("door", of: person), try await link("watch", of: person))
        try await expectProblem(.conflict) { try await link("door", of: person) }
        let (doorToken, watchToken) = (try token(door), try token(watch))
        #expect(try await engine.write { try $0.checkIns.checkIn(with: watchToken) })
        let list = try await engine.read { try engine.checkInLinks(of: owner, in: $0).links }
        #expect(list.map(\.name) == ["door", "watch"])
        #expect(list.map { $0.usedAt == nil } == [true, false])
        _ = try await engine.write { try $0.checkIns.revokeLink(door.link.id, by: phone) }
        #expect(try await !engine.write { try $0.checkIns.checkIn(with: doorToken) })
        #expect(try await engine.write { try $0.checkIns.checkIn(with: watchToken) })
        try await expectProblem(.notFound) {
            try await engine.write { try $0.checkIns.revokeLink(door.link.id, by: phone) }
        }
    }

    @Test("A person has sixteen links at most")
    func limit() async throws {
        let person = try await CheckInFixture()
        try await person.plan()
        for number in 1...CheckInLinkList.limit { try await link("\(number)", of: person) }
        try await expectProblem(.quotaExceeded) { try await link("one more", of: person) }
    }

    @Test("A plan from before links had names keeps its link, and a check-in from then has no source")
    func older() throws {
        let id = DocumentID(high: 7, low: 7)
        let stored = JSONValue.object(
            of: ["plan": CheckInSettings(name: "Ana").json, "snoozes": .integer(0), "link": .identifier(id)]
        )
        let record = try CheckInRecord(json: stored)
        #expect(record.links == [CheckInLinkView(id: id, name: "link")])
        #expect(try CheckInRecord(json: record.json).links == record.links)
        let entry = CheckInReport.Entry(at: Instant(seconds: 1_800_000_000))
        #expect(try CheckInReport.Entry(wire: entry.wire).source == nil)
    }
}
