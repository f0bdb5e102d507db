import AlarmCore
import Foundation
import Sealing

/// The `authorization` of a request: a JSON Web Token signed with ES256 by a team's key (RFC 7519, RFC 7515).
struct ReceivedProviderToken {
    /// The token's claims, valid once its signature is verified.
    struct Claims: Hashable {
        var keyID: String
        var teamID: String
        var issuedAt: Instant
        var environments: Set<GatewaySimulator.Environment>
    }

    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    private struct Body: Decodable {
        var iss: String
        var iat: Int64
    }

    private let header: Header
    private let body: Body
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Maximum length of a token that is examined; a real one has some 200 characters.
    private static let lengthLimit = 4096

    /// Returns the compact token after `bearer` (in any case: RFC 9110, section 11.1), else nil.
    static func compact(fromAuthorization value: String) -> Substring? {
        guard let space = value.firstIndex(of: " "), value[..<space].lowercased() == "bearer" else { return nil }
        return value[value.index(after: space)...]
    }

    /// Reads a compact token without verifying it, else nil.
    init?(compact: some StringProtocol) {
        guard compact.utf8.count <= Self.lengthLimit else { return nil }
        let parts = compact.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3,
            let headerBytes = Base64URL.decode(utf8: parts[0]),
            let bodyBytes = Base64URL.decode(utf8: parts[1]),
            let signature = Base64URL.decode(utf8: parts[2]),
            let header = try? JSONDecoder().decode(Header.self, from: Data(headerBytes)),
            let body = try? JSONDecoder().decode(Body.self, from: Data(bodyBytes)),
            signature.count == ES256.signatureByteCount,
            header.alg == "ES256"
        else { return nil }
        self.header = header
        self.body = body
        self.signature = signature
        signed = Array(compact.utf8.prefix(parts[0].count + 1 + parts[1].count))
    }

    /// Returns the claims if a key of `ring` signed them for its own team, else nil.
    func verified(by ring: TeamKeys) -> Claims? {
        guard let entry = ring[header.kid],
            entry.teamID == body.iss,
            entry.publicKey.isValid(signature, for: signed)
        else { return nil }
        return Claims(
            keyID: header.kid,
            teamID: body.iss,
            issuedAt: Instant(seconds: body.iat),
            environments: entry.environments
        )
    }
}
