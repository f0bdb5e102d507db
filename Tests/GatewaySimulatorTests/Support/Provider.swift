import AlarmCore
import Crypto
import Foundation
import GatewaySimulator

/// The sender's side of a provider token: signs one as a push server would.
struct Provider {
    var keyID: String
    var teamID: String
    var key: P256.Signing.PrivateKey

    init(keyID: String, teamID: String, key: P256.Signing.PrivateKey) {
        self.keyID = keyID
        self.teamID = teamID
        self.key = key
    }

    init(_ key: TeamKey) throws {
        let privateKey = try P256.Signing.PrivateKey(pemRepresentation: key.pem)
        self.init(keyID: key.keyID, teamID: key.teamID, key: privateKey)
    }

    /// The value of `authorization` for a token issued at `instant`.
    func authorization(at instant: Instant, algorithm: String = "ES256") throws -> String {
        let header = #"{"alg":"\#(algorithm)","kid":"\#(keyID)"}"#
        let claims = #"{"iss":"\#(teamID)","iat":\#(instant.seconds)}"#
        let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return "bearer \(signed).\(Base64URL.encode(signature))"
    }
}
