package import AlarmCore
import FoundationEssentials
package import Sealing

/// The signed token that identifies the pushing team to APNs: a JWT (RFC 7519) signed with ES256.
package struct ProviderToken: Hashable, Sendable {
    private static let scheme = "bearer "

    /// The time of issue, in whole seconds.
    package let issuedAt: Instant
    /// The value of the `authorization` header.
    package let authorization: String

    /// Signs a token.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    package init(credentials: APNsCredentials, issuedAt: Instant) throws(SealingError) {
        let header = Self.header(credentials)
        let claims = Self.encoded(#"{"iss":"\#(credentials.teamID)","iat":\#(issuedAt.seconds)}"#)
        let signature = try credentials.key.sign(jwsSigningInput: "\(header).\(claims)")
        self.issuedAt = Instant(seconds: issuedAt.seconds)
        authorization = "\(Self.scheme)\(header).\(claims).\(signature)"
    }

    /// Parses a stored token; nil unless the key of `credentials` signed it for their team.
    package init?(compact: String, credentials: APNsCredentials) {
        let parts = compact.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == Self.header(credentials),
            credentials.key.publicKey.isValid(parts[2], forJWSSigningInput: "\(parts[0]).\(parts[1])"),
            let json = Base64URL.decode(parts[1]),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(json)),
            claims.iss == credentials.teamID
        else { return nil }
        issuedAt = Instant(seconds: claims.iat)
        authorization = Self.scheme + compact
    }

    /// The token alone, in its stored form.
    package var compact: String { String(authorization.dropFirst(Self.scheme.count)) }

    private struct Claims: Decodable {
        let iss: String
        let iat: Int64
    }

    private static func header(_ credentials: APNsCredentials) -> String {
        encoded(#"{"alg":"ES256","kid":"\#(credentials.keyID)"}"#)
    }

    private static func encoded(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }
}

extension ProviderToken: CustomStringConvertible, CustomReflectable {
    /// The time of issue: the token itself is never printed.
    package var description: String { "<provider token issued at \(issuedAt.seconds)>" }
    /// Empty: `dump` would otherwise show the signature.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
