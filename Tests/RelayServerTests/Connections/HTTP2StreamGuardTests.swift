import AlarmCore
import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import RelayTesting
import Testing

@testable import RelayServer

@Suite("The guard of a stream")
struct HTTP2StreamGuardTests {
    /// A stream through the guard, on the one connection that there may be.
    private struct Scene {
        let registry: ConnectionRegistry
        let channel = EmbeddedChannel()

        init() throws {
            var limits = ServerLimits()
            limits.connections = 1
            registry = ConnectionRegistry.sample(limits)
            let id = try #require(registry.admit(IPAddress("192.0.2.7")) {})
            let connection = HTTP2ConnectionGuard(registry, admitted: id, idleTime: nil)
            #expect(connection.admit(1))
            try channel.pipeline.syncOperations.addHandler(HTTP2StreamGuard(connection))
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.7", port: 1)).wait()
        }

        func ask(isEnd: Bool) throws {
            let head = HTTP2Frame.FramePayload.Headers(headers: [":method": "POST", ":path": "/"], endStream: isEnd)
            try channel.writeInbound(HTTP2Frame.FramePayload.headers(head))
        }

        func refuseHead() throws {
            try channel.pipeline.syncOperations.handler(type: HTTP2StreamGuard.self).refuseHead()
        }

        func answer(_ body: Int) throws {
            let head = HTTP2Frame.FramePayload.Headers(headers: [":status": "200", "x-request-id": "1"])
            try channel.writeOutbound(HTTP2Frame.FramePayload.headers(head))
            let data = IOData.byteBuffer(ByteBuffer(repeating: 0, count: body))
            try channel.writeOutbound(HTTP2Frame.FramePayload.data(.init(data: data, endStream: true)))
        }

        func said() throws -> HTTP2Frame.FramePayload? {
            try channel.readOutbound(as: HTTP2Frame.FramePayload.self)
        }

        /// Whether the connection would make room for another.
        var waits: Bool { registry.admit(IPAddress("192.0.2.8")) {} != nil }
    }

    @Test("A body may take its time and no longer, whatever trickles in meanwhile")
    func body() throws {
        let scene = try Scene()
        try scene.ask(isEnd: false)
        for _ in 1...29 {
            scene.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer(string: "x")))
            try scene.channel.writeInbound(HTTP2Frame.FramePayload.data(data))
        }
        #expect(try scene.said() == nil)
        scene.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        guard case .headers(let head) = try scene.said(), case .rstStream(let code) = try scene.said() else {
            Issue.record("neither an answer nor the stream's end")
            return
        }
        #expect(head.headers.first(name: ":status") == "408" && head.endStream)
        #expect(code == .noError)
    }

    @Test("A relay that stops waits for the rest of a request for two seconds, and answers what has arrived")
    func stop() throws {
        let (arriving, arrived) = (try Scene(), try Scene())
        try arriving.ask(isEnd: false)
        try arrived.ask(isEnd: true)
        for scene in [arriving, arrived] {
            scene.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            scene.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1900))
            #expect(try scene.said() == nil)
        }
        arriving.channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        guard case .headers(let head) = try arriving.said(), case .rstStream(.noError) = try arriving.said() else {
            Issue.record("neither an answer nor the stream's end")
            return
        }
        #expect(head.headers.first(name: ":status") == "503" && head.endStream)
        arrived.channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(try arrived.said() == nil)
    }

    @Test(
        "A request names its host by either field, and `:authority` is what counts",
        arguments: [
            ([("host", "a.example")], "a.example"),
            ([(":authority", "b.example"), ("host", "a.example")], "b.example"),
            ([("host", "a.example"), ("host", "b.example")], nil), ([("host", "")], nil), ([(":authority", "")], nil),
            ([(":authority", "me@b.example"), ("host", "a.example")], nil), ([], nil),
        ] as [([(String, String)], String?)]
    )
    func host(fields: [(String, String)], authority: String?) throws {
        let scene = try Scene()
        let headers = HPACKHeaders([(":method", "GET"), (":path", "/")] + fields)
        let head = HTTP2Frame.FramePayload.Headers(headers: headers, endStream: true)
        try scene.channel.writeInbound(HTTP2Frame.FramePayload.headers(head))
        guard case .headers(let passed)? = try scene.channel.readInbound(as: HTTP2Frame.FramePayload.self) else {
            Issue.record("nothing went on")
            return
        }
        #expect(passed.headers.first(name: ":authority") == authority)
        #expect(passed.headers["host"].count == fields.count { $0.0 == "host" })
    }

    @Test("A head that is refused is answered once, and its request is no reason to keep the connection")
    func refusal() throws {
        for isEnd in [true, false] {
            let scene = try Scene()
            try scene.ask(isEnd: isEnd)
            try scene.refuseHead()
            try scene.refuseHead()
            guard case .headers(let head) = try scene.said() else {
                Issue.record("no answer")
                return
            }
            #expect(head.headers.first(name: ":status") == "400" && head.endStream)
            if !isEnd {
                guard case .rstStream(.noError) = try scene.said() else {
                    Issue.record("not the stream's end")
                    return
                }
            }
            #expect(try scene.said() == nil)
            #expect(scene.waits)
        }
    }

    @Test("A request that has arrived may be worked on for as long as it takes, and its connection makes no room")
    func work() throws {
        let scene = try Scene()
        try scene.ask(isEnd: true)
        scene.channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(try scene.said() == nil)
        #expect(!scene.waits)
        try scene.answer(10)
        #expect(scene.waits)
    }

    @Test("A request that has not arrived, or is gone unanswered, is no reason to keep the connection")
    func waiting() throws {
        let arriving = try Scene()
        try arriving.ask(isEnd: false)
        #expect(arriving.waits)
        let gone = try Scene()
        try gone.ask(isEnd: true)
        _ = try gone.channel.finish()
        #expect(gone.waits)
    }

    @Test("No field of an answer takes a place in the client's table, and a body goes out in pieces")
    func fields() throws {
        let scene = try Scene()
        try scene.ask(isEnd: true)
        try scene.answer(2 * HTTP2StreamGuard.pieceSize + 1)
        guard case .headers(let head) = try scene.said() else {
            Issue.record("no answer")
            return
        }
        #expect(head.headers.map(\.name) == [":status", "x-request-id"])
        #expect(head.headers.allSatisfy { $0.indexable == .nonIndexable })
        var pieces: [(size: Int, isEnd: Bool)] = []
        while case .data(let data)? = try scene.said() { pieces.append((data.data.readableBytes, data.endStream)) }
        #expect(pieces.map(\.size) == [HTTP2StreamGuard.pieceSize, HTTP2StreamGuard.pieceSize, 1])
        #expect(pieces.map(\.isEnd) == [false, false, true])
    }
}
