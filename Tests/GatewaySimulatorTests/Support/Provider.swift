import AlarmCore
import GatewaySimulator
import Sealing

/// The sender's side of a provider token: signs one as a push server would.
struct Provider {
    var keyID: String
    var teamID: String
    var key: ES256.PrivateKey

    init(keyID: String, teamID: String, key: ES256.PrivateKey) {
        self.keyID = keyID
        self.teamID = teamID
        self.key = key
    }

    init(_ key: TeamKey) throws {
        let privateKey = try ES256.PrivateKey(pem: key.pem)
        self.init(keyID: key.keyID, teamID: key.teamID, key: privateKey)
    }

    /// The value of `authorization` for a token issued at `instant`.
    func authorization(at instant: Instant, algorithm: String = "ES256") throws -> String {
        let header = #"{"alg":"\#(algorithm)","kid":"\#(keyID)"}"#
        let claims = #"{"iss":"\#(teamID)","iat":\#(instant.seconds)}"#
        let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
        return "bearer \(signed).\(try key.sign(jwsSigningInput: signed))"
    }
}
