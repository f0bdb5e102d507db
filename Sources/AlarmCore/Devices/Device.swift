/// One push destination of a person.
///
/// Its secrets are sealed: the core passes those bytes on and cannot read them.
public struct Device: Hashable, Sendable {
    /// The capabilities of a device's system.
    public struct Capabilities: Hashable, Sendable {
        /// Whether the system can register system alarms (iOS 26 and the user's permission).
        public var alarmKit: Bool
        /// Whether the user allowed critical alerts.
        public var criticalAlerts: Bool
        /// The system's version, as in `26.1`.
        public var os: String

        /// Makes capabilities.
        public init(alarmKit: Bool, criticalAlerts: Bool, os: String) {
            self.alarmKit = alarmKit
            self.criticalAlerts = criticalAlerts
            self.os = os
        }
    }

    /// An address under the relay's keyring: a push token and its environment, an endpoint and its keys.
    public struct SealedAddress: Hashable, Sendable {
        /// The address as its channel reads it, sealed as a whole.
        public var sealed: [UInt8]
        /// When the device registered it; an older report of a gateway that it is dead does not count.
        public var registeredAt: Instant

        /// Makes an address.
        public init(sealed: [UInt8], registeredAt: Instant) {
            self.sealed = sealed
            self.registeredAt = registeredAt
        }
    }

    /// Identifier.
    public let id: DeviceID
    /// The person who owns the device.
    public private(set) var person: PersonID
    /// The way of reaching the device.
    public private(set) var platform: Platform
    /// The capabilities of the device's system.
    public var capabilities: Capabilities
    /// The IANA name of the zone in which the device was last seen.
    public var timeZone: String
    /// The device's language (BCP 47).
    public var locale: String
    /// The number of the device key, raised with each new key.
    public var keyGeneration: Int
    /// The device key, sealed under the relay's keyring.
    public var sealedKey: [UInt8]
    /// A keyed hash of the first device key, by which a repeated registration is recognised.
    public let registration: [UInt8]
    /// Its address; nil on a platform that needs none, or after the address died.
    public var address: SealedAddress?
    /// The time of registration.
    public let since: Instant
    /// The number of alarms in a row that rang on the device, as far as its gateway could tell, without a report from
    /// it.
    ///
    /// Any report sets it back to 0.
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
        address: SealedAddress?,
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
        self.address = address
        self.since = since
        self.unanswered = unanswered
    }

    /// Moves the device to another person.
    public mutating func join(_ person: PersonID) {
        self.person = person
    }

    /// Moves the device to a platform, with the address that it has there; a browser does this when it gets, or loses,
    /// leave to show notifications.
    public mutating func move(to platform: Platform, at address: SealedAddress?) {
        self.platform = platform
        self.address = address
    }

    /// Whether a push can be sent to the device at all.
    public var isReachable: Bool { !platform.needsAddress || address != nil }
}
