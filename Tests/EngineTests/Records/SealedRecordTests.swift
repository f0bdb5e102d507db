import AlarmCore
import AlarmWire
import RelayTesting
import Storage
import Testing

@testable import Engine

/// A minimal record.
private struct Remark: RecordBody, Hashable {
    static let kind = Document.Kind.link

    var text: String

    init(_ text: String) {
        self.text = text
    }

    init(reading object: inout ObjectReader) throws(WireError) {
        text = try object.string("text")
    }

    var json: JSONValue { .object(of: ["text": .string(text)]) }
}

@Suite("A sealed record")
struct SealedRecordTests {
    private func remark(
        _ number: Int,
        _ text: String = "by the sea",
        owner: PersonID = .sample(1)
    ) -> SealedRecord<Remark> {
        SealedRecord(id: .sample(number), owner: owner, circle: .sample(5), position: Int64(number), body: Remark(text))
    }

    @Test("Is read back as it was kept, by name, by owner and by circle")
    func roundTrip() async throws {
        let fixture = try EngineFixture()
        let all = [remark(1), remark(2, "in the hills")]
        try await fixture.engine.write { tx in
            for record in all { try tx.put(record) }
        }
        try await fixture.engine.write { tx in
            #expect(try tx.record(Remark.self, .sample(2)) == all[1])
            #expect(try tx.record(Remark.self, .sample(3)) == nil)
            #expect(try tx.records(Remark.self, of: .sample(1)) == all)
            #expect(try tx.records(Remark.self, concerning: .sample(5), after: all[0].place) == [all[1]])
            try tx.delete(Remark.self, .sample(1))
            #expect(try tx.records(Remark.self, of: .sample(1)) == [all[1]])
        }
    }

    @Test("Shows none of its content to the store")
    func sealed() async throws {
        let fixture = try EngineFixture()
        let record = remark(1)
        try await fixture.engine.write { try $0.put(record) }
        let document = try #require(try await fixture.engine.read { try $0.document(.link, id: .sample(1)) })
        #expect(!String(decoding: document.body, as: UTF8.self).contains("sea"))
    }

    @Test("Cannot be moved under another name or another kind")
    func bound() async throws {
        let fixture = try EngineFixture()
        let record = remark(1)
        try await fixture.engine.write { try $0.put(record) }
        var moved = try #require(try await fixture.engine.read { try $0.document(.link, id: .sample(1)) })
        moved.id = .sample(2)
        let stolen = moved
        try await fixture.engine.write { try $0.transaction.put(stolen) }
        await #expect(throws: (any Error).self) {
            try await fixture.engine.write { try $0.record(Remark.self, .sample(2)).map(\.body) }
        }
    }

    @Test("That cannot be read is an error that names it")
    func unreadable() async throws {
        let fixture = try EngineFixture()
        try await fixture.engine.write { tx in
            let body = try tx.engine.vault.seal(document: Array("{}".utf8), kind: .link, id: .sample(1))
            try tx.transaction.put(
                Document(kind: .link, id: .sample(1), owner: .sample(1), position: 0, body: body)
            )
        }
        await #expect(throws: UnreadableRecord.self) {
            try await fixture.engine.write { try $0.record(Remark.self, .sample(1)).map(\.body) }
        }
    }
}
