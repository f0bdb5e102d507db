public import AlarmCore

/// `POST /v1/devices/webhook`: adds a server of the caller's person, which is told as a device is (PA1 section 2).
public struct AddWebhookDevice: Hashable, WireMessage {
    /// The URL to which pushes are posted, `https` unless the operator allows others; whoever knows it may be able to
    /// post there.
    public var webhook: String

    /// Makes a request.
    public init(webhook: String) {
        self.webhook = webhook
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        webhook = try object.string("webhook", bytes: 8...2048)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["webhook": .string(webhook)])
    }
}

extension AddWebhookDevice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the URL.
    public var description: String { "webhook device (redacted)" }

    /// Not the URL.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The answer to ``AddWebhookDevice``: 201.
public struct WebhookDeviceAdded: Hashable, WireMessage {
    /// The device's identifier from now on.
    public var deviceID: DeviceID
    /// The secret that signs every request to it (Standard Webhooks), which is told here and never again.
    public var webhookSecret: String

    /// Makes an answer.
    public init(deviceID: DeviceID, webhookSecret: String) {
        self.deviceID = deviceID
        self.webhookSecret = webhookSecret
    }

    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        deviceID = try object.identifier("deviceId")
        webhookSecret = try object.string("webhookSecret", bytes: 1...128)
    }

    /// The JSON object on the wire.
    public var json: JSONValue {
        .object(of: ["deviceId": .identifier(deviceID), "webhookSecret": .string(webhookSecret)])
    }
}

extension WebhookDeviceAdded: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier, not the secret.
    public var description: String { "webhook device \(deviceID)" }

    /// The identifier, not the secret.
    public var debugDescription: String { description }

    /// A mirror without the secret.
    public var customMirror: Mirror { Mirror(self, children: ["deviceID": deviceID]) }
}
