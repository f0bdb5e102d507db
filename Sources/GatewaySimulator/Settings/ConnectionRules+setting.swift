import AlarmWire

extension GatewaySimulator.ConnectionRules {
    private static let nothing = "none"

    /// Changes what `reader` names, and leaves the rest.
    mutating func apply(_ reader: SettingReader) throws(SettingError) {
        var object = try SettingObject(reader, expected: "maximumStreams, holdStreamLimit, resetProtection")
        let streams = try object.optional("maximumStreams") { reader throws(SettingError) in
            try reader.integer(in: 0...Int(Int32.max))
        }
        let holds = try object.optional("holdStreamLimit") { reader throws(SettingError) in try reader.flag() }
        let protection = object.value("resetProtection")
        try object.finish()
        if let protection { resetProtection = try Self.protection(protection) }
        maximumConcurrentStreams = streams ?? maximumConcurrentStreams
        holdsStreamLimit = holds ?? holdsStreamLimit
    }

    private static func protection(_ reader: SettingReader) throws(SettingError) -> ResetProtection? {
        switch reader.scalar {
        case nothing: return nil
        case "nio": return .nio
        case "nghttp2": return .nghttp2
        default:
            guard let count = try? reader.integer(in: 0...1_000_000) else {
                throw reader.mismatch("one of \(nothing), nio and nghttp2, or a number of resets from 0 to 1000000")
            }
            return .limit(count)
        }
    }

    var setting: JSONValue {
        let protection: JSONValue =
            switch resetProtection {
            case nil: .string(Self.nothing)
            case .nio: "nio"
            case .nghttp2: "nghttp2"
            case .limit(let count): .integer(count)
            }
        return .object(of: [
            "maximumStreams": .integer(maximumConcurrentStreams),
            "holdStreamLimit": .bool(holdsStreamLimit),
            "resetProtection": protection,
        ])
    }
}
