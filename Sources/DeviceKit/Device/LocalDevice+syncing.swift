public import AlarmCore
import AlarmWire

/// The actions that follow from a sync.
public struct SyncOutcome: Hashable, Sendable {
    /// One alarm and its plan.
    public struct Item: Hashable, Sendable {
        /// The alarm.
        public var alarm: IncomingAlarm
        /// The plan.
        public var plan: AlarmPlan
    }

    /// The alarms in the relay's answer, soonest first.
    public var items: [Item] = []
    /// The alarms that this device must no longer ring: disarm them.
    public var disarm: [AlarmID] = []
    /// The alarms that have ended, or that this person takes none of at their next time, as the relay names them: also
    /// those that this device had let go of before, which are not in ``disarm``.
    public var gone: [AlarmID] = []
    /// Whether the relay has no push token of this device any more: register one, or ask the user to pair again.
    public var needsToken = false

    /// The alarms to register with the system.
    public var toArm: [Item] { items.filter { $0.plan.armsAt != nil } }
    /// The alarms to sound now.
    public var toRing: [Item] { items.filter(\.plan.rings) }
}

extension LocalDevice {
    /// How long a finished occurrence is remembered, so that a late push of it does not ring.
    ///
    /// 2 days, twice as long as a push can be held back.
    private static let memory = Span.days(2)

    /// Fetches all alarms that this device should have armed, and records them (PA1 section 5).
    ///
    /// Pushes can be lost: APNs keeps only the newest one of an app for an offline phone. Also sends the revocations and
    /// receipts that could not be sent before, and what the relay has not heard of this device yet
    /// (``adopt(capabilities:timeZone:locale:)``); ``sendOutbox()`` sends the alarms.
    ///
    /// - Parameter fromScratch: whether to fetch everything rather than only changes.
    /// - Returns: the alarms to arm, to ring and to disarm.
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func sync(fromScratch: Bool = false) async throws(DeviceError) -> SyncOutcome {
        try await tellChanges()
        try await sendRevocations()
        try await sendKeptReceipts()
        var cursor = fromScratch ? nil : profile.cursor
        // An alarm that becomes known during the request is not gone because the answer does not name it.
        let known = Set(profile.incoming.map(\.id))
        let answer: SyncAnswer
        do {
            answer = try await perform(Endpoints.Sync.synchronise(CursorTarget(since: cursor)))
        } catch {
            // A relay that was set up anew does not know the cursor, nor is one of a former person good: begin again.
            guard cursor != nil, error.problemKind == .malformed else { throw error }
            cursor = nil
            answer = try await perform(Endpoints.Sync.synchronise(CursorTarget()))
        }
        await learnKeys(for: answer.alarms.compactMap(\.sealed))
        let unnamed = cursor == nil ? known.subtracting(answer.alarms.map(\.id)) : []
        let now = now
        let configuration = configuration
        return try update { profile in
            profile.merge(
                answer,
                unnamed: unnamed,
                by: configuration,
                forgettingBefore: now - Self.memory,
                at: now
            )
        }
    }
}

extension Profile {
    fileprivate mutating func merge(
        _ answer: SyncAnswer,
        unnamed: Set<AlarmID>,
        by configuration: LocalDevice.Configuration,
        forgettingBefore horizon: Instant,
        at now: Instant
    ) -> SyncOutcome {
        var outcome = SyncOutcome(needsToken: answer.needsToken)
        outcome.gone = answer.gone.map(\.id)
        let gone = unnamed.union(answer.gone.map(\.id))
        let revoked = Set(answer.gone.filter { $0.reason == .revoked }.map(\.id))
        let left = Set(incoming.filter { revoked.contains($0.id) }.compactMap(\.pair))
        for index in pairs.indices where left.contains(pairs[index].id) { pairs[index].end(at: now) }
        for index in incoming.indices where gone.contains(incoming[index].id) {
            incoming[index].putOffUntil = nil
            guard !incoming[index].isOver else { continue }
            outcome.disarm.append(incoming[index].id)
            incoming[index].phase = .released
            incoming[index].since = now
        }
        for synced in answer.alarms.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
            let alarm = open(synced, at: now)
            var plan = take(alarm, by: configuration, at: now)
            // The relay counts the alarms in a sync as received.
            plan.receipts.removeAll { $0 == .received }
            outcome.items.append(SyncOutcome.Item(alarm: alarm, plan: plan))
        }
        incoming.removeAll { $0.isOver && max($0.time, $0.since) < horizon }
        cursor = answer.cursor
        return outcome
    }
}
