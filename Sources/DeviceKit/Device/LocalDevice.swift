public import AlarmCore
import AlarmWire
import Sealing

/// This device, as a relay's client: registers, pairs, sends, opens, plans and reports.
///
/// An actor that protects one thing, the profile. Every change of it is stored before the request that depends on it is
/// sent, and a value read before a request is never written back after it.
public actor LocalDevice {
    /// A wait for a moment; throws to stop waiting.
    public typealias Pause = @Sendable () async throws -> Void

    /// The device's choices where PA1 leaves them open.
    public struct Configuration: Sendable {
        /// The number of retries of a request without an answer, with the very same bytes; default 2.
        public var repeats: Int
        /// The most alarms that the system accepts; nil where it is unknown until the system refuses.
        public var systemAlarmLimit: Int?
        /// Whether the system shows local notifications for the app; nil for what is usual on its platform.
        public var keepsNotifications: Bool?
        /// Waits before a request is retried, and before a broken event stream is reopened.
        public var wait: @Sendable (Span) async throws -> Void

        /// Makes a configuration; by default waits use the system's monotonic clock.
        public init(
            repeats: Int = 2,
            systemAlarmLimit: Int? = nil,
            keepsNotifications: Bool? = nil,
            wait: @escaping @Sendable (Span) async throws -> Void = { span in
                try await Task.sleep(for: .milliseconds(max(span.milliseconds, 0)))
            }
        ) {
            self.repeats = max(repeats, 0)
            self.systemAlarmLimit = systemAlarmLimit
            self.keepsNotifications = keepsNotifications
            self.wait = wait
        }
    }

    /// The device's present profile.
    public internal(set) var profile: Profile {
        didSet { relayClock.correct(by: profile.clockOffset) }
    }

    /// The relay's clock, as far as this device knows it.
    public nonisolated let relayClock: RelayTime

    nonisolated let configuration: Configuration
    let transport: any Transport
    private let store: any ProfileStore
    private let clock: @Sendable () -> Instant

    /// Makes a device from its profile.
    ///
    /// - Parameters:
    ///   - profile: the stored profile, or a new one for a relay.
    ///   - store: the store for every change.
    ///   - transport: the network.
    ///   - configuration: retries and waits.
    ///   - clock: this device's wall clock; the relay's time corrects it where it is wrong.
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
        relayClock = RelayTime(clock, offset: profile.clockOffset)
    }

    /// The present by the relay's clock, as far as known: the clock of every time in the protocol.
    var now: Instant { localTime + profile.clockOffset }

    /// The present by this device's own clock.
    var localTime: Instant { clock() }

    /// Changes the stored profile and stores it again; changes nothing when it cannot be stored.
    ///
    /// Another process of the same user may have changed it since: that version is loaded first.
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

    /// Reads what another process of the same user has stored since; changes nothing.
    func reload() throws(DeviceError) {
        profile = try DeviceError.mapping { try store.load() } ?? profile
    }

    /// Remembers the zone in which the user gave a time.
    ///
    /// - Throws: ``DeviceError/profile(_:)``.
    public func remember(zone: String) throws(DeviceError) {
        guard profile.lastZone != zone else { return }
        try update { $0.lastZone = zone }
    }

    /// Changes settings of the user or the system: name, zone, language, capabilities.
    ///
    /// Asks the relay nothing: it hears of them with the next sync, or at once by
    /// ``adopt(capabilities:timeZone:locale:)``.
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
            profile.adopt(DeviceChange(capabilities: capabilities, timeZone: timeZone, locale: locale))
        }
    }
}
