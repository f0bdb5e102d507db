/// What the gateway's owner asks of open connections; travels through their pipelines as a user event.
enum ConnectionCommand: Hashable, Sendable {
    /// The number of streams that they may have has changed.
    case applyStreamLimit
    /// They are to end with a GOAWAY.
    case goAway(GatewaySimulator.Behavior.GoAwayRule.Kind)
    /// They are to stand still.
    case stall
}

/// More RST_STREAM frames came on a connection than its rules allow; a user event from its gate.
struct ResetFlood {}
