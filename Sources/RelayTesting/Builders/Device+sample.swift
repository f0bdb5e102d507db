package import AlarmCore

extension Device {
    /// A reachable phone that registered `number` seconds after ``AlarmCore/Instant/sample``.
    package static func sample(
        _ number: Int = 1,
        person: PersonID = .sample(1),
        sealedKey: [UInt8] = [1, 2, 3],
        address: SealedAddress? = .sample,
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
            address: address,
            since: since ?? .sample + .seconds(Int64(number))
        )
    }
}

extension Device.SealedAddress {
    /// An address that nobody can open.
    package static let sample = Device.SealedAddress(sealed: Array("sealed address".utf8), registeredAt: .sample)
}
