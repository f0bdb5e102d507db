import AlarmCore
import AlarmWire
import Logging
import Sealing

@testable import Delivery

extension DeviceToken {
    static let example = hexadecimal(String(repeating: "a1b2", count: 16))

    static func hexadecimal(_ text: String) -> DeviceToken {
        guard let token = DeviceToken(hex: text) else { preconditionFailure("\(text) is not hexadecimal") }
        return token
    }
}

extension RenderedPush {
    static func example(
        token: DeviceToken = .example,
        environment: PushRegistration.Environment = .sandbox,
        topic: String = "com.example.app",
        registeredAt: Instant = Instant(seconds: 1_767_000_000),
        id: DeliveryID = DeliveryID(high: 0x0123_4567_89AB_5DEF, low: 0x8123_4567_89AB_CDEF),
        deadline: Instant = Instant(seconds: 1_767_225_660)
    ) -> RenderedPush {
        RenderedPush(
            destination: PushDestination(
                device: DeviceID(high: 1, low: 1),
                address: .apns(APNsAddress(token: token, environment: environment, topic: topic)),
                registeredAt: registeredAt
            ),
            origin: environment.origin,
            id: id,
            collapseID: "alarm.ring",
            body: .bytes(Array(#"{"aps":{"alert":"x"}}"#.utf8)),
            expiration: Instant(seconds: 1_767_226_000),
            deadline: deadline
        )
    }

    /// The APNs address of the push.
    var address: APNsAddress {
        guard let address = destination.address.apns else { preconditionFailure("\(destination) is not in APNs") }
        return address
    }

    /// The push token of the destination.
    var token: DeviceToken {
        get { address.token }
        set {
            var address = address
            address.token = newValue
            destination.address = .apns(address)
        }
    }
}

extension APNsCredentials {
    static func made() throws -> APNsCredentials {
        try APNsCredentials(key: ES256.PrivateKey(), keyID: "ABCDE12345", teamID: "TEAM567890")
    }
}

extension ProviderTokenSource {
    static func made(_ clock: TestClock) throws -> ProviderTokenSource { .made(try .made(), clock) }

    static func made(
        _ credentials: APNsCredentials,
        _ clock: TestClock,
        store: (any ProviderTokenStore)? = nil
    ) -> ProviderTokenSource {
        ProviderTokenSource(
            credentials: credentials,
            store: store,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            now: { clock.now }
        )
    }
}
