/// The state of one provider's connection: its streams, its token, its end.
///
/// Pure: what happens on the wire goes in, what is to be done comes out as actions. Who judges a complete request is
/// passed in, so that the rules and the wire can be tested apart.
struct GatewayConnection {
    /// The provider token in use.
    var session = ProviderSession()

    /// How a connection that was sent a GOAWAY comes to its end.
    private enum Ending {
        /// The client was told that the end is near, and has yet to answer a PING.
        case announced
        /// The client was told which stream is the last.
        case last(Int)
    }

    private var streams: [Int: RequestState] = [:]
    /// Streams that are complete and will never be answered.
    private var silenced: Set<Int> = []
    private var requests = 0
    /// The highest stream that was opened, and the highest whose request was judged.
    private var newestStream = 0
    private var newestJudged = 0
    private var allowsMoreStreams = false
    private var ending: Ending?
    private var readsNoMore = false
    private var isClosed = false

    /// The window of a stream in bytes, and so how much of a body is read; a longer one is answered without its end.
    static let streamWindow = 65_535

    /// Says what becomes of a complete request: `(request, stream, &session) -> verdict`.
    typealias Judge = (Request, Int, inout ProviderSession) -> Verdict

    /// How many streams have no answer yet, those that will never have one included.
    var openStreams: Int { streams.count + silenced.count }

    /// How many requests have arrived, at least in part, and are yet to be answered.
    var unanswered: Int { streams.count }

    /// A HEADERS frame arrived: a new request, or the trailers of one.
    mutating func receive(
        head: RequestHead,
        stream: Int,
        isEnd: Bool,
        judge: Judge
    ) -> [ConnectionAction] {
        guard isProcessed(stream), !silenced.contains(stream) else { return [] }
        newestStream = max(newestStream, stream)
        let request: Request
        switch streams[stream] {
        case .receiving(let begun): request = begun
        case .delayed: return []
        case nil:
            guard head.scheme == "https" else { return [.reset(stream: stream, code: Self.protocolError)] }
            guard head.size <= Self.headerListLimit else { return [.reset(stream: stream, code: Self.enhanceYourCalm)] }
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
        silenced.remove(stream)
        guard streams.removeValue(forKey: stream) != nil else { return [] }
        return closeIfDone()
    }

    /// The peer is gone: nothing is to be done any more.
    mutating func connectionClosed() {
        isClosed = true
        streams = [:]
        silenced = []
    }

    /// The number of streams that an authenticated connection may have has changed.
    func streamLimitChanged() -> [ConnectionAction] {
        allowsMoreStreams && ending == nil && !isClosed ? [.allowMoreStreams] : []
    }

    /// The connection is to end.
    mutating func end(_ kind: GatewaySimulator.Behavior.GoAwayRule.Kind) -> [ConnectionAction] {
        guard !isClosed, ending == nil else { return [] }
        switch kind {
        case .graceful:
            ending = .announced
            return [.announceEnd]
        case .abrupt:
            return end(after: newestJudged)
        case .immediate:
            connectionClosed()
            return [.goAway(lastStream: newestStream), .close]
        }
    }

    /// The client answered the PING that followed the announcement of the end: what it opened before has arrived.
    mutating func pingAnswered() -> [ConnectionAction] {
        guard !isClosed, case .announced? = ending else { return [] }
        return end(after: newestStream)
    }

    /// The client reset more streams than it may: the connection ends once the streams it has are answered.
    mutating func resetsFlooded() -> [ConnectionAction] {
        guard !isClosed, ending == nil else { return [] }
        return end(after: newestStream, code: Self.internalError)
    }

    /// The connection is to stand still.
    mutating func stall() -> [ConnectionAction] {
        guard !isClosed else { return [] }
        connectionClosed()
        return [.stall]
    }

    /// The largest list of headers in bytes, as SETTINGS advertise it; HTTP/2's own decoder takes more.
    static let headerListLimit = 8000

    private static let noError: UInt32 = 0
    private static let protocolError: UInt32 = 1
    private static let internalError: UInt32 = 2
    private static let enhanceYourCalm: UInt32 = 11

    /// Whether a stream comes before the end that a GOAWAY announced.
    private func isProcessed(_ stream: Int) -> Bool {
        guard !isClosed, !readsNoMore else { return false }
        guard case .last(let lastStream)? = ending else { return true }
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
        newestJudged = max(newestJudged, stream)
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
        if let rule = verdict.goAway, rule.afterEvery > 0, requests >= rule.afterEvery {
            actions += end(rule.kind)
        }
        return actions
    }

    private mutating func answer(_ verdict: Verdict, stream: Int) -> [ConnectionAction] {
        streams[stream] = nil
        switch verdict.answer {
        case .response(let response):
            var actions = [ConnectionAction.respond(stream: stream, response, messageID: verdict.messageID)]
            if verdict.closesInput, !readsNoMore {
                readsNoMore = true
                // Requests whose rest will not be read are never answered.
                for case (let stream, .receiving) in streams {
                    streams[stream] = nil
                    silenced.insert(stream)
                }
                actions.append(.closeInput)
            }
            return actions + closeIfDone()
        case .reset(let code):
            return [.reset(stream: stream, code: code)] + closeIfDone()
        case .none:
            silenced.insert(stream)
            return closeIfDone()
        case .disconnected:
            connectionClosed()
            return [.hangUp]
        case .stalled:
            return stall()
        case .outputClosed:
            connectionClosed()
            return [.closeOutput]
        }
    }

    private mutating func end(after stream: Int, code: UInt32 = noError) -> [ConnectionAction] {
        ending = .last(stream)
        streams = streams.filter { $0.key <= stream }
        silenced = silenced.filter { $0 <= stream }
        return [.goAway(lastStream: stream, code: code)] + closeIfDone()
    }

    /// Closes the connection after its GOAWAY, once every stream that deserves an answer has it.
    private mutating func closeIfDone() -> [ConnectionAction] {
        guard case .last? = ending, !isClosed, streams.isEmpty else { return [] }
        isClosed = true
        return [.close]
    }
}
