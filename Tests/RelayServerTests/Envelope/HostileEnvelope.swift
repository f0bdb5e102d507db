import AlarmCore
import AlarmWire
import Sealing
import Testing

/// An envelope that must not open, made from a good one by one change.
struct HostileEnvelope: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let make: @Sendable (_ good: [String], _ header: String, TestDevice) throws -> String

    /// The altered text of a good envelope from `device` around `plaintext`.
    func text(from device: TestDevice, around plaintext: [UInt8]) throws -> String {
        let good = try CompactJWE.seal(plaintext, with: device.key, keyID: device.keyID)
        let parts = good.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let header = String(decoding: Base64URL.decode(parts[0]) ?? [], as: UTF8.self)
        return try make(parts, header, device)
    }

    /// Changes the five parts.
    static func parts(_ name: String, _ change: @escaping @Sendable (inout [String]) -> Void) -> HostileEnvelope {
        HostileEnvelope(testDescription: name) { good, _, _ in
            var parts = good
            change(&parts)
            return parts.joined(separator: ".")
        }
    }

    /// Changes the header and seals under the changed header, so that only the header can be at fault.
    static func header(_ name: String, _ change: @escaping @Sendable (String) -> String) -> HostileEnvelope {
        HostileEnvelope(testDescription: name) { _, header, device in
            let protected = Base64URL.encode(Array(change(header).utf8))
            let box = try AESGCM.seal([], with: device.key, authenticating: Array(protected.utf8))
            let rest = [box.iv, box.ciphertext, box.tag].map { Base64URL.encode($0) }.joined(separator: ".")
            return "\(protected)..\(rest)"
        }
    }

    /// Replaces the key identifier in the header.
    static func keyID(_ name: String, _ keyID: @escaping @Sendable (TestDevice) -> String) -> HostileEnvelope {
        HostileEnvelope(testDescription: name) { _, _, device in
            try CompactJWE.seal([], with: device.key, keyID: keyID(device))
        }
    }
}

extension HostileEnvelope {
    static let table = shapes + encodings + headers + keyIDs + changes

    private static let shapes: [HostileEnvelope] = [
        .parts("nothing") { $0 = [] },
        .parts("one part") { $0 = [$0[0]] },
        .parts("three parts") { $0 = [$0[0], $0[3], $0[4]] },
        .parts("four parts") { $0.removeLast() },
        .parts("six parts") { $0.append("AAAA") },
        .parts("only dots") { $0 = ["", "", "", "", ""] },
        .parts("thousands of dots") { $0 = [String](repeating: "", count: 4000) },
        .parts("an encrypted key") { $0[1] = "AAAA" },
        .parts("the JSON serialisation") { $0 = [#"{"protected":"\#($0[0])"}"#] },
        .parts("a trailing dot") { $0[4] += "." },
    ]

    private static let encodings: [HostileEnvelope] = [
        .parts("a padded header") { $0[0] += "=" },
        .parts("a padded tag") { $0[4] += "==" },
        .parts("a tail that is not canonical") { $0[4] = String($0[4].dropLast()) + "B" },
        .parts("the alphabet of plain base64") { $0[2] = "++++////++++////" },
        .parts("a space inside") { $0[3].insert(" ", at: $0[3].startIndex) },
        .parts("a letter beyond ASCII") { $0[3] = "éééé" },
        .parts("no IV") { $0[2] = "" },
        .parts("an IV of 11 bytes") { $0[2] = Base64URL.encode([UInt8](repeating: 0, count: 11)) },
        .parts("an IV of 16 bytes") { $0[2] = Base64URL.encode([UInt8](repeating: 0, count: 16)) },
        .parts("no tag") { $0[4] = "" },
        .parts("a tag of 4 bytes") { $0[4] = Base64URL.encode((Base64URL.decode($0[4]) ?? []).prefix(4)) },
        .parts("a tag of 17 bytes") { $0[4] = Base64URL.encode((Base64URL.decode($0[4]) ?? []) + [0]) },
    ]

    private static let headers: [HostileEnvelope] = [
        .header("no kid") { _ in #"{"alg":"dir","enc":"A256GCM"}"# },
        .header("alg none") { $0.replacing("dir", with: "none") },
        .header("alg in capitals") { $0.replacing("dir", with: "DIR") },
        .header("alg A256KW") { $0.replacing("dir", with: "A256KW") },
        .header("enc A128GCM") { $0.replacing("A256GCM", with: "A128GCM") },
        .header("no alg") { $0.replacing(#""alg":"dir","#, with: "") },
        .header("zip") { $0.replacing("}", with: #","zip":"DEF"}"#) },
        .header("crit") { $0.replacing("}", with: #","crit":["exp"]}"#) },
        .header("epk") { $0.replacing("}", with: #","epk":{}}"#) },
        .header("p2c") { $0.replacing("}", with: #","p2c":1000000}"#) },
        .header("jku") { $0.replacing("}", with: #","jku":"https://example.org"}"#) },
        .header("alg twice") { $0.replacing("{", with: #"{"alg":"dir","#) },
        .header("kid twice") { $0.replacing("}", with: #","kid":"x"}"#) },
        .header("an escaped name") { $0.replacing(#""alg""#, with: #""\u0061lg""#) },
        .header("an array") { "[\($0)]" },
        .header("text after the object") { $0 + "x" },
        .header("nothing") { _ in "" },
        .header("brackets without end") { _ in String(repeating: "[", count: 2000) },
    ]

    private static let keyIDs: [HostileEnvelope] = [
        .keyID("a device that does not exist") { _ in "AAAAAAAAAAAAAAAAAAAAAA.0" },
        .keyID("a key that is not the device's newest") { "\($0.id).1" },
        .keyID("no number of the key") { "\($0.id)" },
        .keyID("a leading zero") { "\($0.id).00" },
        .keyID("a sign") { "\($0.id).+0" },
        .keyID("a number beyond all bounds") { "\($0.id).99999999999999999999" },
        .keyID("a device's name that is not canonical") { "\(String($0.id.description.dropLast()))B.0" },
        .keyID("a device's name in padded base64") { "\($0.id)==.0" },
        .keyID("SQL") { _ in "'OR'1'='1.0" },
    ]

    private static let changes: [HostileEnvelope] = [
        .parts("another bit in the IV") { $0[2] = flipped($0[2]) },
        .parts("another bit in the ciphertext") { $0[3] = flipped($0[3]) },
        .parts("another bit in the tag") { $0[4] = flipped($0[4]) },
        .parts("a ciphertext cut short") { $0[3] = Base64URL.encode((Base64URL.decode($0[3]) ?? []).dropLast()) },
        .parts("no ciphertext") { $0[3] = "" },
        .parts("the same header with a space") {
            $0[0] = Base64URL.encode((Base64URL.decode($0[0]) ?? []) + [0x20])
        },
        HostileEnvelope(testDescription: "another device's key") { _, _, device in
            try CompactJWE.seal([], with: SymmetricKey(bytes: [UInt8](repeating: 7, count: 32)), keyID: device.keyID)
        },
    ]

    private static func flipped(_ part: String) -> String {
        var bytes = Base64URL.decode(part) ?? []
        if !bytes.isEmpty { bytes[0] ^= 1 }
        return Base64URL.encode(bytes)
    }
}
