package import AlarmCore

extension Device {
    /// A reachable phone that registered `number` seconds after ``AlarmCore/Instant/sample``.
    package static func sample(
        _ number: Int = 1,
        person: PersonID = .sample(1),
        sealedKey: [UInt8] = [1, 2, 3],
        token: PushToken? = .sample,
        since: Instant? = nil
    ) -> Device {
        Device(
            id: .sample(number),
            person: person,
            platform: .apns,
            capabilities: Capabilities(alarmKit: true, criticalAlerts: false, os: "26.1"),
            timeZone: "Asia/Taipei",
            locale: "zh-Hant",
            keyGeneration: 1,
            sealedKey: sealedKey,
            registration: Array("registration of device \(number)".utf8),
            token: token,
            since: since ?? .sample + .seconds(Int64(number))
        )
    }
}

extension Device.PushToken {
    /// A token of the production environment.
    package static let sample = Device.PushToken(
        sealed: Array("sealed token".utf8),
        environment: .production,
        topic: "example.app",
        registeredAt: .sample
    )
}
