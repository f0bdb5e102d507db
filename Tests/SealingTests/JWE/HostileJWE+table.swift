import AlarmCore
import Sealing

extension HostileJWE {
    static let table = headers + keyIDs + json + shapes + encodings + lengths + changes

    private static let headers: [HostileJWE] = [
        .header("no header names", #"{}"#, .unsupportedAlgorithm),
        .header("no alg", #"{"enc":"A256GCM"}"#, .unsupportedAlgorithm),
        .header("no enc", #"{"alg":"dir"}"#, .unsupportedEncryption),
        .header("alg none", #"{"alg":"none","enc":"A256GCM"}"#, .unsupportedAlgorithm),
        .header("alg RSA-OAEP", #"{"alg":"RSA-OAEP","enc":"A256GCM"}"#, .unsupportedAlgorithm),
        .header("alg A256KW", #"{"alg":"A256KW","enc":"A256GCM"}"#, .unsupportedAlgorithm),
        .header("alg in upper case", #"{"alg":"DIR","enc":"A256GCM"}"#, .unsupportedAlgorithm),
        .header("enc A128GCM", #"{"alg":"dir","enc":"A128GCM"}"#, .unsupportedEncryption),
        .header("enc A256CBC-HS512", #"{"alg":"dir","enc":"A256CBC-HS512"}"#, .unsupportedEncryption),
        .header("zip", #"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#, .unknownHeader("zip")),
        .header("crit", #"{"alg":"dir","enc":"A256GCM","crit":["exp"]}"#, .malformedHeader),
        .header("crit as text", #"{"alg":"dir","enc":"A256GCM","crit":"exp"}"#, .unknownHeader("crit")),
        .header("b64", #"{"alg":"dir","enc":"A256GCM","b64":false}"#, .malformedHeader),
        .header("b64 as text", #"{"alg":"dir","enc":"A256GCM","b64":"false"}"#, .unknownHeader("b64")),
        .header("epk", #"{"alg":"dir","enc":"A256GCM","epk":{"kty":"OKP"}}"#, .malformedHeader),
        .header("p2c", #"{"alg":"dir","enc":"A256GCM","p2c":1000000}"#, .malformedHeader),
        .header("p2s", #"{"alg":"dir","enc":"A256GCM","p2s":"AA"}"#, .unknownHeader("p2s")),
        .header("jku", #"{"alg":"dir","enc":"A256GCM","jku":"https://example.org"}"#, .unknownHeader("jku")),
        .header("an empty name", #"{"alg":"dir","enc":"A256GCM","":"x"}"#, .unknownHeader("")),
        .header("a name in upper case", #"{"Alg":"dir","enc":"A256GCM"}"#, .unknownHeader("Alg")),
        .header("alg twice", #"{"alg":"dir","alg":"dir","enc":"A256GCM"}"#, .duplicateHeader("alg")),
        .header("alg twice, none first", #"{"alg":"none","alg":"dir","enc":"A256GCM"}"#, .duplicateHeader("alg")),
        .header("kid twice", #"{"alg":"dir","enc":"A256GCM","kid":"a","kid":"b"}"#, .duplicateHeader("kid")),
        .header("an escaped name", #"{"\u0061lg":"dir","enc":"A256GCM"}"#, .malformedHeader),
        .header("an escaped second name", #"{"alg":"dir","\u0061lg":"dir","enc":"A256GCM"}"#, .malformedHeader),
    ]

    private static let keyIDs: [HostileJWE] = [
        .header("an empty kid", #"{"alg":"dir","enc":"A256GCM","kid":""}"#, .invalidKeyID),
        .header("a kid with a space", #"{"alg":"dir","enc":"A256GCM","kid":"a b"}"#, .invalidKeyID),
        .header("a kid with a line break", #"{"alg":"dir","enc":"A256GCM","kid":"a\nb"}"#, .invalidKeyID),
        .header("a kid with a NUL", #"{"alg":"dir","enc":"A256GCM","kid":"a\u0000"}"#, .invalidKeyID),
        .header("a kid beyond ASCII", #"{"alg":"dir","enc":"A256GCM","kid":"é"}"#, .invalidKeyID),
        .header(
            "a kid of 129 characters",
            #"{"alg":"dir","enc":"A256GCM","kid":"\#(String(repeating: "k", count: 129))"}"#,
            .invalidKeyID
        ),
        .header("kid a number", #"{"alg":"dir","enc":"A256GCM","kid":1}"#, .malformedHeader),
        .header("kid null", #"{"alg":"dir","enc":"A256GCM","kid":null}"#, .malformedHeader),
        .header("kid an array", #"{"alg":"dir","enc":"A256GCM","kid":["k"]}"#, .malformedHeader),
        .header("kid an object", #"{"alg":"dir","enc":"A256GCM","kid":{"k":"k"}}"#, .malformedHeader),
        .header("typ true", #"{"alg":"dir","enc":"A256GCM","typ":true}"#, .malformedHeader),
    ]

    private static let json: [HostileJWE] = [
        .header("an empty header", "", .malformedHeader),
        .header("a header of null", "null", .malformedHeader),
        .header("an array", #"["alg","dir"]"#, .malformedHeader),
        .header("nested arrays without end", String(repeating: "[", count: 4000), .malformedHeader),
        .header("nested objects without end", String(repeating: #"{"alg":"#, count: 700), .malformedHeader),
        .header("an object cut short", #"{"alg":"dir","enc":"A256GCM""#, .malformedHeader),
        .header("a string cut short", #"{"alg":"dir","enc":"A256GCM"#, .malformedHeader),
        .header("an escape cut short", #"{"alg":"dir","enc":"A256GCM\"#, .malformedHeader),
        .header("a trailing comma", #"{"alg":"dir","enc":"A256GCM",}"#, .malformedHeader),
        .header("a leading comma", #"{,"alg":"dir","enc":"A256GCM"}"#, .malformedHeader),
        .header("no comma", #"{"alg":"dir" "enc":"A256GCM"}"#, .malformedHeader),
        .header("single quotes", #"{'alg':'dir','enc':'A256GCM'}"#, .malformedHeader),
        .header("text after the object", #"{"alg":"dir","enc":"A256GCM"}x"#, .malformedHeader),
        .header("two objects", #"{"alg":"dir","enc":"A256GCM"}{}"#, .malformedHeader),
        .header("a comment", #"{"alg":"dir",/**/"enc":"A256GCM"}"#, .malformedHeader),
        .header("a byte order mark", "\u{FEFF}" + goodHeader, .malformedHeader),
        .header("a form feed for a space", "{\u{C}\"alg\":\"dir\",\"enc\":\"A256GCM\"}", .malformedHeader),
        .header("an unknown escape", #"{"alg":"dir","enc":"A256GCM","typ":"\x"}"#, .malformedHeader),
        .header("a short \\u", #"{"alg":"dir","enc":"A256GCM","typ":"\u12"}"#, .malformedHeader),
        .header("a signed \\u", #"{"alg":"dir","enc":"A256GCM","typ":"\u+123"}"#, .malformedHeader),
        .header("a lone high surrogate", #"{"alg":"dir","enc":"A256GCM","typ":"\ud83d"}"#, .malformedHeader),
        .header("a lone low surrogate", #"{"alg":"dir","enc":"A256GCM","typ":"\ude00"}"#, .malformedHeader),
        .header("two high surrogates", #"{"alg":"dir","enc":"A256GCM","typ":"\ud83d\ud83d"}"#, .malformedHeader),
        .header("a raw control character", "{\"alg\":\"dir\",\"enc\":\"A256GCM\",\"typ\":\"\u{1}\"}", .malformedHeader),
        .headerBytes("invalid UTF-8", Array(goodHeader.utf8.dropLast(2)) + [0xFF, 0x22, 0x7D], .malformedHeader),
        .headerBytes(
            "an overlong UTF-8 form",
            Array(goodHeader.utf8.dropLast(2)) + [0xC0, 0xAE, 0x22, 0x7D],
            .malformedHeader
        ),
        .headerBytes(
            "a surrogate in UTF-8",
            Array(goodHeader.utf8.dropLast(2)) + [0xED, 0xA0, 0x80, 0x22, 0x7D],
            .malformedHeader
        ),
    ]

    private static let shapes: [HostileJWE] = [
        .parts("an empty text", .notFiveParts) { $0 = [] },
        .parts("one part", .notFiveParts) { $0 = [$0[0]] },
        .parts("three parts, a JWS", .notFiveParts) { $0 = [$0[0], $0[3], $0[4]] },
        .parts("four parts", .notFiveParts) { $0.removeLast() },
        .parts("six parts", .notFiveParts) { $0.append("AAAA") },
        .parts("a trailing dot", .notFiveParts) { $0[4] += "." },
        .parts("a leading dot", .notFiveParts) { $0[0] = "." + $0[0] },
        .parts("dots without end", .notFiveParts) { $0 = [String](repeating: "", count: 4000) },
        .parts("an encrypted key", .encryptedKeyPresent) { $0[1] = "AAAA" },
        .parts("four dots alone", .malformedHeader) { $0 = ["", "", "", "", ""] },
        .parts("the JSON serialization", .notFiveParts) { $0 = [#"{"protected":"\#($0[0])"}"#] },
        .parts("longer than allowed", .tooLarge(limit: 8192)) { $0[3] = String(repeating: "A", count: 8192) },
    ]

    private static let encodings: [HostileJWE] = [
        .parts("a padded header", .notBase64URL(.protected)) { $0[0] += "=" },
        .parts("a padded tag", .notBase64URL(.tag)) { $0[4] += "==" },
        .parts("a non-canonical tag", .notBase64URL(.tag)) { $0[4] = String($0[4].dropLast()) + "B" },
        .parts("a non-canonical ciphertext", .notBase64URL(.ciphertext)) { $0[3] = "AAB" },
        .parts("a lone character", .notBase64URL(.ciphertext)) { $0[3] = "A" },
        .parts("the alphabet of plain base64", .notBase64URL(.iv)) { $0[2] = "++++////++++////" },
        .parts("a leading space", .notBase64URL(.protected)) { $0[0] = " " + $0[0] },
        .parts("a trailing line break", .notBase64URL(.tag)) { $0[4] += "\n" },
        .parts("a space inside", .notBase64URL(.iv)) {
            $0[2].insert(" ", at: $0[2].index($0[2].startIndex, offsetBy: 4))
        },
        .parts("a NUL inside", .notBase64URL(.ciphertext)) { $0[3] += "\0" },
        .parts("a letter beyond ASCII", .notBase64URL(.ciphertext)) { $0[3] = "éééé" },
    ]

    private static let lengths: [HostileJWE] = [
        .parts("no IV", .wrongLength(.iv)) { $0[2] = "" },
        .parts("an 11-byte IV", .wrongLength(.iv)) { $0[2] = Base64URL.encode([UInt8](repeating: 0, count: 11)) },
        .parts("a 16-byte IV", .wrongLength(.iv)) { $0[2] = Base64URL.encode([UInt8](repeating: 0, count: 16)) },
        .parts("no tag", .wrongLength(.tag)) { $0[4] = "" },
        .parts("a 4-byte tag", .wrongLength(.tag)) {
            $0[4] = Base64URL.encode((Base64URL.decode($0[4]) ?? []).prefix(4))
        },
        .parts("a 15-byte tag", .wrongLength(.tag)) {
            $0[4] = Base64URL.encode((Base64URL.decode($0[4]) ?? []).prefix(15))
        },
        .parts("a 17-byte tag", .wrongLength(.tag)) { $0[4] = Base64URL.encode((Base64URL.decode($0[4]) ?? []) + [0]) },
    ]

    private static let changes: [HostileJWE] = [
        .parts("another kid", .cannotOpen) {
            $0[0] = Base64URL.encode(goodHeader.replacing("kid\":\"k", with: "kid\":\"j").utf8)
        },
        .parts("the same header with a space", .cannotOpen) {
            $0[0] = Base64URL.encode(Array((goodHeader + " ").utf8))
        },
        .parts("a flipped bit in the IV", .cannotOpen) { $0[2] = flipped($0[2]) },
        .parts("a flipped bit in the ciphertext", .cannotOpen) { $0[3] = flipped($0[3]) },
        .parts("a flipped bit in the tag", .cannotOpen) { $0[4] = flipped($0[4]) },
        .parts("a ciphertext cut short", .cannotOpen) {
            $0[3] = Base64URL.encode((Base64URL.decode($0[3]) ?? []).dropLast())
        },
        .parts("no ciphertext", .cannotOpen) { $0[3] = "" },
    ]

    private static func flipped(_ part: String) -> String {
        var bytes = Base64URL.decode(part) ?? []
        bytes[0] ^= 1
        return Base64URL.encode(bytes)
    }
}
