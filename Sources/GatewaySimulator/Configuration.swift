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

        /// Whether others than this machine may reach the gateway.
        ///
        /// Default: false.
        ///
        /// The gateway records all that it is sent: it has no business on a network that is not a laboratory.
        public var allowPublicAddress = false

        /// The environment of ``port``: only its device tokens are known there.
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
        public var maximumConcurrentStreams: Int {
            get { connectionRules.maximumConcurrentStreams }
            set { connectionRules.maximumConcurrentStreams = newValue }
        }

        /// How many RST_STREAM frames within 30 s a connection survives; one more is a rapid-reset attack.
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

        /// What every connection is allowed at first; ``GatewaySimulator/connectionRules`` changes it.
        public var connectionRules = ConnectionRules()

        /// How many background pushes a device token gets in an hour; of those beyond them the newest is held.
        ///
        /// Default: 3; nil for all. They are accepted in any case: the sender does not learn of it.
        public var backgroundLimit: Int? = 3

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
