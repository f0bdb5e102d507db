import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// HTTP/2 and HTTP/1.1 connections over TLS, in the care of a ``HandshakeGuard`` and then of a ``ConnectionGuard`` or an
/// ``HTTP2ConnectionGuard``.
struct SecureHTTPChannel: ServerChildChannel {
    /// The names of the versions that are offered to clients, the preferred one first (RFC 7301).
    static let protocols = ["h2", "http/1.1"]

    /// A connection by the version that its client has chosen; HTTP/1.1 where it has chosen none.
    enum Negotiated: Sendable {
        case http1(HTTP1Channel.Value)
        case http2(GuardedHTTP2Channel.Value)
    }

    private typealias Negotiation = NIOTypedApplicationProtocolNegotiationHandler<Negotiated>

    /// A connection whose handshake may still be under way.
    struct Value: ServerChildChannelValue {
        let negotiated: EventLoopFuture<Negotiated>
        let channel: any Channel
    }

    let http: GuardedHTTPChannel
    let certificates: ServerCertificates

    private var http2: GuardedHTTP2Channel {
        GuardedHTTP2Channel(http: http.http, connections: http.connections)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try GuardedHTTPChannel.limitReads(of: channel)
            let pipeline = channel.pipeline.syncOperations
            let negotiation = Negotiation { result, channel in
                do {
                    let entrance = try channel.pipeline.syncOperations.handler(type: HandshakeGuard.self)
                    entrance.complete()
                    if case .negotiated("h2") = result {
                        let value = try http2.setup(channel: channel, admitted: entrance.id)
                        return channel.eventLoop.makeSucceededFuture(.http2(value))
                    }
                    return http.setup(channel: channel, admitted: entrance.id, logger: logger).map { .http1($0) }
                } catch {
                    return channel.eventLoop.makeFailedFuture(error)
                }
            }
            try pipeline.addHandler(HandshakeGuard(http.connections))
            try pipeline.addHandler(NIOSSLServerHandler(context: certificates.present.context))
            try pipeline.addHandler(negotiation)
            return Value(negotiated: negotiation.protocolNegotiationResult, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http1(let value): await http.handle(value: value, logger: logger)
            case .http2(let value): await http2.handle(value: value, logger: logger)
            }
        } catch {
            logger.debug("a TLS handshake came to nothing", metadata: ["error": "\(error)"])
        }
    }
}
