public import AlarmCore
import Foundation

extension GatewaySimulator {
    /// Configuration of a gateway; every value has a default that suits a test.
    public struct Configuration: Sendable {
        /// The address or name to listen on.
        ///
        /// Default: `127.0.0.1`.
        ///
        /// Anything but a loopback address is refused unless ``allowPublicAddress`` is set.
        public var host = "127.0.0.1"

        /// The TCP port to listen on; 0, the default, picks a free one.
        public var port = 0

        /// The TCP port of a second listener, for the production environment; 0 picks a free one.
        ///
        /// Default: nil, no second listener. With it, ``environment`` has to stay the sandbox.
        public var productionPort: Int?

        /// The address or name of the second listener.
        ///
        /// Default: nil, the same as ``host``.
        public var productionHost: String?

        /// The TCP port of the control endpoint, plain HTTP/1.1 on ``controlHost``; 0 picks a free one.
        ///
        /// Default: nil, no control endpoint.
        public var controlPort: Int?

        /// The loopback address of the control endpoint; any other is refused, whatever else is allowed.
        ///
        /// Default: `127.0.0.1`.
        public var controlHost = "127.0.0.1"

        /// Whether other machines may reach the gateway.
        ///
        /// Default: false.
        ///
        /// The gateway records everything that it receives, so it belongs on a laboratory network at most.
        public var allowPublicAddress = false

        /// The environment of ``port``: only its device tokens are known there.
        ///
        /// Default: the sandbox.
        public var environment = Environment.sandbox

        /// Number of concurrent streams of a connection before its first authenticated answer.
        ///
        /// Default: 1, as with the real gateway.
        public var initialConcurrentStreams = 1

        /// Number of concurrent streams of a connection from then on.
        ///
        /// Default: 1,000.
        public var maximumConcurrentStreams: Int {
            get { connectionRules.maximumConcurrentStreams }
            set { connectionRules.maximumConcurrentStreams = newValue }
        }

        /// Number of RST_STREAM frames within 30 s that a connection survives; one more counts as a rapid-reset attack.
        ///
        /// Default: nil, no such limit. libcurl before 8.14 sends one after every success.
        public var resetLimit: Int? {
            get {
                switch connectionRules.resetProtection {
                case .limit(let count): count
                case .nio: ConnectionRules.nioResetLimit
                case .nghttp2, nil: nil
                }
            }
            set { connectionRules.resetProtection = newValue.map { .limit($0) } }
        }

        /// Initial limits for every connection; ``GatewaySimulator/connectionRules`` changes them later.
        public var connectionRules = ConnectionRules()

        /// Number of background pushes that a device token gets in an hour; the newest of those beyond it is held.
        ///
        /// Default: 3; nil for all. They are accepted in any case: the sender does not learn of it.
        public var backgroundLimit: Int? = 3

        /// Number of the newest requests that are kept in memory.
        ///
        /// Default: 100,000; 0 records none, for measurements.
        public var logCapacity = 100_000

        /// Number of threads that serve connections.
        ///
        /// Default: 1.
        public var threads = 1

        /// Seed for the `apns-id` of pushes that have none: the same seed yields the same identifiers.
        ///
        /// Default: random.
        public var seed = UInt64.random(in: .min ... .max)

        /// The gateway's clock, by which provider tokens age and stored pushes expire.
        ///
        /// Default: the system's.
        public var clock: @Sendable () -> Instant = { Instant.system }

        /// Creates a configuration with the defaults.
        public init() {}
    }
}

extension Instant {
    /// The system's wall clock; only the default configuration reads it.
    fileprivate static var system: Instant {
        let milliseconds = (Date().timeIntervalSince1970 * 1000).rounded(.down)
        return Instant(milliseconds: Int64(exactly: milliseconds) ?? .max)
    }
}
