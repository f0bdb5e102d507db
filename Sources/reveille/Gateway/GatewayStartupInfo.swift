import Foundation
import GatewaySimulator

/// The start-up message of a gateway.
struct GatewayStartupInfo {
    let host: String
    let port: Int
    let productionPort: Int?
    let control: String?
    let files: GatewayFiles
    let key: TeamKey
    let topics: [String]
    /// A device of the first topic, for the example.
    let token: String
    /// A provider token for the example, valid for an hour.
    let authorization: String
    let seed: UInt64

    var lines: [String] {
        [
            "The push gateway simulator listens. Ctrl-C ends it.",
            "",
            "  sandbox     \(Self.origin(host, port))",
            productionPort.map { "  production  \(Self.origin(host, $0))" },
            control.map { "  control     http://\($0)  (docs/gateway.md)" },
            "  seed        \(seed)",
            "",
            "For a relay:",
            "",
            "  export REVEILLE_APNS_ENDPOINT=\(Self.origin(host, port))",
            "  export REVEILLE_APNS_CA_FILE=\(Self.quoted(files.authority.path))",
            "  export REVEILLE_APNS_KEY_FILE=\(Self.quoted(files.key.path))",
            "  export REVEILLE_APNS_KEY_ID=\(key.keyID)",
            "  export REVEILLE_APNS_TEAM_ID=\(key.teamID)",
            "  export REVEILLE_APNS_TOPIC=\(Self.quoted(topics[0]))",
            "",
            "A push to a device that exists, good for an hour:",
            "",
            "  curl --http2 --cacert \(Self.quoted(files.authority.path)) \\",
            "    --header 'apns-topic: \(topics[0])' --header 'apns-push-type: alert' \\",
            "    --header 'authorization: \(authorization)' \\",
            "    --data '{\"aps\":{\"alert\":\"Wake up\"}}' \(Self.origin(host, port))/3/device/\(token)",
            "",
        ].compactMap { $0 }
    }

    /// Returns the origin for clients on this machine: the certificate has the loopback names.
    static func origin(_ host: String, _ port: Int) -> String {
        let isDefault = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"].contains(host)
        return "https://\(isDefault ? "localhost" : host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Quotes a word for a shell where necessary.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { character in
            switch character {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: #"'\''"#))'"
    }
}
