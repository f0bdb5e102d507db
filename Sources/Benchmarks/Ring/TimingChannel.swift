import AlarmCore
import CurlClient
import Delivery
import Engine
import Logging
import Synchronization

/// Passes pushes on, and records when each was handed over and answered.
final class TimingChannel: APNsPushing {
    private struct State {
        var handed: [Int64] = []
        var answered: [Int64] = []
        var failures = 0
        var example: String?
        var lastHanded = Instant(milliseconds: 0)
        var lastAnswered = Instant(milliseconds: 0)
    }

    let apps: APNsApps
    private let channel: any APNsPushing
    private let clock: any RelayClock
    private let state = Mutex(State())

    init(_ channel: any APNsPushing, clock: any RelayClock) {
        apps = channel.apps
        self.channel = channel
        self.clock = clock
    }

    /// Returns the relay's own channel to a gateway, timed by `clock`.
    ///
    /// `gateway` is the start of the gateway's URLs; `authority` and `key` are the paths of its certificate and the team's key.
    static func pushing(
        to gateway: String,
        authority: String,
        key: String,
        client: CurlClient,
        clock: some RelayClock,
        logger: Logger
    ) throws -> TimingChannel {
        TimingChannel(
            APNsChannel(
                configuration: APNsChannel.Configuration(
                    endpoints: APNsEndpoints(single: gateway),
                    certificateAuthorityFile: authority
                ),
                credentials: try APNsCredentials(keyFile: key, keyID: "ABCDE12345", teamID: "TEAM567890"),
                apps: APNsApps([StoredCouple.topic]),
                client: client,
                logger: logger,
                now: { clock.now() }
            ),
            clock: clock
        )
    }

    func send(_ push: RenderedPush) async -> DeliveryOutcome {
        // A push expires when its alarm's lifetime ends, which is the same for every alarm here.
        let due = push.expiration - Population.ttl
        let handed = clock.now()
        let outcome = await channel.send(push)
        let answered = clock.now()
        state.withLock { state in
            if case .accepted = outcome {
                state.handed.append((handed - due).milliseconds)
                state.answered.append((answered - due).milliseconds)
                state.lastHanded = max(state.lastHanded, handed)
                state.lastAnswered = max(state.lastAnswered, answered)
            } else {
                state.failures += 1
                state.example = "\(outcome)"
            }
        }
        return outcome
    }

    /// Number of accepted pushes.
    var acceptedCount: Int { state.withLock(\.answered.count) }

    /// Number of failed attempts, and one of their outcomes.
    var failures: (count: Int, example: String?) { state.withLock { ($0.failures, $0.example) } }

    /// Times at which the last accepted push was handed to the channel, and at which the last was answered.
    var last: (handed: Instant, answered: Instant) { state.withLock { ($0.lastHanded, $0.lastAnswered) } }

    /// Delay of each push until it was handed over, and until it was answered, in milliseconds, ascending.
    var lateness: (handed: [Int64], answered: [Int64]) { state.withLock { ($0.handed.sorted(), $0.answered.sorted()) } }
}
