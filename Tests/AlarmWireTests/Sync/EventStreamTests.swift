import AlarmCore
import AlarmWire
import Testing

@Suite("An event stream is read by the WHATWG's rules, in pieces of any size")
struct EventStreamTests {
    private func read(_ text: String, pieces: Int = .max) throws -> [ServerSentEvent] {
        var parser = EventStreamParser()
        var events: [ServerSentEvent] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += try parser.feed(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return events
    }

    @Test(
        "The standard's rules hold, however the bytes are cut",
        arguments: [
            ("data: a\n\n", [ServerSentEvent(data: "a")]),
            ("data: a\r\ndata:b\r\n\r\n", [ServerSentEvent(data: "a\nb")]),
            ("data:  a\r\rdata\r\r", [ServerSentEvent(data: " a"), ServerSentEvent(data: "")]),
            ("data\ndata\n\n", [ServerSentEvent(data: "\n")]),
            (": hello\n\ndata: a\n\n", [ServerSentEvent(data: "a")]),
            ("event: x\n\ndata: a\n\n", [ServerSentEvent(data: "a")]),
            ("event: x\ndata: a\nunknown: b\nnocolon\n\n", [ServerSentEvent(type: "x", data: "a")]),
            (
                "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
                [
                    ServerSentEvent(data: "a", id: "1"), ServerSentEvent(data: "b", id: "1"),
                    ServerSentEvent(data: "c", id: ""),
                ]
            ),
            ("id: 1\u{0}\ndata: a\n\n", [ServerSentEvent(data: "a")]),
            ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [ServerSentEvent(data: "a")]),
            ("data: a", []), ("data: a\n", []), ("\n\n\n", []),
            ("data: 😀é\n\n", [ServerSentEvent(data: "😀é")]),
        ]
    )
    func rules(text: String, events: [ServerSentEvent]) throws {
        for pieces in [1, 2, 3, 7, .max] {
            #expect(try read(text, pieces: pieces) == events, "pieces of \(pieces)")
        }
    }

    @Test("The newest id and the wait are remembered for the next connection")
    func reconnection() throws {
        var parser = EventStreamParser()
        _ = try parser.feed(Array("retry: 1500\nid: 7\n\nretry: x\nretry: 99999999999999999999\nid: 8\n".utf8))
        #expect(parser.lastEventID == "7")
        #expect(parser.retryMilliseconds == 1500)
    }

    @Test("A line or an event without end is refused, not stored")
    func bounds() throws {
        var line = EventStreamParser(limit: 16)
        #expect(throws: EventStreamError.tooLarge(limit: 16)) { try line.feed(repeatElement(0x41, count: 17)) }
        var data = EventStreamParser(limit: 16)
        #expect(throws: EventStreamError.tooLarge(limit: 16)) {
            try data.feed(Array(String(repeating: "data\n", count: 18).utf8))
        }
    }

    @Test("Any event is read back as it was written", arguments: 1...20 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let events = (0..<20).map { index in
            let data = String(String.UnicodeScalarView(random.text(0...30).unicodeScalars.filter { $0 != "\r" }))
            return ServerSentEvent(type: random.pick(["message", "alarm"]), data: data, id: "\(index)")
        }
        let bytes = events.flatMap { $0.frame + ServerSentEvent.keepAlive }
        var parser = EventStreamParser()
        var read: [ServerSentEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = random.number(1...40)
            read += try parser.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(read == events, "seed \(seed)")
    }

    @Test("Type and id cannot break out of their lines")
    func injection() throws {
        let event = ServerSentEvent(type: "a\ndata: x", data: "b", id: "1\r\n\r\ndata: y")
        var parser = EventStreamParser()
        #expect(try parser.feed(event.frame) == [ServerSentEvent(type: "adata: x", data: "b", id: "1data: y")])
    }

    @Test("Any bytes are read or refused", arguments: 1...10 as ClosedRange<UInt64>)
    func anything(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let frame = ServerSentEvent(type: "alarm", data: "{\"a\":1}\n{}", id: "7").frame
        for _ in 0..<200 {
            var parser = EventStreamParser(limit: 64)
            for event in (try? parser.feed(random.mutated(frame) + frame)) ?? [] {
                #expect(event.data.utf8.count <= 3 * 64, "seed \(seed)")
                _ = try? StreamEvent(event)
            }
        }
    }

    @Test("An event of the relay is read back as it was written", arguments: 1...20 as ClosedRange<UInt64>)
    func streamEvents(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let push = StreamEvent(try Samples.push(&random))
        let cursor = SyncCursor(change: Int64(random.number(0...1000)))
        for event in [push, .sync(cursor)] {
            var parser = EventStreamParser()
            let read = try parser.feed(event.serverSent(cursor: cursor).frame)
            #expect(read.count == 1, "seed \(seed)")
            #expect(try read.first.flatMap { try StreamEvent($0) } == event, "seed \(seed)")
            #expect(parser.lastEventID == cursor.text, "seed \(seed)")
        }
    }

    @Test("Notices go to the sender, all other pushes to the receiver as an alarm")
    func kinds() throws {
        var random = SeededGenerator(seed: 1)
        for (stage, type) in [(.ring, "alarm"), (.cancel, "alarm"), (.noAnswer, "notice"), (.acknowledged, "notice")]
            as [(Stage, String)]
        {
            #expect(StreamEvent(try Samples.push(&random, stage: stage)).serverSent().type == type)
        }
        #expect(try StreamEvent(ServerSentEvent(type: "weather", data: "?")) == nil)
        #expect(throws: WireError.self) { try StreamEvent(ServerSentEvent(type: "alarm", data: "?")) }
    }

    @Test(
        "A cursor needs no escaping in a query",
        arguments: ["", "a b", "a&b", "é", "a/b", String(repeating: "a", count: 65)]
    )
    func cursors(text: String) {
        #expect(SyncCursor(text) == nil)
        #expect(SyncCursor("-7")?.change == -7)
        #expect(SyncCursor("007")?.change == nil)
    }
}
