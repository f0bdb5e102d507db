package import AlarmCore
package import Sealing

/// The signed statement by which APNs knows the team that pushes: a JWT (RFC 7519) signed with ES256.
package struct ProviderToken: Hashable, Sendable {
    /// When it was made, in whole seconds.
    package let issuedAt: Instant
    /// The value of `authorization`.
    package let authorization: String

    /// Signs a token.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    package init(credentials: APNsCredentials, issuedAt: Instant) throws(SealingError) {
        let header = Self.encoded(#"{"alg":"ES256","kid":"\#(credentials.keyID)"}"#)
        let claims = Self.encoded(#"{"iss":"\#(credentials.teamID)","iat":\#(issuedAt.seconds)}"#)
        let signature = try credentials.key.sign(jwsSigningInput: "\(header).\(claims)")
        self.issuedAt = Instant(seconds: issuedAt.seconds)
        authorization = "bearer \(header).\(claims).\(signature)"
    }

    private static func encoded(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }
}

extension ProviderToken: CustomStringConvertible, CustomReflectable {
    /// When it was made: the token itself is never printed.
    package var description: String { "<provider token issued at \(issuedAt.seconds)>" }
    /// Nothing: `dump` would otherwise show the signature.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
