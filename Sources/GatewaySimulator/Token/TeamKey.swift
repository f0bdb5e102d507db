public import AlarmCore
import Sealing

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
    ///
    /// - Throws: An error of the cryptographic library if it cannot make a key.
    public init(keyID: String, teamID: String) throws {
        self.init(pem: try ES256.PrivateKey().pem(), keyID: keyID, teamID: teamID)
    }

    /// Returns the value of the header `authorization` for the hour after `instant`: a signed provider token.
    ///
    /// Meant for experiments with a client that cannot sign by itself.
    ///
    /// - Throws: An error of the cryptographic library if the PEM is not a P-256 private key.
    public func authorization(issuedAt instant: Instant) throws -> String {
        let key = try ES256.PrivateKey(pem: pem)
        let header = #"{"alg":"ES256","kid":\#(JSONText.quoted(keyID))}"#
        let claims = #"{"iss":\#(JSONText.quoted(teamID)),"iat":\#(instant.seconds)}"#
        let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
        return "bearer \(signed).\(try key.sign(jwsSigningInput: signed))"
    }
}
