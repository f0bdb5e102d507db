public import AlarmCore
import AlarmWire
import Sealing

/// This device, as a relay's client: registers, pairs, sends, opens, plans and reports.
///
/// An actor over one thing, the profile. Every change of it is kept before the request that depends on it goes out, and
/// nothing read before a request is written back after it.
public actor LocalDevice {
    /// Waits for a moment; throws to give up.
    public typealias Pause = @Sendable () async throws -> Void

    /// How a device behaves where PA1 leaves it open.
    public struct Configuration: Sendable {
        /// How often a request without an answer is sent again, as the very same bytes; default 2.
        public var repeats: Int
        /// How many system alarms the system takes; nil where nobody knows before it refuses.
        public var systemAlarmLimit: Int?
        /// Waits before a request is sent again, and before a broken event stream is opened again.
        public var wait: @Sendable (Span) async throws -> Void

        /// Makes a configuration; waiting is by the system's monotonic clock unless told otherwise.
        public init(
            repeats: Int = 2,
            systemAlarmLimit: Int? = nil,
            wait: @escaping @Sendable (Span) async throws -> Void = { span in
                try await Task.sleep(for: .milliseconds(max(span.milliseconds, 0)))
            }
        ) {
            self.repeats = max(repeats, 0)
            self.systemAlarmLimit = systemAlarmLimit
            self.wait = wait
        }
    }

    /// What the device keeps, as it is now.
    public internal(set) var profile: Profile

    nonisolated let configuration: Configuration
    let transport: any Transport
    private let store: any ProfileStore
    private let clock: @Sendable () -> Instant

    /// Takes up a device.
    ///
    /// - Parameters:
    ///   - profile: what it kept, or a new one for a relay.
    ///   - store: where every change is kept.
    ///   - transport: the network.
    ///   - configuration: repeats and waits.
    ///   - clock: this device's wall clock; if it is wrong the relay's word corrects it.
    public init(
        profile: Profile,
        store: any ProfileStore,
        transport: any Transport,
        configuration: Configuration = Configuration(),
        clock: @escaping @Sendable () -> Instant
    ) {
        self.profile = profile
        self.store = store
        self.transport = transport
        self.configuration = configuration
        self.clock = clock
    }

    /// The time of day by the relay's clock, as far as it is known: the one that every time in the protocol is meant by.
    var now: Instant { localTime + profile.clockOffset }

    /// The time of day by this device's own clock.
    var localTime: Instant { clock() }

    /// Changes the profile as it is kept now and keeps it; changes nothing when it cannot be kept.
    ///
    /// Another process of the same user may have changed it since: that is taken over first.
    func update<Result>(_ change: (inout Profile) throws -> Result) throws(DeviceError) -> Result {
        let (result, changed) = try DeviceError.mapping {
            try store.exclusively {
                var changed = try store.load() ?? profile
                let result = try change(&changed)
                try store.save(changed)
                return (result, changed)
            }
        }
        profile = changed
        return result
    }

    /// Changes what the user or the system has changed: name, zone, language, capabilities.
    ///
    /// - Throws: ``DeviceError/profile(_:)``.
    public func set(
        displayName: String? = nil,
        timeZone: String? = nil,
        locale: String? = nil,
        capabilities: Device.Capabilities? = nil
    ) throws(DeviceError) {
        try update { profile in
            profile.displayName = displayName ?? profile.displayName
            profile.timeZone = timeZone ?? profile.timeZone
            profile.locale = locale ?? profile.locale
            profile.capabilities = capabilities ?? profile.capabilities
        }
    }
}
