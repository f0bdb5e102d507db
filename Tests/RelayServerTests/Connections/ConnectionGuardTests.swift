import AlarmCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import RelayTesting
import Testing

@testable import RelayServer

@Suite("The guard of a connection")
struct ConnectionGuardTests {
    /// Counts how often the connection is asked to read.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        private(set) var reads = 0

        func read(context: ChannelHandlerContext) {
            reads += 1
            context.read()
        }
    }

    /// A connection through the guard, with what came out at its end.
    private struct Scene {
        let registry: ConnectionRegistry
        let reads = ReadCounter()
        let channel = EmbeddedChannel()

        init(_ limits: ServerLimits = ServerLimits()) throws {
            registry = ConnectionRegistry.sample(limits)
            try channel.pipeline.syncOperations.addHandlers([reads, HTTPResponseEncoder()] as [any ChannelHandler])
            try channel.pipeline.syncOperations.addHandler(ConnectionGuard(registry))
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.7", port: 1)).wait()
        }

        static func head(_ path: String) -> HTTPRequestHead {
            HTTPRequestHead(version: .http1_1, method: .POST, uri: path, headers: ["host": "relay.example"])
        }

        func ask(_ path: String, body: Int = 0) throws {
            let head = Self.head(path)
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            if body > 0 {
                try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(repeating: 0, count: body)))
            }
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
        }

        func answer() throws {
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "0"])
            try channel.writeOutbound(HTTPServerResponsePart.head(head))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        }

        /// The paths of the requests that have gone on since the last time.
        func passed() throws -> [String] {
            var paths: [String] = []
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                if case .head(let head) = part { paths.append(head.uri) }
            }
            return paths
        }
    }

    @Test("A request goes on when the one before has been answered, and until then the connection is not read")
    func turns() throws {
        let scene = try Scene()
        try scene.ask("/1")
        let reads = scene.reads.reads
        scene.channel.read()
        #expect(scene.reads.reads == reads + 1, "without anything waiting the end of the connection can be seen")
        try scene.ask("/2")
        try scene.ask("/3")
        scene.channel.read()
        #expect(try scene.passed() == ["/1"])
        #expect(scene.reads.reads == reads + 1)
        try scene.answer()
        #expect(try scene.passed() == ["/2"])
        #expect(scene.reads.reads == reads + 1)
        try scene.answer()
        #expect(try scene.passed() == ["/3"])
        #expect(scene.reads.reads == reads + 2, "what was held back is asked for once")
        try scene.answer()
        #expect(scene.channel.isActive)
    }

    @Test("What waits is bounded by number and by bytes, and given back when the connection is gone")
    func bounds() throws {
        var limits = ServerLimits()
        limits.pipelinedRequests = 3
        let many = try Scene(limits)
        for number in 0...3 { try many.ask("/\(number)") }
        #expect(many.channel.isActive)
        try many.ask("/4")
        #expect(!many.channel.isActive)
        let large = try Scene()
        try large.ask("/1")
        try large.ask("/2", body: 20_000)
        #expect(large.channel.isActive)
        try large.ask("/3", body: 20_000)
        #expect(!large.channel.isActive)
        for scene in [many, large] {
            scene.channel.embeddedEventLoop.run()
            #expect(scene.registry.count == 0)
            #expect(scene.registry.hold(ConnectionRegistry.mostWaitingBytes))
        }
    }

    @Test("A body may take its time and no longer, whatever trickles in meanwhile")
    func body() throws {
        let scene = try Scene()
        let head = Scene.head("/1")
        try scene.channel.writeInbound(HTTPServerRequestPart.head(head))
        for _ in 1...29 {
            scene.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try scene.channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
        }
        #expect(scene.channel.isActive)
        scene.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!scene.channel.isActive)
        let said = try #require(try scene.channel.readOutbound(as: ByteBuffer.self))
        #expect(String(buffer: said).hasPrefix("HTTP/1.1 408"))
    }

    @Test("A request that has arrived may be worked on for as long as it takes")
    func work() throws {
        let scene = try Scene()
        try scene.ask("/1", body: 10)
        scene.channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(scene.channel.isActive)
        try scene.answer()
        scene.channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(scene.channel.isActive)
    }

    @Test("A relay that stops waits for the rest of a body for two seconds, and answers what has arrived")
    func stop() throws {
        let arriving = try Scene()
        let head = Scene.head("/1")
        try arriving.channel.writeInbound(HTTPServerRequestPart.head(head))
        let arrived = try Scene()
        try arrived.ask("/1", body: 10)
        try arrived.ask("/2")
        for scene in [arriving, arrived] {
            scene.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            scene.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1900))
        }
        #expect(arriving.channel.isActive)
        arriving.channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(!arriving.channel.isActive)
        let said = try #require(try arriving.channel.readOutbound(as: ByteBuffer.self))
        #expect(String(buffer: said).hasPrefix("HTTP/1.1 503"))
        arrived.channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(arrived.channel.isActive)
        try arrived.answer()
        #expect(try arrived.passed() == ["/1"], "no other request begins")
    }

    /// Answers every request with more than the buffers of both ends hold.
    private final class Flood: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .ok)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            let body = ByteBuffer(repeating: 0, count: 64 << 20)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    @Test("An answer of which nothing is read ends the connection", .timeLimit(.minutes(5)))
    func unread() async throws {
        var limits = ServerLimits()
        limits.unreadTime = .seconds(1)
        let log = LogRecord()
        let registry = ConnectionRegistry.sample(limits, log: log)
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(
                        withPipeliningAssistance: false,
                        withErrorHandling: false
                    )
                    try pipeline.addHandler(ConnectionGuard(registry))
                    try pipeline.addHandler(Flood())
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .connect(host: "127.0.0.1", port: try #require(server.localAddress?.port))
            .get()
        try await client.writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).get()
        await log.line(with: "unread 1")
        try await client.close()
        try await server.close()
    }

    @Test("The end of what a client sends comes after its requests")
    func end() throws {
        let scene = try Scene()
        try scene.ask("/1")
        try scene.ask("/2")
        scene.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try scene.passed() == ["/1"])
        try scene.answer()
        #expect(try scene.passed() == ["/2"])
    }
}

extension ConnectionRegistry {
    /// A registry that trusts the proxy 10.0.0.1.
    static func sample(
        _ limits: ServerLimits = ServerLimits(),
        capacity: Int = .max,
        log: LogRecord = LogRecord()
    ) -> ConnectionRegistry {
        ConnectionRegistry(
            limits: limits,
            capacity: capacity,
            trustedProxies: IPAddress("10.0.0.1").map { [$0] } ?? [],
            metrics: ConnectionMetrics(factory: MetricsEndpoint().registry),
            logger: log.logger
        )
    }
}
