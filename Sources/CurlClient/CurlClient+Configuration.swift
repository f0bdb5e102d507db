extension CurlClient {
    /// What holds for every request of a client.
    public struct Configuration: Sendable {
        /// How long resolving, connecting and the TLS handshake may take together; default 10 s.
        public var connectTimeout: Duration
        /// The largest body that `send` gathers, in bytes; default 1 MiB.
        public var maximumResponseBytes: Int
        /// How much of a stream is held for a slow reader before the peer is made to wait, in bytes; default 64 KiB.
        public var streamBufferBytes: Int

        /// Makes a configuration.
        public init(
            connectTimeout: Duration = .seconds(10),
            maximumResponseBytes: Int = 1024 * 1024,
            streamBufferBytes: Int = 64 * 1024
        ) {
            self.connectTimeout = connectTimeout
            self.maximumResponseBytes = maximumResponseBytes
            self.streamBufferBytes = streamBufferBytes
        }
    }
}
