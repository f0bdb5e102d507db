import Delivery

/// Groups what a gateway, or the way to it, says of a push that is tried again, so that a label has few values.
enum RetryReason {
    /// What is none of the known ones.
    static let other = "other"
    /// Every label but ``other``.
    static let known: [String] =
        APNsRejection.documented.map(\.key) + [notListening, registeredSince, http] + failures.map(\.label)

    private static let notListening = "not listening"
    private static let registeredSince = "registered since"
    private static let http = "HTTP status"
    /// How the client's errors begin, and what they count as.
    private static let failures = [
        (prefix: "no connection", label: "unreachable"),
        (prefix: "the host's name has no address", label: "unresolved"),
        (prefix: "the connection is not secure", label: "untrusted"), (prefix: "timed out", label: "timed out"),
        (prefix: "the connection stalled", label: "stalled"), (prefix: "the connection failed", label: "interrupted"),
        (prefix: "the peer refused", label: "refused unprocessed"), (prefix: "out of resources", label: "exhausted"),
        (prefix: "no provider token", label: "no provider token"),
    ]
    private static let exact = Set(APNsRejection.documented.map(\.key) + [notListening])

    /// The label of a reason.
    static func label(of reason: String) -> String {
        if exact.contains(reason) { return reason }
        if reason.hasSuffix(registeredSince) { return registeredSince }
        if reason.hasPrefix("HTTP ") { return http }
        return failures.first { reason.hasPrefix($0.prefix) }?.label ?? other
    }

    /// Whether a retry for this reason means that no push can get through, rather than this one.
    static func concernsTheGateway(_ reason: String) -> Bool {
        let label = label(of: reason)
        return label != notListening && label != registeredSince && label != "TooManyRequests"
    }
}
