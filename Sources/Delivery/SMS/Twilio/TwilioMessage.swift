import FoundationEssentials

/// A message as Twilio knows it.
package struct TwilioMessage: Hashable, Sendable {
    /// How far a message has come.
    package enum Status: Hashable, Sendable {
        /// On its way, at Twilio.
        case accepted, scheduled, queued, sending
        /// With the carrier, who may say more or not.
        case sent
        /// On the telephone.
        case delivered
        /// Seen, where the carrier tells.
        case read
        /// It did not arrive, and will not.
        case undelivered, failed, canceled
        /// A word that is not documented.
        case unknown(String)
    }

    /// Twilio's name for it.
    package let sid: String
    /// How far it has come.
    package let status: Status
    /// Why it did not arrive, where it did not (as 30003: the telephone is off).
    package let errorCode: Int?
    /// How many segments are paid for; nil while that is not known.
    package let segments: Int?

    /// Whether nothing more will become of it: it has arrived, or never will.
    package var isFinal: Bool {
        switch status {
        case .delivered, .read, .undelivered, .failed, .canceled: true
        case .accepted, .scheduled, .queued, .sending, .sent, .unknown: false
        }
    }

    /// Whether it has not arrived and will not.
    package var hasFailed: Bool {
        switch status {
        case .undelivered, .failed, .canceled: true
        default: false
        }
    }

    /// Reads an answer's body; nil if that is no message of Twilio's.
    init?(_ body: [UInt8]) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(body)),
            TwilioConfiguration.isSID(wire.sid, "SM") || TwilioConfiguration.isSID(wire.sid, "MM")
        else { return nil }
        sid = wire.sid
        status = Status(word: wire.status)
        errorCode = wire.errorCode
        segments = wire.segments.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    private struct Wire: Decodable {
        let sid: String
        let status: String
        let errorCode: Int?
        let segments: String?

        enum CodingKeys: String, CodingKey {
            case sid, status
            case errorCode = "error_code"
            case segments = "num_segments"
        }
    }
}

extension TwilioMessage.Status {
    /// Reads Twilio's word.
    init(word: String) {
        self =
            switch word {
            case "accepted": .accepted
            case "scheduled": .scheduled
            case "queued": .queued
            case "sending": .sending
            case "sent": .sent
            case "delivered": .delivered
            case "read": .read
            case "undelivered": .undelivered
            case "failed": .failed
            case "canceled": .canceled
            default: .unknown(String(word.prefix(40)))
            }
    }
}
