package import AlarmCore

/// A rendered push, and the channel that sends it.
package struct PreparedPush: Sendable {
    /// The rendered push.
    package let push: RenderedPush
    private let channel: any PushChannel

    /// Renders a push for a channel.
    ///
    /// - Throws: the channel's error when it cannot be rendered.
    package init(_ content: PushContent, to destination: PushDestination, by channel: any PushChannel) throws {
        push = try channel.render(content, to: destination)
        self.channel = channel
    }

    /// Whether the push goes to a gateway that the operator did not configure.
    package var isToStranger: Bool { !channel.origins.contains(push.origin) }

    /// Makes one attempt.
    package func send() async -> PushAttempt { await channel.attempt(push) }
}

/// The destination of a push.
package struct PushDestination: Hashable, Sendable {
    /// The device.
    package var device: DeviceID
    /// The device's address.
    package var address: DeviceAddress
    /// The time at which the device registered the address; an older report that the address is dead does not count.
    package var registeredAt: Instant

    /// Creates a destination.
    package init(device: DeviceID, address: DeviceAddress, registeredAt: Instant) {
        self.device = device
        self.address = address
        self.registeredAt = registeredAt
    }
}
