extension GatewaySimulator.Behavior {
    /// Something that befalls some of the requests in place of their acceptance.
    public struct Fault: Hashable, Sendable {
        /// What the sender gets to see.
        public var answer: Answer
        /// Which of the requests it befalls.
        public var portion: Portion
        /// Whether the push reaches its device although the sender does not learn so.
        ///
        /// It makes the case in which a retry doubles a push.
        public var delivers: Bool

        /// Makes a fault.
        public init(answer: Answer, portion: Portion = .all, delivers: Bool = false) {
            self.answer = answer
            self.portion = portion
            self.delivers = delivers
        }
    }

    /// What the sender gets to see.
    public enum Answer: Hashable, Sendable {
        /// What the real gateway would say.
        case genuine
        /// This, whatever the request deserves.
        case fixed(GatewaySimulator.Response)
        /// Nothing, ever: the stream stays open, and the connection works.
        case never
        /// RST_STREAM with this code (RFC 9113, section 7); 7 is REFUSED_STREAM.
        case reset(code: UInt32)
        /// The connection ends without a word, as a network failure would end it.
        case disconnect
        /// The connection stands still: nothing is read or written any more, no PING is answered, and TCP stays open.
        case stall
        /// One direction of the connection ends, and the other stays open.
        case halfClose(Direction)
    }

    /// One direction of a connection, as the gateway sees it.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// From the gateway: TLS close_notify and FIN are sent, and what the client sends is still taken, unanswered.
        case output
        /// To the gateway: the request is accepted, and nothing that comes after it is read.
        case input
    }

    /// Which of the requests are befallen, counted from when the behaviour was set.
    public enum Portion: Hashable, Sendable {
        /// All of them.
        case all
        /// The first so many; then the gateway is in good health again.
        case first(Int)
        /// Every so manieth: with 3, the third, the sixth and so on. Anything below 1 is none.
        case every(Int)
        /// Each with this probability, from 0 to 1, drawn from the gateway's seed. Anything that is no probability is none.
        case chance(Double)
    }
}
