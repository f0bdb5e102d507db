/// A way to people without the app, as a scenario has it: a mail server, or a provider of text messages.
package enum PostService: String, CaseIterable, Hashable, Sendable {
    /// A mail server, aiosmtpd.
    case mail
    /// What answers like Twilio's API.
    case sms

    /// Its lane in a timeline.
    var lane: Timeline.Lane { self == .mail ? .mail : .sms }
}

/// What happens to such a service.
package enum PostEvent: String, CaseIterable, Hashable, Sendable {
    /// Nothing listens at its address any more.
    case down
    /// It listens again.
    case up
    /// It answers everything that it cannot do that now: 451, or 503.
    case fails
    /// It is in good health again.
    case recovers
}

/// A letter or a text message that a service took.
struct PostMessage: Hashable, Sendable, Decodable {
    /// The address, or the number.
    var to: String
    /// The subject; empty in a text message.
    var subject: String
    /// The plain text.
    var text: String

    /// The first address in it whose path is `path`; what follows it may stand close, as in Chinese.
    func link(to path: String) -> String? {
        let addresses = text.ranges(of: "http").map { text[$0.lowerBound...].prefix { $0.isASCII && !$0.isWhitespace } }
        return addresses.first { $0.contains(path + "?") }.map(String.init)
    }
}
