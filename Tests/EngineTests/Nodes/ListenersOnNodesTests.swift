import AlarmCore
import AlarmWire
import Features
import RelayTesting
import Storage
import Testing

@testable import Engine

@Suite("A device that listens on one of two nodes", .timeLimit(.minutes(10)))
struct ListenersOnNodesTests {
    /// Opens a stream of a device on a node, as its request would.
    private func listen(_ device: Device, on node: EngineFixture) async -> AsyncStream<StreamEvent> {
        let stream = node.engine.events.listen(as: device.id, of: device.person)
        await node.engine.noteListening(device.id)
        return stream
    }

    /// The handoffs among the events of a stream that has ended.
    private func handoffs(in stream: AsyncStream<StreamEvent>) async -> Int {
        await stream.reduce(0) { count, event in
            if case .alarm(let push) = event, push.stage == .handoff { count + 1 } else { count }
        }
    }

    @Test("Is sent what the other node could not send, as soon as that has tried, and once")
    func served() async throws {
        let nodes = try await NodePair()
        let (first, second) = (nodes.first, nodes.second)
        let couple = try await first.couple(.events, and: .events)
        let stream = await listen(couple.ben, on: second)
        // Nothing waits yet, and no time passes until the next look: only the other node's word leads to one.
        #expect(try await second.dispatcher.sendReady() == 0)
        let id = try await first.setAlarm(couple, in: .minutes(5))
        #expect(try await first.dispatcher.sendReady() == 1)
        let waiting = try #require(try await first.deliveries(id).first)
        #expect((waiting.state, waiting.reason) == (.pending, "not listening"))
        #expect((waiting.attempts, waiting.failedAttempts) == (1, 1))
        #expect(waiting.notBefore > first.now)
        #expect(try await second.dispatcher.sendReady() == 1)
        let sent = try #require(try await first.deliveries(id).first)
        #expect((sent.state, sent.attempts, sent.failedAttempts) == (.accepted, 2, 1))
        first.clock.advance(by: .seconds(2))
        #expect(try await first.dispatcher.sendReady() == 0)
        #expect(try await second.dispatcher.sendReady() == 0)
        second.engine.events.close()
        #expect(await handoffs(in: stream) == 1)
    }

    @Test("Is sent it at the next look, two seconds later at the most, where every message is lost")
    func servedInSilence() async throws {
        let nodes = try await NodePair(areMuted: true)
        let (first, second) = (nodes.first, nodes.second)
        let couple = try await first.couple(.events, and: .events)
        let stream = await listen(couple.ben, on: second)
        #expect(try await second.dispatcher.sendReady() == 0)
        let id = try await first.setAlarm(couple, in: .minutes(5))
        // The first retries come within these two seconds, and this node is the one that makes them.
        for _ in 0..<4 {
            _ = try await first.dispatcher.sendReady()
            first.clock.advance(by: .milliseconds(500))
        }
        #expect(try await first.deliveries(id).map(\.reason) == ["not listening"])
        #expect(try await second.dispatcher.sendReady() == 1)
        #expect(try await first.deliveries(id).map(\.state) == [.accepted])
        second.engine.events.close()
        #expect(await handoffs(in: stream) == 1)
    }

    @Test("Is sent what has waited for it as soon as it listens, on whichever node")
    func opens() async throws {
        for isSecond in [false, true] {
            let nodes = try await NodePair()
            let node = isSecond ? nodes.second : nodes.first
            let couple = try await nodes.first.couple(.events, and: .events)
            let id = try await nodes.first.setAlarm(couple, in: .minutes(5))
            #expect(try await nodes.first.dispatcher.sendReady() == 1)
            #expect(try await node.dispatcher.sendReady() == 0, "it is not time for another attempt")
            let stream = await listen(couple.ben, on: node)
            #expect(try await node.dispatcher.sendReady() == 1)
            #expect(try await nodes.first.deliveries(id).map(\.state) == [.accepted])
            node.engine.events.close()
            #expect(await handoffs(in: stream) == 1)
        }
    }

    @Test("Is left alone by a node on which it does not listen, which tries again only when it is time")
    func absent() async throws {
        let nodes = try await NodePair()
        let couple = try await nodes.first.couple(.events, and: .events)
        // Its partner listens, so that this node looks for what waits.
        let stream = await listen(couple.ana, on: nodes.second)
        let id = try await nodes.first.setAlarm(couple, in: .minutes(5))
        #expect(try await nodes.first.dispatcher.sendReady() == 1)
        for node in [nodes.first, nodes.second, nodes.first, nodes.second] {
            #expect(try await node.dispatcher.sendReady() == 0)
        }
        #expect(try await nodes.first.deliveries(id).map(\.attempts) == [1])
        nodes.second.engine.events.close()
        #expect(await handoffs(in: stream) == 0)
    }

    @Test("Hears of a change that the other node made")
    func nudged() async throws {
        let nodes = try await NodePair()
        let couple = try await nodes.first.couple(.events, and: .events)
        var events = await listen(couple.ben, on: nodes.second).makeAsyncIterator()
        let id = try await nodes.first.setAlarm(couple)
        let change = try await nodes.first.row(id).change
        #expect(await events.next() == .sync(SyncCursor(change: change, of: couple.ben.person)))
    }

    @Test("Counts as listening on every node, until its stream ends or its node does not live any more")
    func nobodyListens() async throws {
        let nodes = try await NodePair()
        let (first, second) = (nodes.first, nodes.second)
        let couple = try await first.couple(.events, and: .events)
        func nobodyListens(in hours: Int64) async throws -> Bool {
            let request = try first.request(couple, at: AlarmTime(first.now + .hours(hours)))
            return try await first.accept(request, from: couple.ana).nobodyListens
        }
        #expect(try await nobodyListens(in: 1))
        let stream = await listen(couple.ben, on: second)
        #expect(try await !nobodyListens(in: 2))
        try await nodes.pass(seconds: 3)
        #expect(try await !nobodyListens(in: 3))
        second.engine.events.close()
        await second.engine.tendListeners()
        #expect(try await nobodyListens(in: 4))
        #expect(await handoffs(in: stream) == 0)

        let next = await listen(couple.ben, on: second)
        #expect(try await !nobodyListens(in: 5))
        // It is stopped, and the other one takes it for dead.
        try await first.live(seconds: 5)
        #expect(try await nobodyListens(in: 6))
        // It goes on under another name.
        try await second.engine.beat()
        await second.engine.tendListeners()
        #expect(try await !nobodyListens(in: 7))
        second.engine.events.close()
        #expect(await handoffs(in: next) == 0)
    }

    @Test("Still counts as listening where it has a stream left on another node")
    func twice() async throws {
        let nodes = try await NodePair()
        let (first, second) = (nodes.first, nodes.second)
        let couple = try await first.couple(.events, and: .events)
        let streams = [await listen(couple.ben, on: first), await listen(couple.ben, on: second)]
        first.engine.events.close()
        await first.engine.tendListeners()
        let request = try first.request(couple, at: AlarmTime(first.now + .hours(1)))
        #expect(try await !first.accept(request, from: couple.ana).nobodyListens)
        second.engine.events.close()
        for stream in streams { #expect(await handoffs(in: stream) == 0) }
    }

    @Test("Has its stream ended when another node removes it: at once, or within 10 s where no message arrives")
    func removed() async throws {
        for areMuted in [false, true] {
            let nodes = try await NodePair(areMuted: areMuted)
            let couple = try await nodes.first.couple(.events, and: .events)
            let desk = try await nodes.first.addDevice(besides: couple.ben, as: .events)
            let streams = [await listen(desk, on: nodes.second), await listen(couple.ben, on: nodes.second)]
            try await nodes.pass(seconds: 1)
            _ = try await nodes.first.engine.write { try $0.devices.remove(desk.id, by: couple.ben) }
            #expect(nodes.second.engine.events.count == (areMuted ? 2 : 1))
            try await nodes.pass(seconds: 10)
            #expect(nodes.second.engine.events.count == 1)
            #expect(nodes.second.engine.events.isListening(couple.ben.id))
            nodes.second.engine.events.close()
            for stream in streams { #expect(await handoffs(in: stream) == 0) }
        }
    }
}
