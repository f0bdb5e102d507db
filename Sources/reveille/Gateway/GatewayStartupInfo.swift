import Foundation
import GatewaySimulator

/// What a person has to know about a gateway that has just been started.
struct GatewayBriefing {
    let host: String
    let port: Int
    let productionPort: Int?
    let control: String?
    let files: GatewayFiles
    let key: TeamKey
    let topics: [String]
    /// A device of the first topic, for the example.
    let token: String
    /// A provider token that is good for an hour, for the example.
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

    /// Where a client of this machine connects: its certificate has the loopback names.
    static func origin(_ host: String, _ port: Int) -> String {
        let isUsual = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"].contains(host)
        return "https://\(isUsual ? "localhost" : host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// A word as a shell takes it.
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
