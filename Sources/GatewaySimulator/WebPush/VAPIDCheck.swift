import AlarmCore
import Foundation
import Sealing

/// Checks the token by which a sender names itself to a push service (RFC 8292).
enum VAPIDCheck {
    private struct Header: Decodable {
        var typ: String
        var alg: String
    }

    private struct Claims: Decodable {
        var aud: String
        var exp: Int64
        var sub: String
    }

    /// The sender's public key in an `authorization` for `origin` at `now`.
    ///
    /// As strict as the strictest push service: no space behind the comma, a subject that can be reached, and an end
    /// within 24 hours.
    static func sender(
        authorization: String?,
        origin: String,
        at now: Instant
    ) throws(WebPushRejection) -> [UInt8] {
        guard let authorization else { throw WebPushRejection(401, "there is no authorization") }
        let fields = authorization.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 2, fields[0] == "vapid" else {
            throw WebPushRejection(401, "the authorization is not vapid t=…,k=…")
        }
        let parameters = fields[1].split(separator: ",", omittingEmptySubsequences: false)
        guard parameters.count == 2, parameters[0].hasPrefix("t="), parameters[1].hasPrefix("k=") else {
            throw WebPushRejection(401, "the authorization is not vapid t=…,k=…")
        }
        let parts = parameters[0].dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let key = Base64URL.decode(parameters[1].dropFirst(2)),
            let publicKey = try? ES256.PublicKey(x963: key),
            let header: Header = read(parts[0]), let claims: Claims = read(parts[1]),
            let signature = Base64URL.decode(parts[2]), signature.count == ES256.signatureByteCount
        else { throw WebPushRejection(403, "the token or its key cannot be read") }
        guard header.typ == "JWT", header.alg == "ES256" else { throw WebPushRejection(403, "the token is not ES256") }
        guard publicKey.isValid(signature, for: Array("\(parts[0]).\(parts[1])".utf8)) else {
            throw WebPushRejection(403, "the signature is not the key's")
        }
        guard claims.aud == origin else { throw WebPushRejection(403, "aud is not \(origin)") }
        guard claims.exp > now.seconds, claims.exp <= now.seconds + 86_400 else {
            throw WebPushRejection(403, "exp is past, or more than 24 hours ahead")
        }
        guard isSubject(claims.sub) else { throw WebPushRejection(403, "sub is no mailto: or https: address") }
        return key
    }

    /// Whether bytes are an uncompressed point of P-256.
    static func isPoint(_ bytes: [UInt8]) -> Bool {
        (try? ES256.PublicKey(x963: bytes)) != nil
    }

    private static func isSubject(_ text: String) -> Bool {
        (text.hasPrefix("mailto:") && text.contains("@") || text.hasPrefix("https://"))
            && !text.contains { " <>[]".contains($0) }
    }

    private static func read<Value: Decodable>(_ part: Substring) -> Value? {
        Base64URL.decode(part).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
    }
}
