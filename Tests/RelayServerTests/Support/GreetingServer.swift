import NIOCore
import NIOPosix
import RelayServer

/// A local server that sends a fixed greeting to each connection and then stays silent.
struct GreetingServer {
    private let server: any Channel

    /// Where it listens.
    var address: ListenAddress { ListenAddress(host: "127.0.0.1", port: server.localAddress?.port ?? 0) }

    /// Runs `body` with such a server, and closes it afterwards.
    ///
    /// If `end` is given, the server closes the connection once it has received those bytes.
    static func with<Result>(
        saying words: String,
        untilHearing end: String? = nil,
        _ body: (GreetingServer) async throws -> Result
    ) async throws -> Result {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(GreetingHandler(words: words, end: end))
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        do {
            let result = try await body(GreetingServer(server: server))
            try await server.close()
            return result
        } catch {
            try? await server.close()
            throw error
        }
    }
}

private final class GreetingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let words: String
    private let end: String?
    private var heard = ""

    init(words: String, end: String?) {
        (self.words, self.end) = (words, end)
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: words)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        heard += String(buffer: unwrapInboundIn(data))
        if let end, heard.contains(end) { context.close(promise: nil) }
    }
}
