import AlarmCore
import AlarmWire

/// The response of `/version`.
struct VersionReport: Hashable, WireEncodable {
    var json: JSONValue { .object(of: ["version": .string(SoftwareVersion.text)]) }
}
