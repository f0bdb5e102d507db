package import AlarmCore

/// Where a push goes: one app on one device.
package struct PushDestination: Hashable, Sendable {
    /// The device's token for the app.
    package var token: DeviceToken
    /// Which of the push service's two worlds the token belongs to.
    package var environment: Device.PushEnvironment
    /// The app, by its bundle identifier.
    package var topic: String
    /// When the device registered the token; an older word that it is dead does not count.
    package var registeredAt: Instant

    /// Makes a destination.
    package init(token: DeviceToken, environment: Device.PushEnvironment, topic: String, registeredAt: Instant) {
        self.token = token
        self.environment = environment
        self.topic = topic
        self.registeredAt = registeredAt
    }
}
