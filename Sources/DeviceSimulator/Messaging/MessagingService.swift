/// A service by which a scenario's relay reaches people without the app: a mail server or an SMS provider.
package enum MessagingService: String, CaseIterable, Hashable, Sendable {
    /// A mail server, aiosmtpd.
    case mail
    /// An imitation of Twilio's API.
    case sms

    /// Lane of the service in a timeline.
    var lane: Timeline.Lane { self == .mail ? .mail : .sms }
}

/// A fault of a service, or its end.
package enum MessagingServiceEvent: String, CaseIterable, Hashable, Sendable {
    /// The service stops listening.
    case down
    /// The service listens again.
    case up
    /// The service answers every request with a temporary error: 451, or 503.
    case fails
    /// The service works normally again.
    case recovers
}

/// A letter, a text message or a call that a service accepted.
struct ContactMessage: Hashable, Sendable, Decodable {
    /// The recipient's e-mail address or telephone number.
    var to: String
    /// Subject; empty in a text message.
    var subject: String
    /// Plain text of the message, or what was said in a call.
    var text: String
    /// Whether it was a call; nil for a message.
    var isCall: Bool?

    /// Returns the first URL in the text with this path; text may follow it without a space, as in Chinese.
    func link(to path: String) -> String? {
        let addresses = text.ranges(of: "http").map { text[$0.lowerBound...].prefix { $0.isASCII && !$0.isWhitespace } }
        return addresses.first { $0.contains(path + "?") }.map(String.init)
    }
}
