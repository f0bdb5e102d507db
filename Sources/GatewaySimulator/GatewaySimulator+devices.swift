public import AlarmCore

extension GatewaySimulator {
    /// Registers an app on a new device; returns its device token, 32 random bytes in hexadecimal digits.
    ///
    /// - Parameters:
    ///   - topic: The only topic of the token: the bundle identifier, with the push type's suffix if any.
    ///   - environment: The environment of the token, which is unknown in the other one.
    ///   - generator: Random source of the token.
    /// - Returns: The device token, in lower case.
    public func registerDevice(
        topic: String,
        environment: Environment,
        using generator: inout some RandomNumberGenerator
    ) -> String {
        let digits = Array("0123456789abcdef")
        let token = String((0..<64).map { _ in digits[Int.random(in: digits.indices, using: &generator)] })
        register(deviceToken: token, topic: topic, environment: environment)
        return token
    }

    /// Registers an app on a new device; returns its device token, drawn from the system's generator.
    public func registerDevice(topic: String, environment: Environment) -> String {
        var generator = SystemRandomNumberGenerator()
        return registerDevice(topic: topic, environment: environment, using: &generator)
    }

    /// Registers an existing device token, or revives a dead one; the device is online.
    public func register(deviceToken: String, topic: String, environment: Environment) {
        let device = GatewayDevice(topic: topic, environment: environment)
        withState { $0.devices.add(device, token: deviceToken.lowercased()) }
    }

    /// Removes the app from its device: from now on 410 `Unregistered`, with `instant` as its timestamp.
    ///
    /// - Returns: False if the token is not known.
    @discardableResult
    public func unregister(_ token: String, at instant: Instant) -> Bool {
        withState { $0.devices.setStatus(.unregistered(since: instant), of: token.lowercased()) }
    }

    /// Lets a device token expire: from now on 410 `ExpiredToken`, with `instant` as its timestamp.
    ///
    /// - Returns: False if the token is not known.
    @discardableResult
    public func expire(_ token: String, at instant: Instant) -> Bool {
        withState { $0.devices.setStatus(.expired(since: instant), of: token.lowercased()) }
    }

    /// Sets a device online or offline.
    ///
    /// For a device that is offline the gateway keeps only the newest push, whatever the collapse identifiers, until
    /// its `apns-expiration`; it is delivered when the device comes online. A push with expiration 0 is not kept.
    public func setOnline(_ token: String, _ isOnline: Bool) {
        let now = now()
        withState { $0.setOnline(isOnline, token: token.lowercased(), at: now) }
    }

    /// Allows or forbids an app's background pushes, as its phone decides: a force-quit forbids them.
    ///
    /// Forbidding them discards a held push. Allowing them delivers it at once, as when the app is opened; after that
    /// the budget of the hour continues.
    public func setBackgroundAllowed(_ token: String, _ isAllowed: Bool) {
        let now = now()
        withState { $0.setBackgroundAllowed(isAllowed, token: token.lowercased(), at: now) }
    }

    /// When the next held background push is delivered, by the gateway's clock; nil if none is held.
    public var nextHeldDelivery: Instant? { withState(\.devices.nextDue) }

    /// Delivers the held background pushes that are due.
    ///
    /// The gateway does so by itself several times a second; a clock that jumps can ask for it in between.
    public func deliverDue() {
        let now = now()
        withState { $0.deliverDue(at: now) }
    }
}
