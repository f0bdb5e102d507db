import AlarmCore
import NIOCore
import NIOEmbedded
import NIOHTTP2
import RelayTesting
import Testing

@testable import RelayServer

@Suite("The guard of frames")
struct HTTP2FrameGuardTests {
    /// Reads more while it sends, as TLS may.
    private final class Hasty: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundIn = HTTP2Frame

        var next: ByteBuffer?

        func flush(context: ChannelHandlerContext) {
            if let bytes = next {
                next = nil
                context.fireChannelRead(NIOAny(bytes))
            }
            context.flush()
        }
    }

    /// Answers the first that comes before it goes on.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private(set) var received: [ByteBuffer] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received.append(unwrapInboundIn(data))
            context.flush()
        }
    }

    /// A connection through the guard, without the handler of frames.
    private struct Scene {
        let log = LogRecord()
        let channel = EmbeddedChannel()
        let front = Hasty()
        let reader = Answering()

        init() throws {
            let registry = ConnectionRegistry.sample(log: log)
            let id = try #require(registry.admit(IPAddress("192.0.2.7")) {})
            let connection = HTTP2ConnectionGuard(registry, admitted: id, idleTime: nil)
            try channel.pipeline.syncOperations.addHandlers(
                [front, HTTP2FrameGuard(connection), connection, reader] as [any ChannelHandler]
            )
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.7", port: 1)).wait()
            try receive(ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
        }

        func receive(_ bytes: ByteBuffer) throws {
            try channel.writeInbound(bytes)
        }

        func receive(_ kind: UInt8, flags: UInt8 = 0, payload: Int = 0, count: Int = 1) throws {
            for _ in 0..<count { try receive(Self.frame(kind, flags, payload)) }
        }

        static func frame(_ kind: UInt8, _ flags: UInt8, _ payload: Int) -> ByteBuffer {
            var bytes = ByteBuffer(bytes: [0, UInt8(payload >> 8), UInt8(payload & 0xFF), kind, flags, 0, 0, 0, 1])
            bytes.writeRepeatingByte(0, count: payload)
            return bytes
        }

        func wait(_ time: TimeAmount) {
            channel.embeddedEventLoop.advanceTime(by: time)
        }

        /// The code with which the connection was ended; nil if it was not.
        func goodbye() throws -> HTTP2ErrorCode? {
            guard case .goAway(_, let code, _)? = try channel.readOutbound(as: HTTP2Frame.self)?.payload else {
                return nil
            }
            return code
        }
    }

    private static let (data, headers, ping, goAway, windowUpdate, continuation) =
        (UInt8(0), UInt8(1), UInt8(6), UInt8(7), UInt8(8), UInt8(9))
    private static let endHeaders: UInt8 = 4

    @Test("A head may take its time and no longer, whatever of it trickles in meanwhile")
    func head() throws {
        let scene = try Scene()
        try scene.receive(Self.headers, payload: 20)
        scene.wait(.seconds(15))
        try scene.receive(Self.continuation, payload: 20)
        scene.wait(.milliseconds(14_900))
        #expect(scene.channel.isActive)
        scene.wait(.milliseconds(100))
        #expect(!scene.channel.isActive)
        #expect(try scene.goodbye() == .noError)
        #expect(scene.log.text.contains("slow-request 1"))
    }

    @Test("A head that has come to its end, and the frame of a body, are not watched; half a frame is")
    func halves() throws {
        let scene = try Scene()
        try scene.receive(Self.headers, payload: 20)
        scene.wait(.seconds(20))
        try scene.receive(Self.continuation, flags: Self.endHeaders, payload: 20)
        scene.wait(.hours(1))
        try scene.receive(Scene.frame(Self.data, 0, 1000).getSlice(at: 0, length: 500) ?? ByteBuffer())
        scene.wait(.hours(1))
        #expect(scene.channel.isActive)
        try scene.receive(ByteBuffer(repeating: 0, count: 509))
        // Frames that follow each other are none that does not end, however they are cut.
        for _ in 0..<100 {
            try scene.receive(Scene.frame(Self.ping, 0, 8).getSlice(at: 0, length: 12) ?? ByteBuffer())
            scene.wait(.seconds(1))
            try scene.receive(ByteBuffer(repeating: 0, count: 5))
        }
        #expect(scene.channel.isActive)
        try scene.receive(ByteBuffer(bytes: [0]))
        scene.wait(.seconds(30))
        #expect(!scene.channel.isActive)
    }

    @Test(
        "Frames that the protocol does not know, farewells and room for nothing are cut off after a thousand in 30 s",
        arguments: [0x42, HTTP2FrameGuardTests.goAway, HTTP2FrameGuardTests.windowUpdate]
    )
    func flood(kind: UInt8) throws {
        let scene = try Scene()
        try scene.receive(kind, payload: 4, count: HTTP2FrameBudget.most)
        scene.wait(HTTP2FrameBudget.window)
        try scene.receive(kind, payload: 4, count: HTTP2FrameBudget.most)
        #expect(scene.channel.isActive)
        try scene.receive(kind, payload: 4)
        scene.channel.embeddedEventLoop.run()
        #expect(!scene.channel.isActive)
        #expect(try scene.goodbye() == .enhanceYourCalm)
        #expect(scene.log.text.contains("flood 1"))
    }

    @Test("What TLS reads while it sends the end of a connection harms nothing, and is not read")
    func hastyEnd() throws {
        let scene = try Scene()
        try scene.receive(0x42, payload: 4, count: HTTP2FrameBudget.most)
        let before = scene.reader.received.count
        scene.front.next = Scene.frame(Self.ping, 0, 8)
        try scene.receive(0x42, payload: 4)
        scene.channel.embeddedEventLoop.run()
        #expect(try scene.goodbye() == .enhanceYourCalm)
        #expect(scene.reader.received.count == before)
    }

    @Test("What TLS reads while an answer is sent comes after what was read before it")
    func hastyAnswer() throws {
        let scene = try Scene()
        let (first, second) = (Scene.frame(Self.ping, 0, 8), Scene.frame(Self.data, 0, 3))
        scene.front.next = second
        try scene.receive(first)
        #expect(scene.reader.received.suffix(2) == [first, second])
        #expect(scene.channel.isActive)
    }

    @Test("Whoever reads an answer may make room for it as it comes, and not byte by byte")
    func updates() {
        var budget = HTTP2FrameBudget()
        let update = HTTP2FrameScanner.Frame(kind: .windowUpdate, length: 4, flags: 0)
        let allowed = HTTP2FrameBudget.most + 500 * HTTP2FrameBudget.updatesPerPiece
        let now = NIODeadline.now()
        let isFirstTaken = budget.take(update, at: now)
        for _ in 0..<500 { budget.wrotePiece() }
        let areOthersTaken = (1..<allowed).allSatisfy { _ in budget.take(update, at: now) }
        let isOneMoreTaken = budget.take(update, at: now)
        #expect(isFirstTaken && areOthersTaken && !isOneMoreTaken)
    }
}
