package import AlarmCore
package import Delivery
package import Logging
package import Storage
import Synchronization

/// The relay without its network: decides by ``AlarmCore``, commits to a ``Store``, and sends through channels.
///
/// What people can do with it is built on top: each request is handled inside one ``RelayTransaction``. Due times and
/// gateway results are handled in the same way by the two services ``Scheduler`` and ``Dispatcher``.
package final class Engine: Sendable {
    package let store: any Store
    /// The store as the scheduler and the dispatcher use it.
    private let alarmPath: any Store
    package let clock: any RelayClock
    package let zones: any ZoneProvider
    package let vault: Vault
    private let kindsInForce: Mutex<AlarmKinds>
    /// The known kinds of alarms, with the policies that they follow at present.
    package var kinds: AlarmKinds { kindsInForce.withLock(\.self) }
    package let limits: Limits
    /// The usual ``pollInterval`` of the only node.
    ///
    /// 60 s.
    package static let defaultPollInterval = Span.seconds(60)
    /// The usual ``pollInterval`` where several nodes share the store.
    ///
    /// 2 s: what another node orders raises no signal here, and may be for this node to wake or send.
    package static let sharedPollInterval = Span.seconds(2)

    /// How long the services rely on signals before they read the store again.
    ///
    /// What another process leaves behind is found by then. The scheduler holds the wakes of that time in memory.
    package let pollInterval: Span
    /// The time between two rounds of the housekeeper: ``pollInterval``, and at least 60 s.
    let housekeepingInterval: Span
    package let registration: Registration
    /// The retry policy for letters: a mail server wants minutes, not seconds (RFC 5321, section 4.5.4.1).
    let letterRetries: RetryPolicy
    package let retries: RetryPolicy
    package let random: RandomSource
    package let metrics: EngineMetrics
    package let logger: Logger
    /// The gateways that the operator configured.
    package let gateways: Gateways
    /// The channels to devices: those of ``gateways``, servers of their own among them, and the event stream.
    package let channels: PushChannels
    /// The executor of the scheduler, the dispatcher and their tasks; nil for the default one.
    let executor: (any TaskExecutor)?

    /// Raised when a wake was set.
    let schedulerSignal = WakeSignal()
    /// Raised when a delivery was ordered, or a place among those in flight became free.
    let dispatcherSignal = WakeSignal()
    /// The wakes that are due soon.
    let horizon = SharedHorizon()
    /// The deliveries under way.
    let inFlight = InFlight()
    /// The devices that listen on the event stream.
    package let events = EventHub()
    /// Which listening devices' deliveries this node looks for next, where other nodes could not send them.
    let lookout = ListenerLookout()
    /// What the store knows of this node's listeners.
    let listenerRegistry = ListenerRegistry()
    /// When pages in browsers were heard.
    package let presence = DevicePresence()
    /// The health of each channel and origin.
    let channelHealth = ChannelHealth()
    /// What the relay knows about its own run.
    package let health: RelayHealth
    /// The engine's place among the nodes of its store.
    package let node: NodeMembership

    /// Creates an engine, which does nothing until its services run.
    ///
    /// A preset that is not among `policies` follows its built-in policy. Without a `pollInterval` the engine looks at a
    /// shared store more often. It leases as the node `nodeID`, or under an identifier that it draws. Identifiers,
    /// locators and jitter are drawn from `random`. Scheduler and dispatcher run on `executor`.
    package init(
        store: any Store,
        clock: any RelayClock,
        zones: any ZoneProvider,
        vault: Vault,
        gateways: Gateways,
        kinds: AlarmKinds,
        policies: [String: EscalationPolicy] = [:],
        limits: Limits = Limits(),
        pollInterval: Span? = nil,
        registration: Registration = .closed,
        retries: RetryPolicy = RetryPolicy(),
        nodeID: NodeID? = nil,
        nodeName: String = "relay",
        nodeTiming: NodeTiming = NodeTiming(),
        random: RandomSource = .system,
        metrics: EngineMetrics = EngineMetrics(),
        logger: Logger,
        executor: (any TaskExecutor)? = nil
    ) {
        self.store = store
        self.alarmPath = store.alarmPath
        self.clock = clock
        self.health = RelayHealth(clock: clock)
        self.zones = zones
        self.vault = vault
        self.gateways = gateways
        self.channels = gateways.channels(besides: events)
        self.kindsInForce = Mutex(kinds.applying(policies))
        self.limits = limits
        let isShared = store.isShared
        self.pollInterval = pollInterval ?? (isShared ? Self.sharedPollInterval : Self.defaultPollInterval)
        self.housekeepingInterval = max(self.pollInterval, Self.defaultPollInterval)
        self.node = NodeMembership(
            id: nodeID,
            name: nodeName,
            isShared: isShared,
            timing: nodeTiming,
            clock: clock,
            random: random
        )
        self.registration = registration
        self.retries = retries
        self.letterRetries = RetryPolicy(first: max(retries.first, .seconds(5)), longest: .minutes(15))
        self.random = random
        self.metrics = metrics
        metrics.channels.watch(channels, gateways.contactChannels)
        self.logger = logger
        self.executor = executor
        if isShared { store.observeMessages(self) }
    }

    /// Follows other policies from the next transaction on; a preset that is not among them its built-in policy.
    ///
    /// An alarm keeps its preset and what has been done for it, not a copy of its policy. Alarms that were accepted
    /// before follow the new policy as they would after a restart: from the next time at which they act, which is set
    /// already.
    package func follow(_ policies: [String: EscalationPolicy]) {
        kindsInForce.withLock { $0 = $0.applying(policies) }
    }

    /// Who uses the store.
    package enum Caller: Sendable {
        /// The scheduler or the dispatcher, which no request holds up.
        case alarmPath
        /// Everybody else.
        case others
    }

    /// Runs `body` in one durable transaction, then wakes every part that has something to do because of it.
    ///
    /// The limits that it meets are noted in `quotas`.
    package func write<Result: Sendable>(
        by caller: Caller = .others,
        noting quotas: QuotaLedger? = nil,
        _ body: @escaping @Sendable (RelayTransaction) throws -> Result
    ) async throws -> Result {
        let now = clock.now()
        let result: Result
        let commitEffects: CommitEffects
        do {
            (result, commitEffects) = try await store(for: caller).write { transaction in
                let tx = RelayTransaction(engine: self, transaction: transaction, now: now, quotas: quotas)
                return (try body(tx), tx.commitEffects)
            }
        } catch {
            quotas?.rollBack()
            throw error
        }
        publish(commitEffects)
        await send(commitEffects.finalPushes)
        return result
    }

    /// Runs `body` on a consistent snapshot.
    package func read<Result: Sendable>(
        by caller: Caller = .others,
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await store(for: caller).read(body)
    }

    private func store(for caller: Caller) -> any Store {
        switch caller {
        case .alarmPath: alarmPath
        case .others: store
        }
    }

    /// Sends pushes that have no outbox row, and waits for them at most ``Limits/drain``.
    private func send(_ finalPushes: [PreparedPush]) async {
        guard !finalPushes.isEmpty else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { sends in
                    for finalPush in finalPushes {
                        sends.addTask { _ = await finalPush.send() }
                    }
                }
            }
            group.addTask { try? await self.clock.pause(for: self.limits.drain) }
            await group.next()
            group.cancelAll()
        }
    }

    private func publish(_ commitEffects: CommitEffects) {
        inFlight.bar(
            before: commitEffects.overtaken,
            devices: commitEffects.departed,
            circles: commitEffects.ended,
            contacts: commitEffects.changed,
            ways: commitEffects.abandoned,
            withheld: commitEffects.withheld
        )
        metrics.countAccepted(commitEffects.accepted)
        for (device, began) in commitEffects.silences {
            metrics.countSilence(began: began)
            logger.notice(
                began ? "a device takes pushes and does not answer" : "a silent device has answered",
                metadata: ["device": "\(device)", "alarms": "\(limits.silentAfter)"]
            )
        }
        if horizon.insert(commitEffects.wakes) { schedulerSignal.raise() }
        if commitEffects.hasDeliveries { dispatcherSignal.raise() }
        for person in commitEffects.persons {
            events.notify(person, change: commitEffects.changes[person])
        }
        for device in commitEffects.departed { events.end(device) }
        announce(commitEffects)
    }
}

/// What a committed transaction sets in motion.
package struct CommitEffects: Sendable {
    /// The wakes that were set.
    package var wakes: [Wake] = []
    /// The number of alarms accepted.
    package var accepted = 0
    /// The new epochs of alarms: deliveries made for earlier ones must not start any more.
    package var overtaken: [AlarmKey: Int] = [:]
    /// Whether deliveries were ordered.
    package var hasDeliveries = false
    /// Devices that began, or ceased, to count as silent.
    package var silences: [DeviceID: Bool] = [:]
    /// The people whose alarms changed.
    package var persons: Set<PersonID> = []
    /// Final pushes to start before the caller is answered.
    package var finalPushes: [PreparedPush] = []
    /// Devices that were removed or moved to another person: their event streams end.
    package var departed: Set<DeviceID> = []
    /// Pairs and other circles that have ended: none of their deliveries must start any more.
    package var ended: Set<CircleID> = []
    /// Contacts who answered, changed or were deleted: deliveries made for their old consent must not start any more.
    package var changed: Set<ContactID> = []
    /// Ways to contacts that are given up while their other ways stay: deliveries by them must not start any more.
    package var abandoned: Set<Destination> = []
    /// Deliveries that must not reach a person any more.
    package var withheld: [Withholding] = []
    /// The newest change number of each person whose alarms changed.
    package var changes: [PersonID: Int64] = [:]
}
