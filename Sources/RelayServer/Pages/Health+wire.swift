import AlarmCore
package import AlarmWire
package import Storage

extension BlindInterval: WireEncodable {
    package var json: JSONValue {
        .object(of: [
            "from": .string(from.iso8601),
            "until": .string(until.iso8601),
            "cause": .string(cause.rawValue),
        ])
    }
}
