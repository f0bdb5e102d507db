package import AlarmCore
package import AlarmWire

/// The part of a channel to people's own servers that does not send: what is told, and to which addresses.
///
/// A server gets no sealed words, which it could not open, but what the relay itself would show. Its answer to a ring
/// may be its person's.
package protocol WebhookPushing: PushChannel {
    /// Whether `http` is allowed.
    var allowsUnprotected: Bool { get }
}

extension WebhookPushing {
    package var platform: Device.Platform { .webhook }
    package var payloadLimit: Int { WebhookChannel.longestBody }
    /// None: people name the servers.
    package var origins: [ChannelOrigin] { [] }

    /// Nil: there are no sealed words in a push.
    package func largestPayload(for alarm: AlarmPush) -> Int? { nil }

    package func check(_ address: DeviceAddress, at pointer: String) throws(Problem) {
        guard let address = address.webhook, address.url.isSecure || allowsUnprotected else {
            throw Problem(.malformed, detail: "a webhook is an https:// URL", pointer: pointer)
        }
    }

    package func render(_ content: PushContent, to destination: PushDestination) throws -> RenderedPush {
        guard let address = destination.address.webhook else {
            throw DeviceAddressError.foreign(destination.address.platform)
        }
        return RenderedPush(
            content,
            to: destination,
            // Each server is slow or prompt on its own; no label and no log line holds the name.
            through: ChannelOrigin(.webhook, "\(address.url.host):\(address.url.port)"),
            body: .bytes(WebhookMessage(content.alarm).wire)
        )
    }
}

extension WebhookMessage {
    /// What a person's server is told: the relay's own words, in the language of the device that added it.
    fileprivate init(_ alarm: AlarmPush) {
        self.init(
            stage: alarm.stage,
            preset: alarm.preset ?? EscalationPolicy.partnerAlarm.name,
            alarm: alarm.id,
            revision: alarm.revision,
            at: alarm.time,
            title: alarm.words?.title,
            text: alarm.words?.body ?? ""
        )
    }
}
