import AlarmCore
package import AlarmWire
package import Engine
package import Storage

extension HealthCheck: WireEncodable {
    package var json: JSONValue {
        .object(of: [
            "name": .string(name.rawValue),
            "status": .string(status.rawValue),
            "detail": reason.map(JSONValue.string),
        ])
    }
}

extension RelayNode: WireEncodable {
    /// Without its name: strangers need not know what the machine is called.
    package var json: JSONValue {
        .object(of: ["node": .string(id.shortName), "since": .string(startedAt.iso8601)])
    }
}

extension BlindInterval: WireEncodable {
    package var json: JSONValue {
        .object(of: [
            "from": .string(from.iso8601),
            "until": .string(until.iso8601),
            "cause": .string(cause.rawValue),
        ])
    }
}
