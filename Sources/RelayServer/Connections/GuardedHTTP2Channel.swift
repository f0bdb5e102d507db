import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypesHTTP1

/// HTTP/2 connections, each of them in the care of an ``HTTP2ConnectionGuard`` and its streams in that of an
/// ``HTTP2StreamGuard``.
struct GuardedHTTP2Channel: Sendable {
    /// A connection with the streams that its client opens; nil stands for one that was refused.
    struct Value: Sendable {
        let streams: NIOHTTP2Handler.AsyncStreamMultiplexer<HTTP1Channel.Value?>
        let channel: any Channel
    }

    /// What every request is handed to, whichever version of HTTP it came by.
    let http: HTTP1Channel
    let connections: ConnectionRegistry

    /// Sets up a connection that has been admitted as `id` and whose client has chosen HTTP/2; on its event loop.
    func setup(channel: any Channel, admitted id: ConnectionRegistry.ID?) throws -> Value {
        let idleTime = http.configuration.idleTimeout
        let connection = HTTP2ConnectionGuard(connections, admitted: id, idleTime: idleTime)
        let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(TransportErrorHandler())
        try pipeline.addHandler(HTTP2FrameGuard(connection))
        let streams = try pipeline.configureAsyncHTTP2Pipeline(
            mode: .server,
            streamDelegate: nil,
            frameDelegate: connection,
            configuration: configuration
        ) { stream in
            stream.eventLoop.makeCompletedFuture { try Self.setUp(stream, of: bound.value) }
        }
        try pipeline.addHandler(connection)
        return Value(streams: streams, channel: channel)
    }

    /// The bounds that the handler of frames keeps itself.
    private var configuration: NIOHTTP2Handler.Configuration {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: connections.limits.streamsPerConnection),
            HTTP2Setting(parameter: .maxHeaderListSize, value: http.configuration.httpDecoder.maxHeaderListSize),
        ]
        // What a client's window holds, before and after it has confirmed any settings: the protocol's own 65,535 bytes.
        connection.maximumBufferedControlFrames = 1000
        // Browsers send a PRIORITY frame for each of the app's hundred files, and load them again.
        connection.controlFrameRateLimit.maximumCount = 1000
        connection.controlFrameRateLimit.windowLength = .seconds(30)
        var stream = NIOHTTP2Handler.StreamConfiguration()
        // CVE-2023-44487, "rapid reset": a browser that leaves a page resets no more than its open streams.
        stream.streamResetFrameRateLimit.maximumCount = 200
        stream.streamResetFrameRateLimit.windowLength = .seconds(30)
        stream.streamErrorRateLimit.maximumCount = 200
        stream.streamErrorRateLimit.windowLength = .seconds(30)
        return NIOHTTP2Handler.Configuration(connection: connection, stream: stream)
    }

    private static func setUp(
        _ stream: any Channel,
        of connection: HTTP2ConnectionGuard
    ) throws -> HTTP1Channel.Value? {
        let number = try stream.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
        guard connection.admit(number ?? .rootStream) else {
            // Once it is known as open: the client may try again, as nothing has been done (RFC 9113, section 8.7).
            stream.eventLoop.execute {
                stream.writeAndFlush(HTTP2Frame.FramePayload.rstStream(.refusedStream), promise: nil)
            }
            return nil
        }
        let pipeline = stream.pipeline.syncOperations
        let guarding = HTTP2StreamGuard(connection)
        try pipeline.addHandler(guarding)
        try pipeline.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: true))
        try pipeline.addHandler(HeadErrorHandler(guarding))
        return try HTTP1Channel.Value(wrappingChannelSynchronously: stream)
    }

    /// Answers the requests of a connection until it is closed.
    ///
    /// A task that is cancelled closes the connection, and cancels what is under way once it is closed.
    func handle(value: Value, logger: Logger) async {
        // In a task of its own: each stream that has been set up has to be handled, also after a cancellation.
        let serving = Task { await serve(value, logger) }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            value.channel.close(promise: nil)
            value.channel.closeFuture.whenComplete { _ in serving.cancel() }
        }
    }

    private func serve(_ value: Value, _ logger: Logger) async {
        await withDiscardingTaskGroup { group in
            do {
                for try await stream in value.streams.inbound {
                    guard let stream else { continue }
                    group.addTask { await http.handle(value: stream, logger: logger) }
                }
            } catch {
                logger.debug("an HTTP/2 connection failed", metadata: ["error": "\(error)"])
            }
        }
    }
}

/// Closes a connection whose transport has failed, in front of the handler of frames.
///
/// That one would take no new stream after an error, but go on setting streams up.
private final class TransportErrorHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// Has a request answered whose head comes to nothing, behind the handlers that read it.
///
/// Left to itself, such an error would reset the stream as if the client had asked for that.
private final class HeadErrorHandler: ChannelInboundHandler {
    typealias InboundIn = Any
    typealias InboundOut = Any

    private let stream: HTTP2StreamGuard
    private var hasHead = false

    init(_ stream: HTTP2StreamGuard) {
        self.stream = stream
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasHead = true
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if hasHead { context.fireErrorCaught(error) } else { stream.refuseHead() }
    }
}
