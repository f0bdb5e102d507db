import AlarmCore
import AlarmWire
import CurlClient
import Foundation
import Logging
import Sealing
import TestSupport

@testable import Delivery

/// A browser with keys of its own, and a channel that pushes to it.
struct WebPushFixture {
    let clock = TestClock()
    let browser: WebPushReceiverKeys
    let key: WebPushKey
    let log = CapturedLog()

    init() throws {
        browser = try WebPushReceiverKeys()
        guard let key = try Keyring.generate(at: clock.now).webPush else {
            preconditionFailure("a new keyring has no key for Web Push")
        }
        self.key = key
    }

    func channel(
        _ client: CurlClient,
        allowed: Set<String> = [],
        attemptTimeout: Span = .minutes(10)
    ) throws -> WebPushChannel {
        guard let origin = try? Origin("https://relay.example.org"),
            let subject = VAPIDSubject("mailto:ops@example.org")
        else { preconditionFailure("the names of the fixture are malformed") }
        return WebPushChannel(
            configuration: WebPushChannel.Configuration(
                relayOrigin: origin,
                subject: subject,
                allowed: allowed,
                certificateAuthorityFile: try TestCertificate.server.get().certificateFile,
                attemptTimeout: attemptTimeout
            ),
            key: key,
            client: client,
            logger: log.logger,
            now: { [clock] in clock.now }
        )
    }

    /// Where the browser is pushed to.
    func destination(_ endpoint: String) throws -> PushDestination {
        PushDestination(
            device: DeviceID(high: 1, low: 1),
            address: try DeviceAddress(
                WebPushSubscription(
                    endpoint: endpoint,
                    p256dh: browser.privateKey.publicKey.x963,
                    auth: browser.secret
                )
            ),
            registeredAt: clock.now
        )
    }

    /// A push about an alarm, to be sent within a minute.
    func content(
        _ stage: Stage = .ring,
        words: PushWords? = PushWords(title: "Alarm", body: "Somebody rings.")
    )
        -> PushContent
    {
        PushContent(
            id: DeliveryID(high: 7, low: 7),
            alarm: AlarmPush(
                stage: PushStage(stage),
                id: AlarmID(high: 3, low: 4),
                revision: 2,
                time: clock.now,
                words: words
            ),
            language: "zh-Hant",
            urgency: .timeSensitive,
            expiration: clock.now + .minutes(10),
            deadline: clock.now + .milliseconds(59_900)
        )
    }
}
