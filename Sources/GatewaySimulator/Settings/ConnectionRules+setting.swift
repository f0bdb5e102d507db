import AlarmWire
import StrictYAML

extension GatewaySimulator.ConnectionRules {
    private static let nothing = "none"

    /// Changes what `value` names, and leaves the rest.
    mutating func apply(_ value: YAMLValue) throws(YAMLError) {
        var object = try value.object("maximumStreams, holdStreamLimit, resetProtection")
        let streams = try object.optional("maximumStreams") { value throws(YAMLError) in
            try value.count(in: 0...Int(Int32.max))
        }
        let holds = try object.optional("holdStreamLimit") { value throws(YAMLError) in try value.flag() }
        let protection = object.value("resetProtection")
        try object.finish()
        if let protection { resetProtection = try Self.protection(protection) }
        maximumConcurrentStreams = streams ?? maximumConcurrentStreams
        holdsStreamLimit = holds ?? holdsStreamLimit
    }

    private static func protection(_ value: YAMLValue) throws(YAMLError) -> ResetProtection? {
        switch value.scalar {
        case nothing: return nil
        case "nio": return .nio
        case "nghttp2": return .nghttp2
        default:
            guard let count = try? value.count(in: 0...1_000_000) else {
                throw value.mismatch("one of \(nothing), nio and nghttp2, or a number of resets from 0 to 1000000")
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
