package import AlarmWire

/// One app on one Apple device.
package struct APNsAddress: Hashable, Sendable {
    /// The device's token for the app.
    package var token: DeviceToken
    /// The environment in which the token is valid.
    package var environment: PushRegistration.Environment
    /// The app, by its bundle identifier.
    package var topic: String

    /// Creates an address.
    package init(token: DeviceToken, environment: PushRegistration.Environment, topic: String) {
        self.token = token
        self.environment = environment
        self.topic = topic
    }

    /// Parses ``bytes``; nil for any other form.
    ///
    /// It is parsed for every push, and so is not JSON.
    package init?(_ bytes: [UInt8]) {
        let space = UInt8(ascii: " ")
        guard let first = bytes.firstIndex(of: space), let second = bytes[(first + 1)...].firstIndex(of: space),
            let environment = PushRegistration.Environment(rawValue: String(decoding: bytes[..<first], as: UTF8.self)),
            let token = DeviceToken(hex: String(decoding: bytes[(second + 1)...], as: UTF8.self))
        else { return nil }
        let topic = String(decoding: bytes[(first + 1)..<second], as: UTF8.self)
        self.init(token: token, environment: environment, topic: topic)
    }

    /// The environment, topic and token, separated by spaces, which none of them contains.
    package var bytes: [UInt8] { Array("\(environment.rawValue) \(topic) \(token.hex)".utf8) }
}
