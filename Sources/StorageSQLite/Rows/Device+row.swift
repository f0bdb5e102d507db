internal import AlarmCore

extension Device {
    static let columnNames: ColumnNames = """
        id, person, platform, alarm_kit, critical_alerts, os, time_zone, locale, key_generation, sealed_key, registration,
        address_sealed, address_registered_at, since, unanswered
        """

    var columns: [any Column] {
        [
            id, person, platform, capabilities.alarmKit, capabilities.criticalAlerts, capabilities.os, timeZone, locale,
            keyGeneration, sealedKey, registration, address?.sealed, address?.registeredAt, since, unanswered,
        ]
    }

    init(reading reader: inout RowReader) throws {
        try self.init(
            id: reader.next(),
            person: reader.next(),
            platform: reader.next(),
            capabilities: Capabilities(
                alarmKit: reader.next(),
                criticalAlerts: reader.next(),
                os: reader.next()
            ),
            timeZone: reader.next(),
            locale: reader.next(),
            keyGeneration: reader.next(),
            sealedKey: reader.next(),
            registration: reader.next(),
            address: SealedAddress(reading: &reader),
            since: reader.next(),
            unanswered: reader.next()
        )
    }
}

extension Device.SealedAddress {
    /// Reads an address, or nil where its columns are null.
    fileprivate init?(reading reader: inout RowReader) throws {
        let sealed: [UInt8]? = try reader.next()
        let registeredAt: Instant? = try reader.next()
        guard let sealed, let registeredAt else { return nil }
        self.init(sealed: sealed, registeredAt: registeredAt)
    }
}
