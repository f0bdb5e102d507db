import FoundationEssentials

/// A message in Twilio's API, or a call, which is described in the same way.
package struct TwilioMessage: Hashable, Sendable {
    /// The status of a message.
    package enum Status: Hashable, Sendable {
        /// The message is on its way, at Twilio.
        case accepted, scheduled, queued, sending
        /// The message is with the carrier, which may or may not report more.
        case sent
        /// The message is on the telephone.
        case delivered
        /// The message was read, where the carrier reports that.
        case read
        /// The message did not arrive, and will not.
        case undelivered, failed, canceled
        /// An undocumented status.
        case unknown(String)
    }

    /// Twilio's identifier of the message.
    package let sid: String
    /// The status of the message.
    package let status: Status
    /// The error code of a message that did not arrive (as 30003: the telephone is off).
    package let errorCode: Int?
    /// The number of segments charged; nil while unknown.
    package let segments: Int?

    /// Whether the status is final: the message has arrived, or never will.
    package var isFinal: Bool {
        switch status {
        case .delivered, .read, .undelivered, .failed, .canceled: true
        case .accepted, .scheduled, .queued, .sending, .sent, .unknown: false
        }
    }

    /// Whether the message has not arrived and will not.
    package var hasFailed: Bool {
        switch status {
        case .undelivered, .failed, .canceled: true
        default: false
        }
    }

    /// What Twilio names in an answer.
    enum Subject: Hashable, Sendable {
        case message, call

        /// The beginnings of its identifiers.
        fileprivate var prefixes: [String] {
            switch self {
            case .message: ["SM", "MM"]
            case .call: ["CA"]
            }
        }
    }

    /// Parses an answer's body; nil if it is no message, or no call, of Twilio's.
    init?(_ body: [UInt8], about subject: Subject = .message) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(body)),
            subject.prefixes.contains(where: { TwilioConfiguration.isSID(wire.sid, $0) })
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
    /// Parses Twilio's name of a status.
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
