import AlarmCore
import AlarmWire
import RelayTesting
import Testing

@testable import Engine

@Suite("The event streams", .timeLimit(.minutes(10)))
struct EventHubTests {
    private let event = StreamEvent.sync(SyncCursor(change: 1))

    @Test("An event goes to every stream of its device, and to no other device")
    func devices() async {
        let hub = EventHub()
        let streams = [hub.listen(as: .sample(1), of: .sample(1)), hub.listen(as: .sample(1), of: .sample(1))]
        let other = hub.listen(as: .sample(2), of: .sample(1))
        #expect(hub.send(event, to: .sample(1)))
        #expect(!hub.send(event, to: .sample(3)))
        hub.close()
        for stream in streams { #expect(await stream.reduce(0) { count, _ in count + 1 } == 1) }
        #expect(await other.reduce(0) { count, _ in count + 1 } == 0)
    }

    @Test("A device holds four streams; the oldest makes room for a fifth, and other devices' are left alone")
    func surplus() async {
        let hub = EventHub()
        let other = hub.listen(as: .sample(2), of: .sample(2))
        let streams = (0..<6).map { _ in hub.listen(as: .sample(1), of: .sample(1)) }
        #expect(hub.count == 5)
        #expect(hub.send(event, to: .sample(1)))
        hub.close()
        var received: [Int] = []
        for stream in streams { received.append(await stream.reduce(0) { count, _ in count + 1 }) }
        #expect(received == [0, 0, 1, 1, 1, 1])
        #expect(await other.reduce(0) { count, _ in count + 1 } == 0)
    }

    @Test("A nudge goes to every device of its person, with 0 for a cursor where no alarm changed")
    func nudges() async {
        let hub = EventHub()
        let streams = [hub.listen(as: .sample(1), of: .sample(1)), hub.listen(as: .sample(2), of: .sample(1))]
        let other = hub.listen(as: .sample(3), of: .sample(2))
        hub.notify(.sample(1), change: 7)
        hub.notify(.sample(1), change: nil)
        hub.close()
        for stream in streams {
            let cursors = [SyncCursor(change: 7, of: .sample(1)), SyncCursor(change: 0)]
            #expect(await stream.reduce(into: []) { $0.append($1) } == cursors.map { .sync($0) })
        }
        #expect(await other.reduce(0) { count, _ in count + 1 } == 0)
    }

    @Test("A listener that stops is forgotten", arguments: [true, false])
    func stops(byCancellation: Bool) async {
        let hub = EventHub()
        do {
            let stream = hub.listen(as: .sample(1), of: .sample(1))
            #expect(hub.count == 1)
            if byCancellation {
                let task = Task { for await _ in stream {} }
                task.cancel()
                await task.value
            }
        }
        #expect(hub.count == 0)
        #expect(!hub.send(event, to: .sample(1)))
    }

    @Test("A listener that falls behind is cut off after what it still had to read; others are not")
    func slow() async {
        let hub = EventHub()
        let slow = hub.listen(as: .sample(1), of: .sample(1))
        var taken = 0
        while hub.send(event, to: .sample(1)), taken < 10_000 { taken += 1 }
        #expect(taken == 256)
        #expect(hub.count == 0)
        let fresh = hub.listen(as: .sample(1), of: .sample(1))
        #expect(hub.send(event, to: .sample(1)))
        #expect(await slow.reduce(0) { count, _ in count + 1 } == 256)
        hub.close()
        #expect(await fresh.reduce(0) { count, _ in count + 1 } == 1)
    }

    @Test("Nudges cut a slow listener off as well")
    func slowNudged() async {
        let hub = EventHub()
        let stream = hub.listen(as: .sample(1), of: .sample(1))
        for change in 0..<300 as Range<Int64> { hub.notify(.sample(1), change: change) }
        #expect(hub.count == 0)
        #expect(await stream.reduce(0) { count, _ in count + 1 } == 256)
    }
}
