public import AlarmCore
import Crypto

/// A key with which a provider signs its tokens, as Apple's developer portal would issue it.
public struct TeamKey: Hashable, Sendable {
    /// The private key: PKCS#8 in PEM, the content of a `.p8` file.
    public let pem: String
    /// Identifier of the key, ten letters and digits: the token's `kid`.
    public let keyID: String
    /// Identifier of the team, ten letters and digits: the token's `iss`.
    public let teamID: String

    /// Wraps an existing key.
    public init(pem: String, keyID: String, teamID: String) {
        self.pem = pem
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Generates a key from the system's randomness.
    public init(keyID: String, teamID: String) {
        self.init(pem: P256.Signing.PrivateKey().pemRepresentation, keyID: keyID, teamID: teamID)
    }

    /// Returns the value of the header `authorization` for the hour after `instant`: a signed provider token.
    ///
    /// Meant for experiments with a client that cannot sign by itself.
    ///
    /// - Throws: An error of the cryptographic library if the PEM is not a P-256 private key.
    public func authorization(issuedAt instant: Instant) throws -> String {
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem)
        let header = #"{"alg":"ES256","kid":\#(JSONText.quoted(keyID))}"#
        let claims = #"{"iss":\#(JSONText.quoted(teamID)),"iat":\#(instant.seconds)}"#
        let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return "bearer \(signed).\(Base64URL.encode(signature))"
    }
}
