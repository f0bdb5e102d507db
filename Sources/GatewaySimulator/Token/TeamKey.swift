public import AlarmCore
import Crypto

/// A key with which a provider signs its tokens, as Apple's developer portal would hand it out.
public struct TeamKey: Hashable, Sendable {
    /// The private key: PKCS#8 in PEM, what a `.p8` file holds.
    public let pem: String
    /// The key's name, ten letters and digits: the token's `kid`.
    public let keyID: String
    /// The team's name, ten letters and digits: the token's `iss`.
    public let teamID: String

    /// Takes a key that exists already.
    public init(pem: String, keyID: String, teamID: String) {
        self.pem = pem
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Makes a key, from the system's randomness.
    public init(keyID: String, teamID: String) {
        self.init(pem: P256.Signing.PrivateKey().pemRepresentation, keyID: keyID, teamID: teamID)
    }

    /// The value of the header `authorization` for the hour that follows `instant`: a signed provider token.
    ///
    /// For trying things out with a client that cannot sign by itself.
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
