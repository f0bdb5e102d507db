internal import AlarmCore

extension Device {
    static let columnNames: ColumnNames = """
        id, person, platform, alarm_kit, critical_alerts, os, time_zone, locale, key_generation, sealed_key, registration,
        token_sealed, token_environment, token_topic, token_registered_at, since, unanswered
        """

    var columns: [any Column] {
        [
            id, person, platform, capabilities.alarmKit, capabilities.criticalAlerts, capabilities.os, timeZone, locale,
            keyGeneration, sealedKey, registration, token?.sealed, token?.environment, token?.topic,
            token?.registeredAt, since, unanswered,
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
            token: PushToken(reading: &reader),
            since: reader.next(),
            unanswered: reader.next()
        )
    }
}

extension Device.PushToken {
    /// Reads a token, or nil where all its columns are null.
    fileprivate init?(reading reader: inout RowReader) throws {
        let sealed: [UInt8]? = try reader.next()
        let environment: Device.PushEnvironment? = try reader.next()
        let topic: String? = try reader.next()
        let registeredAt: Instant? = try reader.next()
        guard let sealed, let environment, let topic, let registeredAt else { return nil }
        self.init(sealed: sealed, environment: environment, topic: topic, registeredAt: registeredAt)
    }
}
