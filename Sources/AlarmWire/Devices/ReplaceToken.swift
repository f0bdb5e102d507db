public import AlarmCore

/// `PUT /v1/devices/self/token`: replaces the push token, without pairing again.
public struct ReplaceToken: Hashable, WireMessage {
    /// The new token.
    public var apns: PushRegistration

    /// Makes a request.
    public init(apns: PushRegistration) {
        self.apns = apns
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        apns = try object.object("apns")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["apns": apns.json])
    }
}

/// The answer to ``ReplaceToken``: 200.
public struct TokenReplaced: Hashable, WireMessage {
    /// The relay's clock.
    public var serverTime: Instant

    /// Makes an answer.
    public init(serverTime: Instant) {
        self.serverTime = serverTime
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        serverTime = try object.instant("serverTime")
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["serverTime": .instant(serverTime)])
    }
}
