import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Exporting everything that the relay keeps of a person")
struct ExportTests {
    private func export(_ fixture: EngineFixture, for device: Device) async throws -> PersonExport {
        func page(_ cursor: SyncCursor?) async throws -> PersonExport {
            try await fixture.engine.read { try fixture.engine.export(for: device, since: cursor, in: $0) }
        }
        var export = try await page(nil)
        while let next = export.next { export.append(try await page(next)) }
        return export
    }

    @Test("It holds what was given, opened, and no key or token")
    func contents() async throws {
        let check = try await CheckInFixture()
        let (fixture, ana) = (check.fixture, check.phone)
        let ben = try await fixture.register()
        let couple = try await fixture.pair(ana, with: ben)
        let id = try await fixture.setAlarm(couple)
        _ = try await fixture.found(.family, by: ana)
        try await check.plan()
        try await check.checkIn(at: Place(latitude: 52.5, longitude: 13.4))
        let secret = "whsec_c2VjcmV0"
        try await fixture.engine.write { tx in
            let details = ContactRequest(name: "Eve", email: "eve@example.org", language: "en")
            let eve = Contact(details: details, consent: .confirmed, since: tx.now, webhookSecret: secret)
            try tx.put(SealedRecord(id: .sample(1), owner: ana.person, body: eve))
        }

        let export = try await export(fixture, for: ana)
        let names = Set(export.sections.map(\.name))
        #expect(names.isSuperset(of: ["devices", "pairs", "circles", "checkInPlan", "checkIns", "contacts", "alarms"]))
        #expect(export.elements(of: "contacts").count == 1)
        let text = String(decoding: export.wire, as: UTF8.self)
        #expect(text.contains("eve@example.org"))
        #expect(text.contains("52.5"))
        #expect(text.contains(SealedText.sample().text))
        #expect(!text.contains(secret))
        #expect(!text.contains(couple.anasToken.text))
        #expect(!text.contains("sealed"))
        for device in [ana, ben] {
            let token = try #require(try fixture.engine.vault.pushToken(of: device))
            #expect(!text.contains(token))
        }
        let alarm = export.elements(of: "alarms").first { $0.member("id") == .identifier(id) }
        guard case .array(let lines) = alarm?.member("record") else {
            Issue.record("the alarm has no record")
            return
        }
        #expect(lines.first?.member("event") == .string("accepted"))
    }

    @Test("Page by page it holds every alarm and every document once")
    func pages() async throws {
        let fixture = try EngineFixture()
        let ana = try await fixture.register()
        let (alarms, documents) = (450, 40)
        try await fixture.engine.write { tx in
            for number in 1...alarms {
                let due = tx.now + .hours(1)
                _ = try tx.transaction.insert(
                    NewAlarm(
                        alarm: Alarm(
                            id: .sample(number),
                            preset: EscalationPolicy.partnerAlarm.name,
                            schedule: .once(due),
                            due: due,
                            ttl: .minutes(10)
                        ),
                        content: AlarmContent(message: nil, sound: "default", timeZone: nil, digest: []),
                        circle: CircleID(own: ana.person),
                        sender: ana.person,
                        receiver: ana.person,
                        acceptedAt: tx.now
                    )
                )
            }
            for number in 1...documents {
                let contact = Contact(
                    details: ContactRequest(name: "n\(number)", email: "a@example.org", language: "en"),
                    consent: .pending,
                    since: tx.now
                )
                try tx.put(SealedRecord(id: .sample(number), owner: ana.person, body: contact))
            }
        }
        let export = try await export(fixture, for: ana)
        #expect(Set(export.elements(of: "alarms").map { $0.member("id") }).count == alarms)
        #expect(export.elements(of: "alarms").count == alarms)
        #expect(export.elements(of: "contacts").count == documents)
    }

    @Test("A cursor that was not given out is refused", arguments: ["7", "alarms.-1", "contact.x.y", "a.b.c.d"])
    func cursors(_ text: String) async throws {
        let fixture = try EngineFixture()
        let ana = try await fixture.register()
        let cursor = try #require(SyncCursor(text))
        try await expectProblem(.malformed) {
            _ = try await fixture.engine.read { try fixture.engine.export(for: ana, since: cursor, in: $0) }
        }
    }
}

extension JSONValue {
    fileprivate func member(_ name: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }
}
