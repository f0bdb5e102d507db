public import AlarmCore

extension Device.Capabilities: WireMessage {
    /// Reads the members of the JSON object.
    public init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            alarmKit: try object.bool("alarmKit"),
            criticalAlerts: try object.bool("criticalAlerts"),
            os: try object.string("os", bytes: 0...32)
        )
    }

    /// The JSON object.
    public var json: JSONValue {
        .object(of: ["alarmKit": .bool(alarmKit), "criticalAlerts": .bool(criticalAlerts), "os": .string(os)])
    }
}
