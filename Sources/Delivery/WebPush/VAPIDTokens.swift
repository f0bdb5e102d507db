import AlarmCore
import Sealing
import Synchronization

/// The tokens by which a relay names itself to push services, one for each origin (RFC 8292).
///
/// A token is made for an origin, is valid for 20 hours, and is used for 12 of them, so that a push service need not
/// check a new signature for every push, and a clock that is hours wrong still passes.
final class VAPIDTokens: Sendable {
    /// The age at which a token is replaced.
    static let age = Span.hours(12)
    /// The time for which a token is valid; a push service refuses more than 24 hours.
    static let validity = Span.hours(20)
    /// How far ahead of the clock a token's time may be, to allow for a clock that was corrected backwards.
    private static let clockTolerance = Span.minutes(1)
    /// The most origins whose tokens are kept, since people choose some of them.
    static let capacity = 256

    private struct Known {
        var authorization: String
        var issuedAt: Instant
    }

    private let key: ES256.PrivateKey
    private let subject: VAPIDSubject
    private let publicKey: String
    private let tokens = Mutex<[String: Known]>([:])

    init(key: ES256.PrivateKey, subject: VAPIDSubject) {
        self.key = key
        self.subject = subject
        publicKey = Base64URL.encode(key.publicKey.x963)
    }

    /// The number of tokens that are kept.
    var count: Int { tokens.withLock(\.count) }

    /// The value of `authorization` for a request to `origin`.
    ///
    /// - Throws: `SealingError.library` if OpenSSL cannot sign.
    func authorization(for origin: String, at now: Instant) throws(SealingError) -> String {
        let known = tokens.withLock { $0[origin] }
        if let known, Self.isUsable(known, at: now) { return known.authorization }
        let fresh = Known(authorization: try make(for: origin, at: now), issuedAt: now)
        tokens.withLock { tokens in
            if tokens[origin] == nil, tokens.count >= Self.capacity {
                let oldest = tokens.min { $0.value.issuedAt < $1.value.issuedAt }?.key
                if let oldest { tokens[oldest] = nil }
            }
            tokens[origin] = fresh
        }
        return fresh.authorization
    }

    private static func isUsable(_ token: Known, at now: Instant) -> Bool {
        let age = now - token.issuedAt
        return age < Self.age && age + clockTolerance >= .zero
    }

    /// The token and the public key, with no space after the comma, which some push services do not take.
    private func make(for origin: String, at now: Instant) throws(SealingError) -> String {
        let header = Base64URL.encode(#"{"typ":"JWT","alg":"ES256"}"#.utf8)
        let expiry = (now + Self.validity).seconds
        // Origin and subject consist of characters that JSON does not escape.
        let claims = Base64URL.encode(#"{"aud":"\#(origin)","exp":\#(expiry),"sub":"\#(subject)"}"#.utf8)
        let input = "\(header).\(claims)"
        return "vapid t=\(input).\(try key.sign(jwsSigningInput: input)),k=\(publicKey)"
    }
}
