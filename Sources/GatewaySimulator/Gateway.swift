import AlarmCore
import NIOConcurrencyHelpers
import Synchronization

/// The gateway without its connections: judges requests for all of them.
///
/// Sendable: the state is behind one lock, which is held for table look-ups only. Parsing, JSON and signatures come
/// before it.
final class Gateway: Sendable {
    let configuration: GatewaySimulator.Configuration
    private let unanswered = Atomic(0)
    private let openStreams = Atomic(0)
    private let state: NIOLockedValueBox<GatewayState>

    init(configuration: GatewaySimulator.Configuration) {
        self.configuration = configuration
        state = NIOLockedValueBox(GatewayState(configuration: configuration))
    }

    /// Reads or changes the shared state; `body` must not finish a subscriber, which would call back.
    func withState<Result>(_ body: (inout GatewayState) throws -> Result) rethrows -> Result {
        try state.withLockedValue(body)
    }

    /// Number of requests that have arrived at least in part and are yet to be answered.
    var unansweredCount: Int { max(0, unanswered.load(ordering: .relaxed)) }

    /// Number of streams without an answer, including those that will never have one.
    var openStreamCount: Int { max(0, openStreams.load(ordering: .relaxed)) }

    /// Adds a connection's changes to the numbers of waiting streams and owed answers.
    func count(openStreams change: Int, unanswered owed: Int) {
        openStreams.add(change, ordering: .relaxed)
        unanswered.add(owed, ordering: .relaxed)
    }

    /// Number of streams that an authenticated connection may have now.
    var streamLimit: Int {
        let rules = withState(\.rules)
        return rules.holdsStreamLimit ? configuration.initialConcurrentStreams : rules.maximumConcurrentStreams
    }

    /// Delivers the held background pushes that are due.
    func deliverDue() {
        let now = configuration.clock()
        withState { $0.deliverDue(at: now) }
    }

    /// Judges one complete request, delivers and records it.
    func judge(
        _ request: ReceivedRequest,
        from origin: RequestOrigin,
        session: inout ProviderSession,
        generator: inout some RandomNumberGenerator
    ) -> RequestDecision {
        let now = configuration.clock()
        if request.head.path.hasPrefix(WebPushMessage.prefix) {
            return judgeWebPush(request, from: origin, at: now, generator: &generator)
        }
        let finding = inspect(request, environment: origin.environment, session: &session, at: now)
        let messageID =
            request.head.messageID.flatMap { MessageID.isValid($0) ? $0 : nil }
            ?? MessageID.random(using: &generator)
        let push = ReceivedPush(
            receivedAt: now,
            environment: origin.environment,
            connection: origin.connection,
            stream: origin.stream,
            token: finding.token,
            messageID: messageID,
            headers: request.head.fields,
            payload: request.payload,
            answer: .none
        )
        let conclusion = withState { $0.conclude(finding, push: push) }
        return RequestDecision(
            messageID: messageID,
            answer: conclusion.answer,
            latencyMilliseconds: conclusion.latency,
            goAway: conclusion.goAway,
            closesInput: conclusion.closesInput,
            isAuthenticated: session.teamID != nil
        )
    }

    /// Judges one complete message to a browser.
    private func judgeWebPush(
        _ request: ReceivedRequest,
        from origin: RequestOrigin,
        at now: Instant,
        generator: inout some RandomNumberGenerator
    ) -> RequestDecision {
        let message = Result { () throws(WebPushRejection) in try WebPushMessage(request, at: now) }
        let subscription = WebPushMessage.subscription(in: request.head.path)
        let messageID = MessageID.random(using: &generator)
        let push = ReceivedPush(
            receivedAt: now,
            environment: origin.environment,
            connection: origin.connection,
            stream: origin.stream,
            token: subscription,
            messageID: messageID,
            headers: request.head.fields,
            payload: request.payload,
            answer: .none
        )
        let conclusion = withState { $0.conclude(message, to: subscription, push: push) }
        return RequestDecision(
            messageID: messageID,
            answer: conclusion.answer,
            latencyMilliseconds: conclusion.latency,
            goAway: conclusion.goAway,
            closesInput: conclusion.closesInput,
            isAuthenticated: (try? message.get()) != nil
        )
    }

    /// Applies the rules in the order that the real gateway seems to use: request line, sender, headers, payload.
    private func inspect(
        _ request: ReceivedRequest,
        environment: GatewaySimulator.Environment,
        session: inout ProviderSession,
        at now: Instant
    ) -> GatewayState.Finding {
        var token: String?
        do throws(Rejection) {
            let head = request.head
            let named = try RequestRules.deviceToken(method: head.method, path: head.path)
            token = named
            let team = try session.authenticate(
                head.authorization,
                environment: environment,
                at: now,
                ring: { withState(\.keys) }
            )
            let attributes = try RequestRules.attributes(of: head)
            try RequestRules.check(payload: request.payload, size: request.size, type: attributes.type)
            return .valid(token: named, attributes, team: team)
        } catch {
            return .invalid(token: token, error)
        }
    }
}
