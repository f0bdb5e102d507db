package import Delivery

/// The gateways that the operator configured.
package struct Gateways: Sendable {
    /// The channels to devices, by platform; the event stream is the engine's own.
    package var channels: PushChannels
    /// The channels to people without the app.
    package var contactChannels: ContactChannels

    /// Creates the set of a relay's channels, none by default.
    package init(_ channels: any PushChannel..., contactChannels: ContactChannels = ContactChannels()) {
        self.channels = PushChannels(channels)
        self.contactChannels = contactChannels
    }
}
