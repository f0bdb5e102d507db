package import AlarmCore
package import Delivery
package import Logging
package import Storage

/// The relay without its network: decides by ``AlarmCore``, commits to a ``Store``, and sends through channels.
///
/// Whatever a device asks is done by a method of ``Work``, inside one transaction; what time and gateways bring is done by
/// the two services, ``Scheduler`` and ``Dispatcher``, in the same way.
package final class Engine: Sendable {
    package let store: any Store
    package let clock: any RelayClock
    package let zones: any ZoneProvider
    package let vault: Vault
    package let policies: [String: EscalationPolicy]
    /// Which of them rehearse others.
    let rehearsals: [String: Rehearsal]
    package let limits: Limits
    package let registration: Registration
    /// How often a letter is tried again: a mail server wants minutes, not seconds (RFC 5321, section 4.5.4.1).
    let letterRetries: RetryPolicy
    package let retries: RetryPolicy
    package let random: Chance
    package let metrics: EngineMetrics
    package let logger: Logger
    /// The push worlds and topics for which there is a channel.
    package let gateways: Gateways
    /// Where tasks run that belong to no other one; nil for wherever there is room.
    let executor: (any TaskExecutor)?

    /// Woken when a wake was set.
    let schedulerBell = Bell()
    /// Woken when a delivery was ordered, or a place among those in flight became free.
    let dispatcherBell = Bell()
    /// Wakes that the scheduler should know of.
    let horizon = SharedHorizon()
    /// Deliveries on their way.
    let inFlight = InFlight()
    /// Devices that listen on the event stream.
    package let events = EventHub()
    /// Whether pushes get through.
    let gatewayHealth = GatewayHealth()
    /// What the relay knows of its own life.
    package let vitals: Vitals

    /// Puts an engine together; it does nothing until its services run.
    ///
    /// A preset that is not among `policies` climbs its own ladder. Names, locators and jitter are drawn from `random`. Tasks
    /// that belong to no other one run on `executor`, so that a simulation can hold every one of them.
    package init(
        store: any Store,
        clock: any RelayClock,
        zones: any ZoneProvider,
        vault: Vault,
        gateways: Gateways,
        policies: [String: EscalationPolicy] = EscalationPolicy.presets,
        limits: Limits = Limits(),
        registration: Registration = .closed,
        retries: RetryPolicy = RetryPolicy(),
        random: Chance = .system,
        metrics: EngineMetrics = EngineMetrics(),
        logger: Logger,
        executor: (any TaskExecutor)? = nil
    ) {
        self.store = store
        self.clock = clock
        self.vitals = Vitals(clock: clock)
        self.zones = zones
        self.vault = vault
        self.gateways = gateways
        let climbed = EscalationPolicy.presets.merging(policies) { preset, given in given.with(nature: preset.nature) }
        self.rehearsals = Rehearsal.all(among: climbed)
        self.policies = climbed.merging(rehearsals.mapValues(\.policy)) { _, rehearsal in rehearsal }
        self.limits = limits
        self.registration = registration
        self.retries = retries
        self.letterRetries = RetryPolicy(first: max(retries.first, .seconds(5)), longest: .minutes(15))
        self.random = random
        self.metrics = metrics
        self.logger = logger
        self.executor = executor
    }

    /// Takes up what the last run left: its leases are nobody's, so what it was sending is sent again under the same names.
    ///
    /// For the only node on a store, before its services run.
    package func recover() async throws {
        try await store.write { try $0.releaseLeases() }
    }

    /// Runs `body` in one durable transaction, then wakes whoever has something to do because of it.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (Work) throws -> Result
    ) async throws -> Result {
        let now = clock.now()
        let (result, ripple) = try await store.write { transaction in
            let work = Work(engine: self, transaction: transaction, now: now)
            return (try body(work), work.ripple)
        }
        spread(ripple)
        await send(ripple.farewells)
        return result
    }

    /// Runs `body` on a consistent snapshot.
    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Snapshot) throws -> Result
    ) async throws -> Result {
        try await store.read(body)
    }

    /// Sends what no row stands for, and waits for it at most ``Limits/drain``.
    private func send(_ farewells: [OutgoingPush]) async {
        guard let channel = gateways.apns, !farewells.isEmpty else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { sends in
                    for farewell in farewells {
                        sends.addTask { _ = await channel.send(farewell) }
                    }
                }
            }
            group.addTask { try? await self.clock.pause(for: self.limits.drain) }
            await group.next()
            group.cancelAll()
        }
    }

    private func spread(_ ripple: Ripple) {
        inFlight.bar(
            before: ripple.overtaken,
            devices: ripple.departed,
            circles: ripple.ended,
            contacts: ripple.changed,
            withheld: ripple.withheld
        )
        metrics.countAccepted(ripple.accepted)
        for (device, began) in ripple.silences {
            metrics.countSilence(began: began)
            logger.notice(
                began ? "a device takes pushes and does not answer" : "a silent device has answered",
                metadata: ["device": "\(device)", "alarms": "\(limits.silentAfter)"]
            )
        }
        if horizon.insert(ripple.wakes) { schedulerBell.ring() }
        if ripple.hasDeliveries { dispatcherBell.ring() }
        for person in ripple.persons {
            events.nudge(person, change: ripple.change)
        }
        for device in ripple.departed { events.end(device) }
    }
}

/// What a committed transaction sets in motion.
package struct Ripple: Sendable {
    /// Wakes that were set.
    package var wakes: [Wake] = []
    /// How many alarms were taken over.
    package var accepted = 0
    /// The epochs to which alarms were raised: what was made for earlier ones must not start any more.
    package var overtaken: [AlarmKey: Int] = [:]
    /// Whether deliveries were ordered.
    package var hasDeliveries = false
    /// Devices that began, or ceased, to count as silent.
    package var silences: [DeviceID: Bool] = [:]
    /// Persons whose alarms changed.
    package var persons: Set<PersonID> = []
    /// Last pushes to start before the caller is answered.
    package var farewells: [OutgoingPush] = []
    /// Devices that were removed, or are another person's now: their event streams end.
    package var departed: Set<DeviceID> = []
    /// Pairs and other circles that were ended: nothing of theirs must start any more.
    package var ended: Set<CircleID> = []
    /// Contacts who have answered, moved or gone: what was made for what they wanted before must not start any more.
    package var changed: Set<ContactID> = []
    /// What must not reach somebody any more who was to be told of it.
    package var withheld: [Withheld] = []
    /// The newest change number that it gave out; 0 when it changed no alarm.
    package var change: Int64 = 0
}
