import AlarmCore
import AlarmWire
import NIOCore
import Sealing

/// Prepares the bytes of alarm requests, so that nothing is sealed during the measurement.
struct SealedRequests {
    private let host: String
    private let couples: [(couple: StoredCouple, keys: RequestKeys)]
    private let messageKey: SymmetricKey
    private var next = 0

    /// Prepares to seal for these couples, in turn.
    init(host: String, couples: [StoredCouple]) throws {
        self.host = host
        self.couples = try couples.map { couple in
            (couple, try RequestKeys(deviceKey: SymmetricKey(bytes: couple.senderKey)))
        }
        messageKey = try SymmetricKey.random()
    }

    /// Seals the next `count` requests, each for a separate alarm a month ahead.
    mutating func make(_ count: Int, at now: Instant) throws -> [ByteBuffer] {
        try (0..<count).map { _ in
            defer { next += 1 }
            let (couple, keys) = couples[next % couples.count]
            return try seal(for: couple, keys, due: now + .days(30) + .seconds(Int64(next % 86_400)), at: now)
        }
    }

    private func seal(for couple: StoredCouple, _ keys: RequestKeys, due: Instant, at now: Instant) throws -> ByteBuffer
    {
        var generator = SystemRandomNumberGenerator()
        let id = AlarmID.timeOrdered(at: now, using: &generator)
        let words = MessagePlaintext(id: id, time: due, text: "Good morning! The train leaves at ten past seven.")
        let message = try CompactJWE.seal(PaddedMessage.pad(words.wire), with: messageKey, keyID: "AAAAAAAA")
        guard let message = SealedText(message) else { throw JWEError.notFiveParts }
        let request = AlarmRequest(
            id: id,
            partnerToken: couple.partnerToken,
            time: AlarmTime(due),
            message: message,
            timeZone: "Europe/Berlin"
        )
        let plaintext = RequestPlaintext(
            Endpoints.Alarms.set(request),
            issuedAt: now,
            id: .random(using: &generator)
        )
        let envelope = try CompactJWE.seal(plaintext.wire, with: keys.request, keyID: couple.keyID.description)
        return ByteBuffer(
            string: """
                POST \(plaintext.target) HTTP/1.1\r
                host: \(host)\r
                content-type: \(EnvelopeLimits.mediaType)\r
                content-length: \(envelope.utf8.count)\r
                \r
                \(envelope)
                """
        )
    }
}
