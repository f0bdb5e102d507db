import HummingbirdTesting
import NIOCore
import NIOPosix
import NIOSSL
import Testing

/// A client that sends any bytes, and reads when it is told to.
enum RawConnection {
    /// Runs `body` with a connection to a relay that listens, and closes it afterwards.
    ///
    /// With a certificate the connection speaks TLS, trusts the certificate's authority alone, and offers `protocols`.
    static func with<Value: Sendable>(
        _ relay: TestRelay,
        trusting certificate: TestCertificate? = nil,
        offering protocols: [String] = [],
        _ body: (Client) async throws -> Value
    ) async throws -> Value {
        try await with(port: try #require(relay.client.port), trusting: certificate, offering: protocols, body)
    }

    /// Runs `body` with a connection to whatever listens on a port of this machine, and closes it afterwards.
    static func with<Value: Sendable>(
        port: Int,
        trusting certificate: TestCertificate? = nil,
        offering protocols: [String] = [],
        _ body: (Client) async throws -> Value
    ) async throws -> Value {
        let tls = try certificate.map { certificate in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .file(certificate.authorityFile)
            configuration.applicationProtocols = protocols
            return try NIOSSLContext(configuration: configuration)
        }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "localhost", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        let handler = try NIOSSLClientHandler(context: tls, serverHostname: "localhost")
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true)
                    )
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await body(Client(iterator: inbound.makeAsyncIterator(), outbound: outbound))
        }
    }

    /// One end of an open connection.
    final class Client {
        private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        private(set) var heard = ""

        init(
            iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
            outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        ) {
            (self.iterator, self.outbound) = (iterator, outbound)
        }

        func send(_ text: String) async throws {
            try await send(ByteBuffer(string: text))
        }

        func send(_ bytes: ByteBuffer) async throws {
            try await outbound.write(bytes)
        }

        /// The next bytes, whatever they are; nil once the relay has closed the connection.
        func next() async -> ByteBuffer? {
            try? await iterator.next()
        }

        /// Ends sending, and goes on reading.
        func finish() {
            outbound.finish()
        }

        /// Reads until `text` has come `times` times, or the relay has closed the connection; returns all heard so far.
        func hear(_ text: String, times: Int = 1) async -> String {
            while heard.split(separator: text, omittingEmptySubsequences: false).count <= times {
                guard let buffer = try? await iterator.next() else { break }
                heard += String(buffer: buffer)
            }
            return heard
        }

        /// Reads until the relay has closed the connection; returns all heard so far.
        func hearAll() async -> String {
            while let buffer = try? await iterator.next() { heard += String(buffer: buffer) }
            return heard
        }
    }
}
