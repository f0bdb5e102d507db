public import AlarmCore
public import AlarmWire
public import Sealing

/// The whole state of a device: keys, pairs, pairings in progress, alarms.
///
/// It holds secrets, and its holder can act as the device: keep it where only its owner can read it, and in no backup
/// that others can open.
public struct Profile: Sendable {
    /// The version of the text form.
    public static let version: Int64 = 1

    /// The relay.
    public let relay: Origin
    /// 32 bytes made by this device, from which its request keys are derived.
    public let deviceKey: SymmetricKey
    /// The device's identifier; nil until it has registered.
    public internal(set) var deviceID: DeviceID?
    /// The number of the device key, raised with each new key.
    public internal(set) var keyGeneration = 0
    /// The way of reaching the device.
    public internal(set) var platform: Device.Platform
    /// The push token, where the platform has one.
    public internal(set) var push: PushRegistration?
    /// The subscriptions with push services whose keys are kept, the present one last.
    var subscriptions: [PushSubscription] = []
    /// The capabilities of the device's system.
    public var capabilities: Device.Capabilities
    /// The IANA name of the device's zone.
    public var timeZone: String
    /// The device's language (BCP 47).
    public var locale: String
    /// The language that the user chose for this device, whatever the system's is; nil for the system's.
    public internal(set) var chosenLanguage: LanguageTag?
    /// The user's display name.
    public var displayName: String
    /// The pairs; ended ones stay as names.
    public internal(set) var pairs: [KnownPair] = []
    /// The families and care circles in which it has its person's key.
    public internal(set) var circles: [KnownCircle] = []
    /// Other devices of the same person that were linked from this one, with their names.
    public internal(set) var linkedDevices: [LinkedDevice] = []
    /// Pairings in progress whose code this device shows.
    public internal(set) var invites: [InviterPairing] = []
    /// Pairings in progress whose code was entered here.
    public internal(set) var claims: [ClaimerPairing] = []
    /// The position in the relay's changes.
    public internal(set) var cursor: SyncCursor?
    /// Alarms that may ring here.
    public internal(set) var incoming: [KnownAlarm] = []
    /// Alarms that this device's user set.
    public internal(set) var outgoing: [SentAlarm] = []
    /// What this device has read of alarms for partners, whose words it cannot open any more once a pair has ended.
    var readWords: [ReadAlarm] = []
    /// How far the relay's clock is ahead of this device's; zero unless the relay has reported a difference.
    public internal(set) var clockOffset = Span.zero

    /// Pairs that have ended here and that the relay has not been told of yet.
    public internal(set) var unsentRevocations: [PairID] = []
    /// The IANA name of the zone in which its user last gave a time; nil before.
    public internal(set) var lastZone: String?
    /// Stored entries that could not be read; they are kept as they are, and nothing else depends on them.
    public internal(set) var unreadable: [UnreadableEntry] = []

    /// Pairs whose partner took no alarms of this device's user when the relay was last asked.
    public internal(set) var refusing: [PairID] = []
    /// Reminders that their assignees, who take none of their creators' then, kept from ringing when the relay was last
    /// asked; see ``LocalDevice/followRefusals(of:areAll:noting:)``.
    public internal(set) var refusedReminders: [ReminderID] = []
    /// When the reminders were passed on in a family of which this device has told last; nil where it has told of none.
    var passedRemindersTold: Instant?
    /// The circles that this device has asked the relay to take its person out of, the latest last, at most
    /// 20.
    var leftCircles: [CircleID] = []
    /// The person's places in circles, as the relay told last.
    var places: [CirclePlace] = []
    var unsentReceipts: [UnsentReceipt] = []
    /// Alarms whose replies were kept here and reached nobody, of which the user has not been told yet.
    var lostReplies: [AlarmID] = []
    /// Alerts to which answers were kept here that the relay has dropped, because the alert had been signalled again, of
    /// which the user has not been told yet.
    var outdatedAnswers: [AlarmID] = []
    /// Whether the relay has not heard of a change of capabilities, zone or language yet.
    public internal(set) var hasUntoldChanges = false

    /// Whether reports wait to be sent, or the user is to be told of a reply that nobody gets or of an answer that does not
    /// count.
    public var hasNewsOfReceipts: Bool {
        !unsentReceipts.isEmpty || !lostReplies.isEmpty || !outdatedAnswers.isEmpty
    }

    /// Whether a report about an alarm waits to be sent.
    public func waitsToSend(_ id: AlarmID) -> Bool { unsentReceipts.contains { $0.id == id } }

    /// Alarms that this device's user set and that the relay has not answered yet, oldest first.
    public var outbox: [SentAlarm] { outgoing.filter { !$0.isAccepted } }

    /// Makes the profile of a device whose key exists already.
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
    ///   - push: the push token, for a device on APNs; without one it listens on the event stream.
    ///   - capabilities: the capabilities of the device's system.
    ///   - timeZone: the IANA name of the device's zone.
    ///   - locale: the device's language (BCP 47).
    ///   - displayName: the user's display name.
    /// - Returns: a profile that has not been stored yet.
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

    /// The pair with this identifier.
    public func pair(_ id: PairID) -> KnownPair? { pairs.first { $0.id == id } }

    /// Adopts what another device of the same person has handed over, and follows the person's alarms from the start.
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
            // A person who has joined again has another key, and the former one is no longer used.
            if let index = circles.firstIndex(where: { $0.id == circle.id }), circles[index].since >= circle.since {
                if circles[index].since == circle.since { circles[index].remember(circle.former) }
                continue
            }
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
            // Keys of a later generation open everything that the others do; a pair that has ended here stays so.
            if let own = pairs[index].keyGeneration, let other = pair.keyGeneration, other > own { pairs[index] = pair }
        }
        return fresh
    }

    /// The known incoming alarm with this identifier.
    public func alarm(_ id: AlarmID) -> KnownAlarm? { incoming.first { $0.id == id } }

    /// The number of system alarms on this device.
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

/// A receipt that the relay has not taken yet; it is sent again with the next sync.
struct UnsentReceipt: Hashable, Sendable {
    let id: AlarmID
    let receipt: Receipt
}

extension UnsentReceipt: WireMessage {
    init(reading object: inout ObjectReader) throws(WireError) {
        id = try object.identifier("id")
        receipt = try object.object("receipt")
    }

    var json: JSONValue {
        .object(of: ["id": .identifier(id), "receipt": receipt.json])
    }
}
