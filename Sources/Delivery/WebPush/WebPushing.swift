package import AlarmCore
package import AlarmWire
import Sealing

/// A channel for pushes to browsers: the one over their push services, or a stand-in.
package protocol WebPushing: PushChannel {
    /// The public key with which browsers subscribe, 65 bytes.
    var publicKey: [UInt8] { get }
    /// The relay's origin, at which a notification opens the app.
    var relayOrigin: Origin { get }
    /// The push services that may be reached besides public ones.
    var allowed: Set<String> { get }
}

extension WebPushing {
    package var platform: Device.Platform { .webPush }

    package var origins: [ChannelOrigin] { allowed.sorted().map { ChannelOrigin(.webPush, $0) } }

    package var retryLabels: [String] { RetryReason.commonLabels + RetryReason.webPushLabels }

    package var payloadLimit: Int { WebPushPayload.limit }

    /// Nil: where a sealed message does not fit, it is left out, and the browser fetches it when it synchronises.
    package func largestPayload(for alarm: AlarmPush) -> Int? { nil }

    package func check(_ address: DeviceAddress, at pointer: String) throws(Problem) {
        guard let address = address.webPush else {
            throw Problem(.malformed, detail: "this is no subscription of a browser", pointer: pointer)
        }
        guard (try? WebPushReceiver(publicKey: address.publicKey, secret: address.secret)) != nil else {
            throw Problem(.malformed, detail: "the point is not on the curve P-256", pointer: pointer + "/p256dh")
        }
        guard address.endpoint.isSecure || allowed.contains(address.endpoint.origin) else {
            throw Problem(
                .noGateway,
                detail: "this relay pushes to https endpoints only, unless its operator allows another",
                pointer: pointer + "/endpoint"
            )
        }
    }

    package func render(_ content: PushContent, to destination: PushDestination) throws -> RenderedPush {
        guard let address = destination.address.webPush else {
            throw DeviceAddressError.foreign(destination.address.platform)
        }
        return RenderedPush(
            content,
            to: destination,
            through: ChannelOrigin(.webPush, address.endpoint.origin),
            collapseID: try WebPushRequest.topic(of: content.alarm.id),
            body: .bytes(try payload(of: content)),
            priority: WebPushUrgency(of: content.alarm.stage).priority
        )
    }

    private func payload(of content: PushContent) throws -> [UInt8] {
        let words = content.alarm.words ?? PushWords(title: "Reveille", body: "")
        let build = { (alarm: AlarmPush) throws -> [UInt8] in
            try WebPushPayload(alarm, words: words, language: content.language, origin: relayOrigin).bytes
        }
        do {
            return try content.payload(build)
        } catch {
            var rest = content
            rest.alarm.message = nil
            return try rest.payload(build)
        }
    }
}
