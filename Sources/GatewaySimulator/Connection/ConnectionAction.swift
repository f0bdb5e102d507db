/// An instruction of a connection's state machine to its channel.
enum ConnectionAction: Hashable {
    /// Send SETTINGS with the number of streams that the rules now allow.
    case allowMoreStreams
    /// Send HEADERS, and DATA if the response has a body.
    case respond(stream: Int, GatewaySimulator.Response, messageID: String)
    /// Send RST_STREAM.
    case reset(stream: Int, code: UInt32)
    /// Call `resume(stream:)` after this many milliseconds.
    case wait(stream: Int, milliseconds: Int64)
    /// Send a GOAWAY with the highest stream there can be, and a PING; call `pingAnswered()` after its answer.
    case announceEnd
    /// Send GOAWAY with this last stream.
    case goAway(lastStream: Int, code: UInt32 = 0)
    /// Close the connection once everything before this is sent.
    case close
    /// End the connection as a network failure would: without GOAWAY or close_notify.
    case hangUp
    /// Send what is buffered, and then neither read nor write any more.
    case stall
    /// Send what is buffered and the end of TLS and of TCP, and go on reading.
    case closeOutput
    /// Go on writing, but read nothing any more.
    case closeInput
}

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
