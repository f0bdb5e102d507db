public import AlarmCore
import Foundation

extension GatewaySimulator {
    /// What a gateway is started with; every value has a default that suits a test.
    public struct Configuration: Sendable {
        /// The address or name to listen on.
        ///
        /// Default: `127.0.0.1`.
        ///
        /// Anything but a loopback address is refused unless ``allowPublicAddress`` is set.
        public var host = "127.0.0.1"

        /// The TCP port to listen on; 0, the default, picks a free one.
        public var port = 0

        /// Whether others than this machine may reach the gateway.
        ///
        /// Default: false.
        ///
        /// The gateway records all that it is sent: it has no business on a network that is not a laboratory.
        public var allowPublicAddress = false

        /// The environment whose device tokens are known.
        ///
        /// Default: the sandbox.
        public var environment = Environment.sandbox

        /// How many streams a connection may have before its first authenticated answer.
        ///
        /// Default: 1, as the real one.
        public var initialConcurrentStreams = 1

        /// How many streams a connection may have from then on.
        ///
        /// Default: 1,000.
        public var maximumConcurrentStreams = 1000

        /// How many RST_STREAM frames within 30 s a connection survives; one more is a rapid-reset attack.
        ///
        /// Default: nil, no limit. What the real gateway tolerates is not known. libcurl before 8.14 sends one after every success.
        public var resetLimit: Int?

        /// How many of the newest requests are kept in memory.
        ///
        /// Default: 100,000; 0 records none, for measurements.
        public var logCapacity = 100_000

        /// How many threads serve connections.
        ///
        /// Default: 1.
        public var threads = 1

        /// The source of the `apns-id` of pushes that bring none: the same seed, the same identifiers.
        ///
        /// Default: random.
        public var seed = UInt64.random(in: .min ... .max)

        /// The gateway's time, by which provider tokens age and stored pushes expire.
        ///
        /// Default: the system's.
        public var clock: @Sendable () -> Instant = { Instant.system }

        /// Makes a configuration of defaults.
        public init() {}
    }
}

extension Instant {
    /// The system's wall clock; read by the default configuration alone.
    fileprivate static var system: Instant {
        let milliseconds = (Date().timeIntervalSince1970 * 1000).rounded(.down)
        return Instant(milliseconds: Int64(exactly: milliseconds) ?? .max)
    }
}
