package import AlarmWire
package import Engine

extension Check: WireEncodable {
    package var json: JSONValue {
        .object(of: [
            "name": .string(name.rawValue),
            "status": .string(status.rawValue),
            "detail": reason.map(JSONValue.string),
        ])
    }
}
