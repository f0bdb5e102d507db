/// One push destination of a person.
///
/// What is secret about it is here only sealed: the core passes those bytes on and cannot read them.
public struct Device: Hashable, Sendable {
    /// How a device is reached.
    public enum Platform: String, CaseIterable, Hashable, Sendable, Codable {
        /// Through Apple's push service.
        case apns
        /// Through the relay's own event stream; it has no push token.
        case events
    }

    /// What its system can do.
    public struct Capabilities: Hashable, Sendable {
        /// Whether it can register system alarms (iOS 26 and the user's permission).
        public var alarmKit: Bool
        /// Whether its user allowed critical alerts.
        public var criticalAlerts: Bool
        /// The version of its system, as in `26.1`.
        public var os: String

        /// Makes capabilities.
        public init(alarmKit: Bool, criticalAlerts: Bool, os: String) {
            self.alarmKit = alarmKit
            self.criticalAlerts = criticalAlerts
            self.os = os
        }
    }

    /// Which of the push service's two worlds a token belongs to.
    public enum PushEnvironment: String, CaseIterable, Hashable, Sendable, Codable {
        case sandbox, production
    }

    /// A push token, sealed.
    public struct PushToken: Hashable, Sendable {
        /// The token under the relay's keyring.
        public var sealed: [UInt8]
        /// Which world it belongs to.
        public var environment: PushEnvironment
        /// The app that it belongs to.
        public var topic: String
        /// When the device registered it; a gateway's older word that it is dead does not count.
        public var registeredAt: Instant

        /// Makes a token.
        public init(sealed: [UInt8], environment: PushEnvironment, topic: String, registeredAt: Instant) {
            self.sealed = sealed
            self.environment = environment
            self.topic = topic
            self.registeredAt = registeredAt
        }
    }

    /// Its name.
    public let id: DeviceID
    /// Whose it is.
    public private(set) var person: PersonID
    /// How it is reached.
    public let platform: Platform
    /// What its system can do.
    public var capabilities: Capabilities
    /// The IANA name of the zone it was last in.
    public var timeZone: String
    /// Its language (BCP 47).
    public var locale: String
    /// Counts its device keys.
    public var keyGeneration: Int
    /// Its device key under the relay's keyring.
    public var sealedKey: [UInt8]
    /// A keyed hash of its first device key, by which a repeated registration is recognised.
    public let registration: [UInt8]
    /// Its push token; nil for one that needs none, or whose token died.
    public var token: PushToken?
    /// When it registered.
    public let since: Instant
    /// How many alarms in a row rang for it, as far as its gateway could tell, without a word from it.
    ///
    /// Whatever it says sets it back to 0.
    public var unanswered: Int

    /// Makes or restores a device.
    public init(
        id: DeviceID,
        person: PersonID,
        platform: Platform,
        capabilities: Capabilities,
        timeZone: String,
        locale: String,
        keyGeneration: Int,
        sealedKey: [UInt8],
        registration: [UInt8],
        token: PushToken?,
        since: Instant,
        unanswered: Int = 0
    ) {
        self.id = id
        self.person = person
        self.platform = platform
        self.capabilities = capabilities
        self.timeZone = timeZone
        self.locale = locale
        self.keyGeneration = keyGeneration
        self.sealedKey = sealedKey
        self.registration = registration
        self.token = token
        self.since = since
        self.unanswered = unanswered
    }

    /// Makes it one of another person's devices.
    public mutating func join(_ person: PersonID) {
        self.person = person
    }

    /// Whether a push can be sent to it at all.
    public var isReachable: Bool { platform == .events || token != nil }
}
