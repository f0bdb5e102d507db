import AlarmCore
import Sealing
import Testing

/// One JWE that must be refused, and the expected error.
struct HostileJWE: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable () throws -> [UInt8]
    let error: JWEError

    /// The common sealing key, so that each text has only the named fault.
    static func key() throws -> SymmetricKey { try testKey(0x42) }

    /// Properly sealed under `header`, whatever its bytes.
    static func header(_ name: String, _ header: String, _ error: JWEError) -> HostileJWE {
        headerBytes(name, Array(header.utf8), error)
    }

    /// Properly sealed under the header bytes `header`.
    static func headerBytes(_ name: String, _ header: [UInt8], _ error: JWEError) -> HostileJWE {
        HostileJWE(
            testDescription: name,
            text: { try Array(parts(header: header).joined(separator: ".").utf8) },
            error: error
        )
    }

    /// A good text whose five parts are changed by `change`.
    static func parts(
        _ name: String,
        _ error: JWEError,
        _ change: @escaping @Sendable (inout [String]) -> Void
    ) -> HostileJWE {
        HostileJWE(
            testDescription: name,
            text: {
                var parts = try parts(header: Array(goodHeader.utf8))
                change(&parts)
                return Array(parts.joined(separator: ".").utf8)
            },
            error: error
        )
    }

    static let goodHeader = #"{"alg":"dir","enc":"A256GCM","kid":"k"}"#

    private static func parts(header: [UInt8]) throws -> [String] {
        let protected = Base64URL.encode(header)
        let box = try AESGCM.seal(Array("{}".utf8), with: key(), authenticating: Array(protected.utf8))
        return [protected, "", Base64URL.encode(box.iv), Base64URL.encode(box.ciphertext), Base64URL.encode(box.tag)]
    }
}
