import Testing

@testable import GatewaySimulator

@Suite("How a connection comes to its end, by its state machine")
struct ConnectionEndTests {
    @Test("A GOAWAY names the stream that reached the count; earlier ones are answered, later ones ignored")
    func goAway() {
        var wire = Wire()
        wire.verdict.goAway = GoAwayRule(afterEvery: 2)
        #expect(wire.head(1, isEnd: false) == [])
        #expect(wire.head(3) == [.allowMoreStreams, .accepted(3)])
        #expect(wire.head(7, isEnd: false) == [])
        #expect(wire.head(5) == [.accepted(5), .goAway(lastStream: 5)])
        #expect(wire.body([1], 7, isEnd: true) == [])
        #expect(wire.head(9) == [])
        #expect(wire.body([1], 1, isEnd: true) == [.accepted(1), .close])
        #expect(wire.judged.count == 3)
    }

    @Test("A GOAWAY waits for delayed answers, not for those that never come")
    func goAwayWithOpenStreams() {
        var wire = Wire()
        wire.verdict.answer = .none
        #expect(wire.head(1) == [.allowMoreStreams])
        wire.verdict.answer = .response(.accepted)
        wire.verdict.latencyMilliseconds = 10
        wire.verdict.goAway = GoAwayRule(afterEvery: 2)
        #expect(wire.head(3) == [.wait(stream: 3, milliseconds: 10), .goAway(lastStream: 3)])
        #expect(wire.connection.resume(stream: 3) == [.accepted(3), .close])
    }

    @Test("A GOAWAY's connection closes when the sender gives up the last open stream")
    func goAwayThenReset() {
        var wire = Wire()
        wire.verdict.latencyMilliseconds = 10
        wire.verdict.goAway = GoAwayRule(afterEvery: 1)
        _ = wire.head(1)
        #expect(wire.connection.streamClosed(1) == [.close])
    }

    @Test("A graceful end lets in what is on its way, and names the last stream when the client has heard of it")
    func gracefulEnd() {
        var wire = Wire()
        wire.verdict.goAway = GoAwayRule(afterEvery: 1, kind: .graceful)
        #expect(wire.head(1) == [.allowMoreStreams, .accepted(1), .announceEnd])
        #expect(wire.head(3, isEnd: false) == [])
        #expect(wire.head(5) == [.accepted(5)])
        #expect(wire.connection.pingAnswered() == [.goAway(lastStream: 5)])
        #expect(wire.connection.pingAnswered() == [])
        #expect(wire.head(7) == [])
        #expect(wire.body([1], 3, isEnd: true) == [.accepted(3), .close])
        #expect(wire.judged.count == 3)
    }

    @Test("A graceful end of a connection that owes nothing closes it when the client has heard of it")
    func gracefulEndOfIdle() {
        var wire = Wire()
        _ = wire.head(1)
        #expect(wire.connection.end(.graceful) == [.announceEnd])
        #expect(wire.connection.end(.graceful) == [])
        #expect(wire.connection.pingAnswered() == [.goAway(lastStream: 1), .close])
        #expect(wire.head(3) == [])
    }

    @Test("An immediate end loses what waits for its answer")
    func immediateEnd() {
        var wire = Wire()
        wire.verdict.latencyMilliseconds = 10
        _ = wire.head(1)
        _ = wire.head(3, isEnd: false)
        #expect(wire.connection.unanswered == 2)
        #expect(wire.connection.end(.immediate) == [.goAway(lastStream: 3), .close])
        #expect(wire.connection.unanswered == 0)
        #expect(wire.connection.resume(stream: 1) == [])
    }

    @Test("An abrupt end at will processes nothing that is incomplete and later than the last request")
    func abruptEnd() {
        var wire = Wire()
        _ = wire.head(1, isEnd: false)
        _ = wire.head(3)
        _ = wire.head(5, isEnd: false)
        #expect(wire.connection.end(.abrupt) == [.goAway(lastStream: 3)])
        #expect(wire.body([1], 5, isEnd: true) == [])
        #expect(wire.body([1], 1, isEnd: true) == [.accepted(1), .close])
    }

    @Test("Too many resets end a connection with INTERNAL_ERROR once its streams are answered, as nghttp2 does")
    func resetFlood() {
        var wire = Wire()
        _ = wire.head(1, isEnd: false)
        #expect(wire.connection.resetsFlooded() == [.goAway(lastStream: 1, code: 2)])
        #expect(wire.connection.resetsFlooded() == [])
        #expect(wire.body([1], 1, isEnd: true) == [.allowMoreStreams, .accepted(1), .close])
    }

    @Test("A connection that stands still or whose output ends owes nothing, and takes nothing")
    func standstill() {
        for (answer, action) in [(ReceivedPush.Outcome.stalled, ConnectionAction.stall), (.outputClosed, .closeOutput)]
        {
            var wire = Wire()
            _ = wire.head(1, isEnd: false)
            wire.verdict.answer = answer
            #expect(wire.head(3) == [.allowMoreStreams, action])
            #expect(wire.connection.unanswered == 0)
            #expect(wire.body([1], 1, isEnd: true) == [])
            #expect(wire.head(5) == [])
        }
    }

    @Test("When the input ends, the request that ended it is answered, and delayed answers still go out")
    func inputEnd() {
        var wire = Wire()
        wire.verdict.latencyMilliseconds = 10
        _ = wire.head(1)
        _ = wire.head(3, isEnd: false)
        wire.verdict.latencyMilliseconds = 0
        wire.verdict.closesInput = true
        #expect(wire.head(5) == [.accepted(5), .closeInput])
        #expect(wire.head(7) == [])
        #expect(wire.body([1], 3, isEnd: true) == [])
        #expect(wire.connection.unanswered == 1)
        #expect(wire.connection.resume(stream: 1) == [.accepted(1)])
    }
}
