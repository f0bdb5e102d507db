package import AlarmCore
import FoundationEssentials
package import Sealing

/// The signed statement by which APNs knows the team that pushes: a JWT (RFC 7519) signed with ES256.
package struct ProviderToken: Hashable, Sendable {
    private static let scheme = "bearer "

    /// When it was made, in whole seconds.
    package let issuedAt: Instant
    /// The value of `authorization`.
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

    /// Takes a token that was kept; nil unless the key of `credentials` signed it for their team.
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

    /// The token alone, in the form in which it is kept.
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
    /// When it was made: the token itself is never printed.
    package var description: String { "<provider token issued at \(issuedAt.seconds)>" }
    /// Nothing: `dump` would otherwise show the signature.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
