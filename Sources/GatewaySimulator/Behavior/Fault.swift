extension GatewaySimulator.Behavior {
    /// A fault that some of the requests meet instead of being accepted.
    public struct Fault: Hashable, Sendable {
        /// The answer that the sender sees.
        public var answer: Outcome
        /// The portion of the requests that meets the fault.
        public var portion: Portion
        /// Whether the push reaches its device although the sender does not learn so.
        ///
        /// This is the case in which a retry makes a duplicate.
        public var delivers: Bool

        /// Creates a fault.
        public init(answer: Outcome, portion: Portion = .all, delivers: Bool = false) {
            self.answer = answer
            self.portion = portion
            self.delivers = delivers
        }
    }

    /// The answer that the sender sees.
    public enum Outcome: Hashable, Sendable {
        /// The answer of the real gateway.
        case genuine
        /// A fixed answer, whatever the request.
        case fixed(GatewaySimulator.Response)
        /// No answer: the stream stays open, and the connection works.
        case never
        /// RST_STREAM with this code (RFC 9113, section 7); 7 is REFUSED_STREAM.
        case reset(code: UInt32)
        /// The connection ends without notice, as in a network failure.
        case disconnect
        /// The connection stalls: nothing is read or written any more, no PING is answered, and TCP stays open.
        case stall
        /// One direction of the connection ends, and the other stays open.
        case halfClose(Direction)
    }

    /// One direction of a connection, as the gateway sees it.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// From the gateway: it sends TLS close_notify and FIN, and still reads without answering.
        case output
        /// To the gateway: the request is accepted, and nothing that comes after it is read.
        case input
    }

    /// The portion of the requests that meets a fault, counted from when the behaviour was set.
    public enum Portion: Hashable, Sendable {
        /// All requests.
        case all
        /// The first so many requests; later ones meet no fault.
        case first(Int)
        /// Every nth request: with 3, the third, the sixth and so on. Below 1, none.
        case every(Int)
        /// Each with this probability, from 0 to 1, drawn from the gateway's seed; any other value means none.
        case chance(Double)
    }
}
