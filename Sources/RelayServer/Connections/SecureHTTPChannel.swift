import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// HTTP/1.1 connections over TLS, in the care of a ``HandshakeGuard`` and then of a ``ConnectionGuard``.
struct SecureHTTPChannel: ServerChildChannel {
    private typealias Negotiation = NIOTypedApplicationProtocolNegotiationHandler<HTTP1Channel.Value>

    /// A connection whose handshake may still be under way.
    struct Value: ServerChildChannelValue {
        let http: EventLoopFuture<HTTP1Channel.Value>
        let channel: any Channel
    }

    let http: GuardedHTTPChannel
    let certificates: ServerCertificates

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try GuardedHTTPChannel.limitReads(of: channel)
            let pipeline = channel.pipeline.syncOperations
            let negotiation = Negotiation { [http] _, channel in
                channel.eventLoop.makeCompletedFuture {
                    let entrance = try channel.pipeline.syncOperations.handler(type: HandshakeGuard.self)
                    entrance.complete()
                    return entrance.id
                }
                .flatMap { id in http.setup(channel: channel, admitted: id, logger: logger) }
            }
            try pipeline.addHandler(HandshakeGuard(http.connections))
            try pipeline.addHandler(NIOSSLServerHandler(context: certificates.present.context))
            try pipeline.addHandler(negotiation)
            return Value(http: negotiation.protocolNegotiationResult, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            await http.handle(value: try await value.http.get(), logger: logger)
        } catch {
            logger.debug("a TLS handshake came to nothing", metadata: ["error": "\(error)"])
        }
    }
}
