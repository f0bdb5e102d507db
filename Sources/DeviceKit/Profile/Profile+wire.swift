import AlarmCore
public import AlarmWire
import Sealing

extension Profile: WireEncodable {
    private static let listLimit = 10_000
    private static let limits = JSONLimits(bytes: 32 << 20)

    /// The text form: one JSON object with its version first.
    public var json: JSONValue {
        .object(of: [
            "v": .integer(Self.version),
            "relay": .string(relay.text),
            "deviceKey": .secret(deviceKey.secret),
            "deviceId": deviceID.map(JSONValue.identifier),
            "keyGeneration": .integer(keyGeneration),
            "platform": .word(platform),
            "apns": push?.json,
            "webpush": subscriptions.isEmpty ? nil : .array(subscriptions.map(\.json)),
            "capabilities": capabilities.json,
            "timeZone": .string(timeZone),
            "locale": .string(locale),
            "displayName": .string(displayName),
            "pairs": .array(pairs.map(\.json)),
            "circles": .array(circles.map(\.json)),
            "devices": .array(linkedDevices.map(\.json)),
            "invites": .array(invites.map(\.json)),
            "claims": .array(claims.map(\.json)),
            "cursor": (cursor?.text).map(JSONValue.string),
            "incoming": .array(incoming.map(\.json)),
            "outgoing": .array(outgoing.map(\.json)),
            "clockOffset": .span(clockOffset),
            "unsentReceipts": .array(unsentReceipts.map(\.json)),
            "untoldChanges": hasUntoldChanges ? .bool(true) : nil,
        ])
    }

    /// Reads the text form.
    ///
    /// - Throws: ``ProfileError/newerVersion(_:)``, ``ProfileError/damaged(_:)``.
    public init(parsing text: [UInt8]) throws(ProfileError) {
        do {
            var object = try ObjectReader(JSONValue(parsing: text, limits: Self.limits))
            let version = try object.integer("v", in: 1...Int64.max)
            guard version == Self.version else { throw ProfileError.newerVersion(version) }
            try self.init(reading: &object)
            try object.finish()
        } catch let error as WireError {
            throw .damaged(error)
        } catch let error as ProfileError {
            throw error
        } catch {
            throw .damaged(WireError(.expected("a profile")))
        }
    }

    private init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            relay: try object.relay("relay"),
            deviceKey: try object.secret("deviceKey", count: 32) { (key) throws(SealingError) in
                try SymmetricKey(key)
            },
            platform: try object.platform("platform"),
            push: try object.optionalObject("apns"),
            capabilities: try object.object("capabilities"),
            timeZone: try object.string("timeZone"),
            locale: try object.string("locale"),
            displayName: try object.string("displayName")
        )
        subscriptions = try object.optionalList("webpush")
        deviceID = try object.optionalIdentifier("deviceId")
        keyGeneration = try object.count("keyGeneration")
        pairs = try object.array("pairs", limit: Self.listLimit)
        circles = try object.optionalList("circles")
        linkedDevices = try object.optionalList("devices")
        invites = try object.array("invites", limit: Self.listLimit)
        claims = try object.array("claims", limit: Self.listLimit)
        cursor = try object.optionalText("cursor", expected: "a cursor") { SyncCursor($0) }
        incoming = try object.array("incoming", limit: Self.listLimit)
        outgoing = try object.array("outgoing", limit: Self.listLimit)
        clockOffset = try object.milliseconds("clockOffset")
        unsentReceipts = try object.array("unsentReceipts", limit: Self.listLimit)
        hasUntoldChanges = try object.optionalBool("untoldChanges") ?? false
    }
}
