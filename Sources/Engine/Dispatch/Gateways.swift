import AlarmCore
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

    /// Every channel to devices.
    ///
    /// Servers of people's own are reached where contacts' webhooks are allowed, and by the same rules.
    func channels(besides events: EventHub) -> PushChannels {
        let all = channels.adding(events)
        guard all[.webhook] == nil, let webhooks = contactChannels.webhook else { return all }
        return all.adding(WebhookDeviceChannel(webhooks))
    }
}
