package import AlarmCore

/// How the nodes of a shared store watch one another.
package struct NodeTiming: Hashable, Sendable {
    /// The time between two heartbeats, and between two looks for nodes that have died.
    ///
    /// 1 s.
    package var heartbeat: Span
    /// The time without a heartbeat after which a node counts as dead.
    ///
    /// 4 s: with ``heartbeat`` it is the longest that deliveries of a dead node wait, 5 s, and three heartbeats in a row
    /// may be lost.
    package var silence: Span

    package init(heartbeat: Span = .seconds(1), silence: Span = .seconds(4)) {
        self.heartbeat = heartbeat
        self.silence = silence
    }

    /// The time after a heartbeat from which a node sends nothing that it has leased.
    ///
    /// 3.5 s, half a heartbeat before others may take over, as clocks differ and sending takes time.
    var trust: Span { silence + -.milliseconds(heartbeat.milliseconds / 2) }

    /// The time after a heartbeat from which the next one is late: 2 s, two heartbeats.
    var lateness: Span { .milliseconds(2 * heartbeat.milliseconds) }
}
