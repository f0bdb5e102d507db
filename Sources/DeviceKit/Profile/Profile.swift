public import AlarmCore
public import AlarmWire
public import Sealing

/// Everything that a device has to keep: keys, pairs, pairings in progress, alarms.
///
/// It holds secrets. Whoever has it is the device: keep it where only its owner can read it, and in no backup that others
/// can open.
public struct Profile: Sendable {
    /// The version of the text form.
    public static let version: Int64 = 1

    /// The relay.
    public let relay: Origin
    /// 32 bytes made by this device, from which its request keys come.
    public let deviceKey: SymmetricKey
    /// The device's name at the relay; nil until it has registered.
    public internal(set) var deviceID: DeviceID?
    /// Counts the device's keys.
    public internal(set) var keyGeneration = 0
    /// How the device is reached.
    public let platform: Device.Platform
    /// Its push token, where the platform has one.
    public internal(set) var push: PushRegistration?
    /// What its system can do.
    public var capabilities: Device.Capabilities
    /// The IANA name of the zone it is in.
    public var timeZone: String
    /// Its language (BCP 47).
    public var locale: String
    /// How its user wants to be called.
    public var displayName: String
    /// Its pairs; ended ones stay as names.
    public internal(set) var pairs: [KnownPair] = []
    /// Its families and care circles, as far as it has its person's key in them.
    public internal(set) var circles: [KnownCircle] = []
    /// Other devices of the same person that were linked from this one, by the names they gave.
    public internal(set) var linkedDevices: [LinkedDevice] = []
    /// Pairings in progress whose code this device shows.
    public internal(set) var invites: [InviterPairing] = []
    /// Pairings in progress whose code was entered here.
    public internal(set) var claims: [ClaimerPairing] = []
    /// How far the device has followed the relay's changes.
    public internal(set) var cursor: SyncCursor?
    /// Alarms that may ring here.
    public internal(set) var incoming: [KnownAlarm] = []
    /// Alarms that this device's user set.
    public internal(set) var outgoing: [SentAlarm] = []
    /// By how much the relay's clock is ahead of this device's; zero unless the relay has complained.
    public internal(set) var clockOffset = Span.zero

    var unsentReceipts: [UnsentReceipt] = []

    /// Takes up a device whose key exists already.
    public init(
        relay: Origin,
        deviceKey: SymmetricKey,
        platform: Device.Platform,
        push: PushRegistration? = nil,
        capabilities: Device.Capabilities = .none,
        timeZone: String = "UTC",
        locale: String = "en",
        displayName: String = ""
    ) {
        self.relay = relay
        self.deviceKey = deviceKey
        self.platform = platform
        self.push = push
        self.capabilities = capabilities
        self.timeZone = timeZone
        self.locale = locale
        self.displayName = displayName
    }

    /// Makes a new device, with a key of its own, for the relay at `address`.
    ///
    /// - Parameters:
    ///   - address: `https://host[:port]`; plain http is for a relay on this machine only.
    ///   - push: the push token, for a device that Apple's service reaches; without one it listens on the event stream.
    ///   - capabilities: what its system can do.
    ///   - timeZone: the IANA name of the zone it is in.
    ///   - locale: its language (BCP 47).
    ///   - displayName: how its user wants to be called.
    /// - Returns: a profile that has not been kept yet.
    /// - Throws: ``DeviceError/origin(_:)`` for an address that cannot be used, ``DeviceError/sealing(_:)``.
    public static func new(
        relay address: String,
        push: PushRegistration? = nil,
        capabilities: Device.Capabilities = .none,
        timeZone: String = "UTC",
        locale: String = "en",
        displayName: String = ""
    ) throws(DeviceError) -> Profile {
        let (relay, deviceKey) = try DeviceError.mapping { (try Origin(address), try SymmetricKey.random()) }
        return Profile(
            relay: relay,
            deviceKey: deviceKey,
            platform: push == nil ? .events : .apns,
            push: push,
            capabilities: capabilities,
            timeZone: timeZone,
            locale: locale,
            displayName: displayName
        )
    }

    /// Whether the relay knows the device.
    public var isRegistered: Bool { deviceID != nil }

    /// The pair called `id`.
    public func pair(_ id: PairID) -> KnownPair? { pairs.first { $0.id == id } }

    /// Takes over what another device of the same person has handed over, and begins to follow the person's alarms anew.
    ///
    /// - Returns: the pairs that this device did not have.
    mutating func join(
        _ name: String,
        handedOver: [KnownPair],
        circles handedCircles: [KnownCircle] = []
    ) -> [KnownPair] {
        displayName = name
        cursor = nil
        for circle in handedCircles {
            // Who has come anew has another key, and nobody writes under the former one any more.
            if let own = self.circle(circle.id), own.since >= circle.since { continue }
            circles.removeAll { $0.id == circle.id }
            circles.append(circle)
        }
        var fresh: [KnownPair] = []
        for pair in handedOver {
            guard let index = pairs.firstIndex(where: { $0.id == pair.id }) else {
                pairs.append(pair)
                fresh.append(pair)
                continue
            }
            // The keys that are further along open what the others do; a pair that has ended here stays so.
            if let own = pairs[index].keyGeneration, let other = pair.keyGeneration, other > own { pairs[index] = pair }
        }
        return fresh
    }

    /// What is known of the incoming alarm called `id`.
    public func alarm(_ id: AlarmID) -> KnownAlarm? { incoming.first { $0.id == id } }

    /// How many system alarms this device holds.
    public var armedCount: Int { incoming.count { $0.isArmed } }
}

extension Profile: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Device and relay, no secrets.
    public var description: String { "device \(deviceID.map(\.description) ?? "(not registered)") at \(relay)" }

    /// Device and relay, no secrets.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["relay": relay, "pairs": pairs.count]) }
}
