/// What the channel is to do for a connection's state machine.
enum ConnectionAction: Hashable {
    /// Send SETTINGS that allow as many streams as the rules say now.
    case allowMoreStreams
    /// Send HEADERS, and DATA where the response has a body.
    case respond(stream: Int, GatewaySimulator.Response, messageID: String)
    /// Send RST_STREAM.
    case reset(stream: Int, code: UInt32)
    /// Come back with `resume(stream:)` after this many milliseconds.
    case wait(stream: Int, milliseconds: Int64)
    /// Send a GOAWAY with the highest stream there can be, and a PING; come back with `pingAnswered()`.
    case announceEnd
    /// Send GOAWAY with this last stream.
    case goAway(lastStream: Int, code: UInt32 = 0)
    /// Close the connection once all of the above is sent.
    case close
    /// End the connection as a network failure would: no GOAWAY, no end of TLS.
    case hangUp
    /// Send what is there, and then neither read nor write any more.
    case stall
    /// Send what is there and the end of TLS and of TCP, and go on reading.
    case closeOutput
    /// Go on writing, and read nothing any more.
    case closeInput
}
