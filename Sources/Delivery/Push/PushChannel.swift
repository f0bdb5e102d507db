package import AlarmCore
package import AlarmWire

/// A channel to devices, which renders pushes for its gateway and sends them.
package protocol PushChannel: Sendable {
    /// The platform whose devices the channel reaches.
    var platform: Device.Platform { get }
    /// The origins that the operator configured; trouble at one of them is trouble of the relay.
    var origins: [ChannelOrigin] { get }
    /// The labels of the reasons for retries, so that each is counted from 0.
    var retryLabels: [String] { get }
    /// The largest payload that the gateway accepts, in bytes.
    var payloadLimit: Int { get }

    /// The size of the largest payload that an alarm can ever need, in bytes; nil where it is certain to fit.
    func largestPayload(for alarm: AlarmPush) -> Int?

    /// Checks that pushes can be sent to an address that a device wants to register.
    ///
    /// - Throws: the problem `no-gateway`, which names what is served; its pointer begins with `pointer`.
    func check(_ address: DeviceAddress, at pointer: String) throws(Problem)

    /// Renders a push; optional sealed text is left out where it does not fit.
    ///
    /// - Throws: an error when required content does not fit, or the address is not of this platform.
    func render(_ content: PushContent, to destination: PushDestination) throws -> RenderedPush

    /// Makes one attempt; a failure is an outcome rather than an error, because the engine decides what follows.
    func send(_ push: RenderedPush) async -> DeliveryOutcome

    /// Makes one attempt, and returns what the device said at once, where the gateway is the device itself.
    func attempt(_ push: RenderedPush) async -> PushAttempt
}

/// One attempt to send a push.
package struct PushAttempt: Hashable, Sendable {
    /// The outcome.
    package var outcome: DeliveryOutcome
    /// The answer that came with it; nil for none, and where the outcome is a failure.
    package var answer: WebhookAnswer?

    /// Makes an attempt.
    package init(_ outcome: DeliveryOutcome, answer: WebhookAnswer? = nil) {
        self.outcome = outcome
        self.answer = answer
    }
}

extension PushChannel {
    /// One origin, the channel itself.
    package var origins: [ChannelOrigin] { [ChannelOrigin(platform)] }
    /// The labels that all channels share.
    package var retryLabels: [String] { RetryReason.commonLabels }
    /// Accepts every address.
    package func check(_ address: DeviceAddress, at pointer: String) throws(Problem) {}
    /// The outcome of ``send(_:)``, without an answer: a gateway is not the device.
    package func attempt(_ push: RenderedPush) async -> PushAttempt { PushAttempt(await send(push)) }
}
