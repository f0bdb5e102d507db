import AlarmCore
import Testing

@testable import GatewaySimulator

@Suite("A connection's state machine")
struct GatewayConnectionTests {
    @Test("A request is judged once, when its last byte is there")
    func complete() {
        var wire = Wire()
        #expect(wire.head(1, isEnd: false) == [])
        #expect(wire.body([1, 2], 1, isEnd: false) == [])
        #expect(wire.body([3], 1, isEnd: true) == [.allowMoreStreams, .accepted(1)])
        #expect(wire.judged.map(\.payload) == [[1, 2, 3]])
        #expect(wire.connection.openStreams == 0)
    }

    @Test("More streams are allowed with the first answer to a proven sender, and never again")
    func streamLimit() {
        var wire = Wire()
        wire.verdict.isAuthenticated = false
        #expect(wire.head(1) == [.accepted(1)])
        wire.verdict.isAuthenticated = true
        #expect(wire.head(3) == [.allowMoreStreams, .accepted(3)])
        #expect(wire.head(5) == [.accepted(5)])
    }

    @Test("Trailers end a request as its last data would")
    func trailers() {
        var wire = Wire()
        _ = wire.head(1, isEnd: false)
        _ = wire.body([1], 1, isEnd: false)
        #expect(wire.head(1, isEnd: true) == [.allowMoreStreams, .accepted(1)])
        #expect(wire.judged.map(\.payload) == [[1]])
    }

    @Test("A body beyond the stream's window is answered without its end, and no more of it is kept than is needed")
    func endlessBody() {
        var wire = Wire()
        _ = wire.head(1, isEnd: false)
        let chunk = [UInt8](repeating: 0, count: 16_383)
        for _ in 0..<4 {
            #expect(wire.body(chunk, 1, isEnd: false) == [])
        }
        #expect(wire.body(chunk, 1, isEnd: false) == [.allowMoreStreams, .accepted(1), .reset(stream: 1, code: 0)])
        #expect(wire.body(chunk, 1, isEnd: true) == [])
        #expect(wire.judged.map(\.payload.count) == [RequestRules.largestPayload])
        #expect(wire.judged.map(\.size) == [5 * 16_383])
    }

    @Test("Plain http as the scheme is a protocol error")
    func scheme() {
        var wire = Wire()
        #expect(wire.head(1, scheme: "http") == [.reset(stream: 1, code: 1)])
        #expect(wire.judged.isEmpty)
    }

    @Test("A delayed answer waits, and others overtake it")
    func delay() {
        var wire = Wire()
        wire.verdict.latencyMilliseconds = 50
        #expect(wire.head(1) == [.allowMoreStreams, .wait(stream: 1, milliseconds: 50)])
        wire.verdict.latencyMilliseconds = 0
        #expect(wire.head(3) == [.accepted(3)])
        #expect(wire.connection.resume(stream: 1) == [.accepted(1)])
        #expect(wire.connection.resume(stream: 1) == [])
    }

    @Test("A delayed answer to a stream that the sender reset is not sent")
    func resetWhileDelayed() {
        var wire = Wire()
        wire.verdict.latencyMilliseconds = 50
        _ = wire.head(1)
        #expect(wire.connection.streamClosed(1) == [])
        #expect(wire.connection.resume(stream: 1) == [])
    }

    @Test("Resets, silence and hanging up are what they say")
    func faults() {
        var wire = Wire()
        wire.verdict.isAuthenticated = false
        wire.verdict.answer = .reset(code: 7)
        #expect(wire.head(1) == [.reset(stream: 1, code: 7)])
        wire.verdict.answer = .none
        #expect(wire.head(3) == [])
        #expect(wire.connection.openStreams == 1)
        wire.verdict.answer = .disconnected
        #expect(wire.head(5) == [.hangUp])
        #expect(wire.head(7) == [])
    }

    @Test("A change of the stream limit concerns proven senders alone, and no connection that ends")
    func streamLimitChange() {
        var wire = Wire()
        #expect(wire.connection.streamLimitChanged() == [])
        _ = wire.head(1)
        #expect(wire.connection.streamLimitChanged() == [.allowMoreStreams])
        _ = wire.connection.end(.graceful)
        #expect(wire.connection.streamLimitChanged() == [])
    }

    @Test("A request counts as unanswered from its first frame to its answer, unless it will never have one")
    func unanswered() {
        var wire = Wire()
        _ = wire.head(1, isEnd: false)
        #expect(wire.connection.unanswered == 1)
        _ = wire.body([1], 1, isEnd: true)
        #expect(wire.connection.unanswered == 0)
        wire.verdict.latencyMilliseconds = 1
        _ = wire.head(3)
        #expect(wire.connection.unanswered == 1)
        wire.verdict.latencyMilliseconds = 0
        wire.verdict.answer = .none
        _ = wire.head(5)
        #expect(wire.connection.unanswered == 1)
        _ = wire.connection.resume(stream: 3)
        #expect(wire.connection.unanswered == 0)
        #expect(wire.connection.openStreams == 1)
        _ = wire.connection.streamClosed(5)
        #expect(wire.connection.openStreams == 0)
    }

    @Test(
        "No order of events traps, answers a stream twice, or does anything after the end",
        arguments: 0..<300 as Range<UInt64>
    )
    func anyOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wire = Wire()
        var answered: Set<Int> = []
        var opened = 1
        var isClosed = false
        for _ in 0..<200 {
            wire.verdict = randomVerdict(&generator)
            let isEnd = Bool.random(using: &generator)
            let known = Int.random(in: 0...opened / 2, using: &generator) * 2 + 1
            let actions: [ConnectionAction]
            switch Int.random(in: 0..<64, using: &generator) {
            case 0..<24:
                opened += 2
                actions = wire.head(opened, isEnd: isEnd)
            case 24..<36: actions = wire.body([0], known, isEnd: isEnd)
            case 36..<48: actions = wire.connection.resume(stream: known)
            case 48..<60: actions = wire.connection.streamClosed(known)
            case 60: actions = wire.connection.end(.allCases.randomElement(using: &generator) ?? .graceful)
            case 61: actions = wire.connection.pingAnswered()
            case 62: actions = wire.connection.streamLimitChanged()
            default: actions = Int.random(in: 0..<10, using: &generator) == 0 ? wire.connection.resetsFlooded() : []
            }
            #expect(actions.isEmpty || !isClosed, "seed \(seed)")
            #expect(wire.connection.unanswered >= 0 && wire.connection.unanswered <= wire.connection.openStreams)
            for action in actions {
                switch action {
                case .respond(let stream, _, _): #expect(answered.insert(stream).inserted, "seed \(seed)")
                case .close, .hangUp, .stall, .closeOutput: isClosed = true
                default: break
                }
            }
        }
    }

    private func randomVerdict(_ generator: inout SeededGenerator) -> RequestDecision {
        let isRare = Int.random(in: 0..<100, using: &generator) == 0
        let rare: [ReceivedPush.Outcome] = [.disconnected, .stalled, .outputClosed]
        let common: [ReceivedPush.Outcome] = [.response(.accepted), .response(.accepted), .none, .reset(code: 7)]
        let kind = GoAwayRule.Kind.allCases.randomElement(using: &generator) ?? .graceful
        return RequestDecision(
            messageID: "id",
            answer: (isRare ? rare : common).randomElement(using: &generator) ?? .none,
            latencyMilliseconds: Bool.random(using: &generator) ? 1 : 0,
            goAway: Int.random(in: 0..<100, using: &generator) == 0 ? GoAwayRule(afterEvery: 5, kind: kind) : nil,
            closesInput: Int.random(in: 0..<200, using: &generator) == 0,
            isAuthenticated: true
        )
    }
}
