/// State machine of one provider's connection: its streams, its token, its end.
///
/// It is pure: events of the wire go in, and actions come out. The judge of complete requests is passed in, so that the
/// rules and the wire can be tested separately.
struct GatewayConnection {
    /// The provider token in use.
    var session = ProviderSession()

    /// How a connection ends after its GOAWAY.
    private enum Ending {
        /// The client was told that the end is near, and has yet to answer a PING.
        case announced
        /// The client was told the last stream.
        case last(Int)
    }

    private var streams: [Int: RequestState] = [:]
    /// Complete requests that will never be answered.
    private var silenced: Set<Int> = []
    private var requests = 0
    /// The highest stream that was opened, and the highest one whose request was judged.
    private var newestStream = 0
    private var newestJudged = 0
    private var allowsMoreStreams = false
    private var ending: Ending?
    private var readsNoMore = false
    private var isClosed = false

    /// Window of a stream in bytes, which limits how much of a body is read; a longer one is answered without its end.
    static let streamWindow = 65_535

    /// Decides about a complete request: `(request, stream, &session) -> verdict`.
    typealias RequestJudge = (ReceivedRequest, Int, inout ProviderSession) -> RequestDecision

    /// Number of streams without an answer, including those that will never have one.
    var openStreams: Int { streams.count + silenced.count }

    /// Number of requests that have arrived at least in part and are yet to be answered.
    var unanswered: Int { streams.count }

    /// Handles a HEADERS frame: a new request, or the trailers of one.
    mutating func receive(
        head: RequestHead,
        stream: Int,
        isEnd: Bool,
        judge: RequestJudge
    ) -> [ConnectionAction] {
        guard isProcessed(stream), !silenced.contains(stream) else { return [] }
        newestStream = max(newestStream, stream)
        let request: ReceivedRequest
        switch streams[stream] {
        case .receiving(let begun): request = begun
        case .delayed: return []
        case nil:
            guard head.scheme == "https" else { return [.reset(stream: stream, code: Self.protocolError)] }
            guard head.size <= Self.headerListLimit else { return [.reset(stream: stream, code: Self.enhanceYourCalm)] }
            request = ReceivedRequest(head: head)
        }
        return proceed(request, stream: stream, isEnd: isEnd, judge: judge)
    }

    /// Handles a DATA frame.
    mutating func receive(
        body: some Collection<UInt8>,
        stream: Int,
        isEnd: Bool,
        judge: RequestJudge
    ) -> [ConnectionAction] {
        guard isProcessed(stream), case .receiving(var request)? = streams[stream] else { return [] }
        // Removed first, so that the payload is not shared and copied as it grows.
        streams[stream] = nil
        request.append(body)
        return proceed(request, stream: stream, isEnd: isEnd, judge: judge)
    }

    /// Answers a delayed request.
    mutating func resume(stream: Int) -> [ConnectionAction] {
        guard !isClosed, case .delayed(let verdict)? = streams[stream] else { return [] }
        return answer(verdict, stream: stream)
    }

    /// Handles the end of a stream, by the peer's reset or after its answer.
    mutating func streamClosed(_ stream: Int) -> [ConnectionAction] {
        silenced.remove(stream)
        guard streams.removeValue(forKey: stream) != nil else { return [] }
        return closeIfDone()
    }

    /// Handles the end of the connection; no action follows.
    mutating func connectionClosed() {
        isClosed = true
        streams = [:]
        silenced = []
    }

    /// Handles a change of the number of streams that an authenticated connection may have.
    func streamLimitChanged() -> [ConnectionAction] {
        allowsMoreStreams && ending == nil && !isClosed ? [.allowMoreStreams] : []
    }

    /// Starts to end the connection.
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

    /// Handles the answer to the PING after the announced end: streams that the client opened before have arrived.
    mutating func pingAnswered() -> [ConnectionAction] {
        guard !isClosed, case .announced? = ending else { return [] }
        return end(after: newestStream)
    }

    /// Handles too many resets by the client: the connection ends once its streams are answered.
    mutating func resetsFlooded() -> [ConnectionAction] {
        guard !isClosed, ending == nil else { return [] }
        return end(after: newestStream, code: Self.internalError)
    }

    /// Stalls the connection.
    mutating func stall() -> [ConnectionAction] {
        guard !isClosed else { return [] }
        connectionClosed()
        return [.stall]
    }

    /// Maximum size of a header list in bytes, as advertised in SETTINGS; the HTTP/2 decoder accepts more.
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
        _ request: ReceivedRequest,
        stream: Int,
        isEnd: Bool,
        judge: RequestJudge
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
                // The answer is complete before the request is (RFC 9113, section 8.1).
                actions.append(.reset(stream: stream, code: Self.noError))
            }
        }
        if let rule = verdict.goAway, rule.afterEvery > 0, requests >= rule.afterEvery {
            actions += end(rule.kind)
        }
        return actions
    }

    private mutating func answer(_ verdict: RequestDecision, stream: Int) -> [ConnectionAction] {
        streams[stream] = nil
        switch verdict.answer {
        case .response(let response):
            var actions = [ConnectionAction.respond(stream: stream, response, messageID: verdict.messageID)]
            if verdict.closesInput, !readsNoMore {
                readsNoMore = true
                // Requests that will not be read to their end are never answered.
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

    /// Closes the connection after its GOAWAY, once every stream that is due an answer has it.
    private mutating func closeIfDone() -> [ConnectionAction] {
        guard case .last? = ending, !isClosed, streams.isEmpty else { return [] }
        isClosed = true
        return [.close]
    }
}
