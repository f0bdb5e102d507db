public import AlarmCore

/// `POST /v1/devices`: a device registers with a relay, once (PA1 section 2).
public struct RegisterDevice: Hashable, WireMessage {
    /// 32 random bytes made by the device, from which its request keys are derived.
    public var deviceKey: [UInt8]
    /// The way of reaching the device.
    public var platform: Device.Platform
    /// The push token; required for `apns`, and allowed for nothing else.
    public var apns: PushRegistration?
    /// The subscription of a browser; required for `webpush`, and allowed for nothing else.
    public var webPush: WebPushSubscription?
    /// The capabilities of the device's system; by default none.
    public var capabilities: Device.Capabilities
    /// The IANA name of the device's zone; `UTC` by default.
    public var timeZone: String
    /// The device's language (BCP 47); `en` by default.
    public var locale: String
    /// The ticket that entitles the device to register; nil where registration is open.
    public var ticket: RegistrationTicket?

    /// Makes a request.
    public init(
        deviceKey: [UInt8],
        platform: Device.Platform,
        apns: PushRegistration? = nil,
        webPush: WebPushSubscription? = nil,
        capabilities: Device.Capabilities = .none,
        timeZone: String = "UTC",
        locale: String = "en",
        ticket: RegistrationTicket? = nil
    ) {
        self.deviceKey = deviceKey
        self.platform = platform
        self.apns = apns
        self.webPush = webPush
        self.capabilities = capabilities
        self.timeZone = timeZone
        self.locale = locale
        self.ticket = ticket
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        deviceKey = try object.bytes("deviceKey", count: 32)
        platform = try object.knownPlatform("platform")
        (apns, webPush) = try object.address(on: platform)
        capabilities = try object.optionalObject("capabilities") ?? .none
        timeZone = try object.optionalZone("timeZone") ?? "UTC"
        locale = try object.optionalLocale("locale") ?? "en"
        ticket = try object.optionalObject("ticket")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: [
            "deviceKey": .bytes(deviceKey),
            "platform": .word(platform),
            "apns": apns?.json,
            "webpush": webPush?.json,
            "capabilities": capabilities.json,
            "timeZone": .string(timeZone),
            "locale": .string(locale),
            "ticket": ticket?.json,
        ])
    }
}

extension ObjectReader {
    /// Takes the name of a platform that a device can register on; nil if there is none.
    mutating func optionalKnownPlatform(_ name: String) throws(WireError) -> Device.Platform? {
        try optionalText(
            name,
            expected: "one of " + Device.Platform.allCases.map(\.rawValue).joined(separator: ", ")
        ) { text in
            Device.Platform.allCases.first { $0.rawValue == text }
        }
    }

    /// Takes the name of a platform that a device can register on.
    mutating func knownPlatform(_ name: String) throws(WireError) -> Device.Platform {
        try required(optionalKnownPlatform(name), name)
    }

    /// Takes the address of a platform: the member of its name, where it needs one, and no other.
    mutating func address(
        on platform: Device.Platform
    ) throws(WireError) -> (apns: PushRegistration?, webPush: WebPushSubscription?) {
        let apns: PushRegistration? = try optionalObject("apns")
        let webPush: WebPushSubscription? = try optionalObject("webpush")
        for (owner, isThere) in [(Device.Platform.apns, apns != nil), (.webPush, webPush != nil)] {
            if platform == owner, !isThere { throw error(.missing, at: owner.rawValue) }
            if platform != owner, isThere {
                throw error(.expected("no such member with the platform \(platform)"), at: owner.rawValue)
            }
        }
        return (apns, webPush)
    }

    /// Takes a language tag, or nil if there is none.
    mutating func optionalLocale(_ name: String) throws(WireError) -> String? {
        try optionalText(name, expected: "a language tag, as in en or zh-Hant", Self.languageTag)
    }

    /// Letters and digits in parts of one to eight, joined by hyphens (RFC 5646, section 2.1, without its finer rules).
    private static func languageTag(_ text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            text.utf8.count <= 35
            && parts.allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.unicodeScalars.allSatisfy {
                        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
                    }
            }
        return isTag ? text : nil
    }
}

extension Device.Capabilities {
    /// No capabilities, on an unknown system.
    public static let none = Device.Capabilities(alarmKit: false, criticalAlerts: false, os: "")
}

extension RegisterDevice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Platform and zone; neither key nor token nor ticket.
    public var description: String { "registration of a device on \(platform.rawValue) in \(timeZone)" }

    /// Platform and zone; neither key nor token nor ticket.
    public var debugDescription: String { description }

    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["platform": platform, "timeZone": timeZone]) }
}

/// The answer to ``RegisterDevice``: 201.
public struct DeviceRegistered: Hashable, WireMessage {
    /// The device's identifier from now on.
    public var deviceID: DeviceID
    /// The relay's clock, with which a device can compare its own.
    public var serverTime: Instant

    /// Makes an answer.
    public init(deviceID: DeviceID, serverTime: Instant) {
        self.deviceID = deviceID
        self.serverTime = serverTime
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        deviceID = try object.identifier("deviceId")
        serverTime = try object.instant("serverTime")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["deviceId": .identifier(deviceID), "serverTime": .instant(serverTime)])
    }
}
