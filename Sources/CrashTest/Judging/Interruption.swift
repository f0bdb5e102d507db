import AlarmCore

/// A time in which one relay of several, or every one, could not record what became of its pushes.
package struct Interruption: Sendable {
    /// What kept the relay from recording.
    package enum Kind: Sendable {
        /// The process stood still (SIGSTOP).
        case stopped
        /// The process ran, and the database was out of its reach.
        case severed
    }

    /// How long before the beginning a push may have been sent whose outcome was not recorded any more.
    ///
    /// 5 s, as long as a relay waits for its database before it reports a failure.
    static let recording = Span.seconds(5)

    /// How long after a relay goes on a push may arrive that it had begun to send before it was stopped.
    ///
    /// 1 s. Nobody can call such a push back: it has passed the last check, and is in the hands of libcurl.
    static let takeOff = Span.seconds(1)

    let kind: Kind
    /// The node; nil for all of them.
    let node: Int?
    let start: Instant
    /// The end; nil as long as it lasts.
    var end: Instant?

    /// Whether it befell this node.
    func concerns(_ number: Int) -> Bool { node == nil || node == number }

    /// Whether it left the outcome of a push unknown that arrived at `sent`, before `instant`.
    func leftOpen(sentAt sent: Instant, before instant: Instant) -> Bool {
        start <= instant && start <= sent + Self.recording && end.map { $0 >= sent } ?? true
    }

    /// Whether a push that arrived at `instant` may have been under way when the process was stopped.
    func released(at instant: Instant) -> Bool {
        kind == .stopped && start <= instant && end.map { instant <= $0 + Self.takeOff } ?? true
    }
}
