import AlarmCore
import NIOConcurrencyHelpers

/// The gateway apart from its wire: judges requests for every connection.
///
/// Safe to share: the state is behind one lock, which is held for table look-ups only. Parsing, JSON and signatures are
/// done before it is taken.
final class Gateway: Sendable {
    let configuration: GatewaySimulator.Configuration
    private let state: NIOLockedValueBox<GatewayState>

    init(configuration: GatewaySimulator.Configuration) {
        self.configuration = configuration
        state = NIOLockedValueBox(GatewayState(logCapacity: configuration.logCapacity))
    }

    /// Reads or changes the shared state; `body` must not finish a subscriber, which would call back.
    func withState<Result>(_ body: (inout GatewayState) throws -> Result) rethrows -> Result {
        try state.withLockedValue(body)
    }

    /// Judges one complete request, delivers and records it.
    func judge(
        _ request: Request,
        connection: Int,
        stream: Int,
        session: inout ProviderSession,
        generator: inout some RandomNumberGenerator
    ) -> Verdict {
        let now = configuration.clock()
        let finding = inspect(request, session: &session, at: now)
        let messageID =
            request.head.messageID.flatMap { MessageID.isValid($0) ? $0 : nil }
            ?? MessageID.random(using: &generator)
        let push = ReceivedPush(
            receivedAt: now,
            connection: connection,
            stream: stream,
            token: finding.token,
            messageID: messageID,
            headers: request.head.fields,
            payload: request.payload,
            answer: .none
        )
        let (answer, behavior) = withState {
            $0.conclude(finding, push: push, environment: configuration.environment)
        }
        return Verdict(
            messageID: messageID,
            answer: answer,
            latencyMilliseconds: behavior.latency.milliseconds,
            goAwayAfterEvery: behavior.goAwayAfterEvery,
            isAuthenticated: session.teamID != nil
        )
    }

    /// Applies the rules in the order in which the real gateway seems to: request line, sender, headers, payload.
    private func inspect(
        _ request: Request,
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
                environment: configuration.environment,
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
