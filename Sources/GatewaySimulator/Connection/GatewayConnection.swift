/// The state of one provider's connection: its streams, its token, its end.
///
/// Pure: what happens on the wire goes in, what is to be done comes out as actions. Who judges a complete request is
/// passed in, so that the rules and the wire can be tested apart.
struct GatewayConnection {
    /// The provider token in use.
    var session = ProviderSession()

    private var streams: [Int: RequestState] = [:]
    private var requests = 0
    private var allowsMoreStreams = false
    private var lastStream: Int?
    private var isClosed = false

    /// The window of a stream in bytes, and so how much of a body is read; a longer one is answered without its end.
    static let streamWindow = 65_535

    /// Says what becomes of a complete request: `(request, stream, &session) -> verdict`.
    typealias Judge = (Request, Int, inout ProviderSession) -> Verdict

    /// How many streams wait for their body or their answer.
    var openStreams: Int { streams.count }

    /// A HEADERS frame arrived: a new request, or the trailers of one.
    mutating func receive(
        head: RequestHead,
        stream: Int,
        isEnd: Bool,
        judge: Judge
    ) -> [ConnectionAction] {
        guard isProcessed(stream) else { return [] }
        let request: Request
        switch streams[stream] {
        case .receiving(let begun): request = begun
        case .delayed, .silenced: return []
        case nil:
            guard head.scheme == "https" else { return [.reset(stream: stream, code: Self.protocolError)] }
            request = Request(head: head)
        }
        return proceed(request, stream: stream, isEnd: isEnd, judge: judge)
    }

    /// A DATA frame arrived.
    mutating func receive(
        body: some Collection<UInt8>,
        stream: Int,
        isEnd: Bool,
        judge: Judge
    ) -> [ConnectionAction] {
        guard isProcessed(stream), case .receiving(var request)? = streams[stream] else { return [] }
        // The dictionary must not share the payload while it grows.
        streams[stream] = nil
        request.append(body)
        return proceed(request, stream: stream, isEnd: isEnd, judge: judge)
    }

    /// The time to answer a delayed request has come.
    mutating func resume(stream: Int) -> [ConnectionAction] {
        guard !isClosed, case .delayed(let verdict)? = streams[stream] else { return [] }
        return answer(verdict, stream: stream)
    }

    /// A stream ended, by the peer's reset or as its answer went out.
    mutating func streamClosed(_ stream: Int) -> [ConnectionAction] {
        guard streams.removeValue(forKey: stream) != nil else { return [] }
        return closeIfDone()
    }

    /// The peer is gone: nothing is to be done any more.
    mutating func connectionClosed() {
        isClosed = true
        streams = [:]
    }

    private static let noError: UInt32 = 0
    private static let protocolError: UInt32 = 1

    /// Whether a stream comes before the end that a GOAWAY announced.
    private func isProcessed(_ stream: Int) -> Bool {
        guard !isClosed else { return false }
        guard let lastStream else { return true }
        return stream <= lastStream
    }

    private mutating func proceed(
        _ request: Request,
        stream: Int,
        isEnd: Bool,
        judge: Judge
    ) -> [ConnectionAction] {
        guard isEnd || request.size >= Self.streamWindow else {
            streams[stream] = .receiving(request)
            return []
        }
        let verdict = judge(request, stream, &session)
        requests += 1
        var actions: [ConnectionAction] = []
        if verdict.isAuthenticated, !allowsMoreStreams {
            allowsMoreStreams = true
            actions.append(.allowMoreStreams)
        }
        if verdict.latencyMilliseconds > 0 {
            streams[stream] = .delayed(verdict)
            actions.append(.wait(stream: stream, milliseconds: verdict.latencyMilliseconds))
        } else {
            actions += answer(verdict, stream: stream)
            if !isEnd, case .response = verdict.answer {
                // The answer is complete before the request is: RFC 9113, section 8.1.
                actions.append(.reset(stream: stream, code: Self.noError))
            }
        }
        if let count = verdict.goAwayAfterEvery, count > 0, requests >= count, lastStream == nil, !isClosed {
            lastStream = stream
            streams = streams.filter { $0.key <= stream }
            actions.append(.goAway(lastStream: stream))
            actions += closeIfDone()
        }
        return actions
    }

    private mutating func answer(_ verdict: Verdict, stream: Int) -> [ConnectionAction] {
        streams[stream] = nil
        switch verdict.answer {
        case .response(let response):
            return [.respond(stream: stream, response, messageID: verdict.messageID)] + closeIfDone()
        case .reset(let code):
            return [.reset(stream: stream, code: code)] + closeIfDone()
        case .none:
            streams[stream] = .silenced
            return closeIfDone()
        case .disconnected:
            isClosed = true
            return [.hangUp]
        }
    }

    /// Closes the connection after its GOAWAY, once every stream that deserves an answer has it.
    private mutating func closeIfDone() -> [ConnectionAction] {
        guard lastStream != nil, !isClosed, streams.values.allSatisfy({ $0 == .silenced }) else { return [] }
        isClosed = true
        return [.close]
    }
}
