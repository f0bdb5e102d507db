public import AlarmCore

extension GatewaySimulator {
    /// Registers an app on a new device and gives its device token: 32 random bytes in hexadecimal digits.
    ///
    /// - Parameters:
    ///   - topic: The one topic that the token is good for: the bundle identifier, with the push type's suffix if any.
    ///   - environment: The token is unknown to a gateway of the other one.
    ///   - generator: Draws the token.
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

    /// Registers an app on a new device and gives its device token, drawn from the system's generator.
    public func registerDevice(topic: String, environment: Environment) -> String {
        var generator = SystemRandomNumberGenerator()
        return registerDevice(topic: topic, environment: environment, using: &generator)
    }

    /// Registers a device token that exists already, or brings a dead one back to life; the device is online.
    public func register(deviceToken: String, topic: String, environment: Environment) {
        let device = Device(topic: topic, environment: environment)
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

    /// Takes a device on or off line.
    ///
    /// For one that is offline the gateway keeps the newest push alone, whatever the collapse identifiers, until its
    /// `apns-expiration`; coming online delivers it. A push with expiration 0 is not kept.
    public func setOnline(_ token: String, _ isOnline: Bool) {
        let now = now()
        withState { $0.setOnline(isOnline, token: token.lowercased(), at: now) }
    }

    /// Lets an app have background pushes or not, as its phone decides: not after it was force-quit.
    ///
    /// Without them the newest, if one was held, is lost. With them it is delivered at once, as when the app is opened;
    /// after that the budget of the hour goes on.
    public func setBackgroundAllowed(_ token: String, _ isAllowed: Bool) {
        let now = now()
        withState { $0.setBackgroundAllowed(isAllowed, token: token.lowercased(), at: now) }
    }

    /// When the next background push that is held back will be delivered, by the gateway's clock; nil if none is held.
    public var nextHeldDelivery: Instant? { withState(\.devices.nextDue) }

    /// Delivers the held background pushes whose time has come.
    ///
    /// The gateway does so by itself several times a second; a clock that leaps can ask for it in between.
    public func deliverDue() {
        let now = now()
        withState { $0.deliverDue(at: now) }
    }
}
