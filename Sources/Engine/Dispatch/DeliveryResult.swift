package import AlarmCore
import AlarmWire
import Delivery
import Logging
import Storage

/// The result of a leased delivery.
enum DeliveryResult: Sendable {
    /// The delivery was not sent, and has ended in this state.
    case over(DeliveryRow.State)
    /// The delivery was not sent, and may be leased again.
    case unsent
    /// The delivery was not sent, as the relay is configured without a way to send it, and waits for one.
    case waiting(reason: String)
    /// The device had no address when the delivery was checked.
    case unaddressed
    /// The gateway's answer, or the failure to get one.
    ///
    /// `addressOf` is the time at which the address that was used was registered.
    case outcome(DeliveryOutcome, addressOf: Instant?)

    /// A person's server took a ring and answered it in its person's name.
    case answered(WebhookAnswer)
    /// The provider accepted a text message, and can be asked about it by this identifier.
    case taken(reference: String)
    /// A text message that a provider had accepted did not arrive; the outcome says whether another one may.
    case lost(DeliveryOutcome)

    /// The result of sending a letter or a webhook; a rejection where no channel is configured.
    static func letter(_ outcome: DeliveryOutcome?) -> DeliveryResult {
        .outcome(outcome ?? .rejected(reason: "no way to send it is configured"), addressOf: nil)
    }

    /// The result of sending a text message.
    static func message(_ attempt: SMSAttempt?) -> DeliveryResult {
        if let attempt, attempt.outcome == .accepted, let reference = attempt.reference {
            return .taken(reference: reference)
        }
        return .letter(attempt?.outcome)
    }

    /// The result of an inquiry about a text message.
    static func inquiry(_ fate: SMSDeliveryStatus?) -> DeliveryResult {
        switch fate {
        case .arrived: .outcome(.accepted, addressOf: nil)
        case .lost(let outcome): .lost(outcome)
        case .underWay(let reason):
            .outcome(
                .retry(after: nil, reason: .other(reason, concernsChannel: false), indeterminate: false),
                addressOf: nil
            )
        case nil: .over(.superseded)
        }
    }
}

extension Engine {
    /// Commits results, retrying until the store takes them: otherwise leases would expire and pushes be sent again.
    ///
    /// A result with an answer has a transaction of its own, so that an answer that is refused undoes no other result.
    func record(_ results: [OutboundQueue.FinishedDelivery]) async {
        for each in results {
            if case .answered(let answer) = each.result { await recordAnswered(each, answer) }
        }
        let others = results.filter { if case .answered = $0.result { false } else { true } }
        if !others.isEmpty { await recordAll(others) }
    }

    /// Commits that a push was taken, and what its answer does, in one transaction.
    private func recordAnswered(_ delivery: OutboundQueue.FinishedDelivery, _ answer: WebhookAnswer) async {
        do {
            return try await recordOnce([delivery])
        } catch let problem as Problem {
            logger.info(
                "the answer of a person's server is refused",
                metadata: ["delivery": "\(delivery.row.order.id)", "problem": "\(problem.type)"]
            )
        } catch {
            // The store may take it at a later attempt; what is lost otherwise is sent, and answered, again.
            return await recordAll([delivery])
        }
        await recordAll([delivery.accepted])
    }

    private func recordOnce(_ results: [OutboundQueue.FinishedDelivery]) async throws {
        let isNew = try await write(by: .alarmPath) { tx in
            try tx.readAhead(recording: results)
            return try results.reduce(false) { isNew, each in
                try tx.finish(each.row, with: each.result, jitter: each.jitter) || isNew
            }
        }
        for each in results { metrics.count(each.result, of: each.row.order.stage, over: each.origin) }
        seekListeners(for: results)
        // A delivery to be retried has another time now.
        if isNew { dispatcherSignal.raise() }
    }

    private func recordAll(_ results: [OutboundQueue.FinishedDelivery]) async {
        for attempt in 1...5 {
            do {
                return try await recordOnce(results)
            } catch {
                logger.error(
                    "recording the results of deliveries failed",
                    metadata: [
                        "deliveries": "\(results.map(\.row.order.id))", "attempt": "\(attempt)", "error": "\(error)",
                    ]
                )
                if results.count > 1, StoreError.mayConcernOneRow(error) {
                    for each in results { await recordAll([each]) }
                    return
                }
                try? await clock.pause(for: .milliseconds(200))
            }
        }
    }
}

extension DeliveryResult {
    /// Whether a server took what was sent in this attempt, or may have taken it.
    fileprivate var mayHaveBeenTaken: Bool {
        switch self {
        case .answered, .taken, .lost, .outcome(.accepted, _): true
        case .outcome(.retry(_, _, let indeterminate), _): indeterminate
        case .over, .unsent, .waiting, .unaddressed, .outcome(.rejected, _), .outcome(.addressDead, _): false
        }
    }
}

extension OutboundQueue.FinishedDelivery {
    /// The same result without the answer that came with it.
    fileprivate var accepted: Self {
        Self(row: row, result: .outcome(.accepted, addressOf: nil), origin: origin, jitter: jitter)
    }
}

extension StoreError {
    /// Whether rows that failed together may succeed one by one; a store that is full, closed or broken accepts none.
    static func mayConcernOneRow(_ error: any Error) -> Bool {
        guard let error = error as? StoreError else { return !(error is CancellationError) }
        if case .corrupt = error { return true }
        return false
    }
}

extension RelayTransaction {
    /// Writes a result into the outbox and informs the alarm; returns whether the delivery is retried.
    func finish(_ leased: DeliveryRow, with result: DeliveryResult, jitter: Double) throws -> Bool {
        guard var row = try transaction.delivery(leased.order.id, of: leased.alarm) else { return false }
        // Holder and attempt are the fence: once a lease has expired, a result for a row that another dispatcher has
        // leased, or that was superseded, counts only where it cannot be undone.
        let isOurs =
            row.state == .leased && row.leaseHolder == leased.leaseHolder && row.attempts == leased.attempts
        if isOurs, !result.mayHaveBeenTaken { row.failedAttempts += 1 }
        switch result {
        case .unsent:
            if isOurs { try postpone(&row, until: row.notBefore, reason: row.reason) }
        case .waiting(let reason):
            if isOurs { try postpone(&row, until: now + Self.configurationPause, reason: reason) }
        case .over(let state):
            if isOurs { try close(&row, as: state, reason: nil) }
        case .unaddressed:
            guard isOurs else { return false }
            // The device may have registered an address since.
            let device = try row.order.destination.device.flatMap { try transaction.device($0) }
            if device?.isReachable ?? false {
                try postpone(&row, until: now, reason: row.reason)
            } else {
                try close(&row, as: .refused, reason: "device has no push token")
            }
        case .outcome(.accepted, _):
            try close(&row, as: .accepted, reason: nil)
        case .answered(let answer):
            try close(&row, as: .accepted, reason: nil)
            try take(answer, to: row)
        case .taken(let reference):
            try close(&row, as: .accepted, reason: nil)
            try requestStatus(after: row, named: reference)
        case .lost(let outcome):
            guard isOurs else { return false }
            try close(&row, as: .refused, reason: "the message did not arrive")
            guard let subject = try statusRequest(by: row) else { return false }
            var lost = subject.delivery
            if case .retry = outcome, try isOver(lost) { return false }
            try reopen(&lost, to: subject.person, as: outcome, jitter: jitter)
            return lost.state == .pending
        case .outcome(.rejected(let reason), _):
            if isOurs { try close(&row, as: .refused, reason: reason) }
        case .outcome(.addressDead(let reason, _), let registeredAt):
            let wasReplaced =
                try row.order.destination.device.map { try !invalidate(addressOf: $0, registeredAt: registeredAt) }
                ?? false
            if case .contact(let contact, .webhook) = row.order.destination { try forgetWebhook(of: contact) }
            guard isOurs else { return false }
            if wasReplaced {
                try postpone(&row, until: now, reason: reason)
            } else {
                try close(&row, as: .refused, reason: reason)
            }
        case .outcome(.retry(let asked, let reason, _), _):
            guard isOurs else { return false }
            try retry(&row, asked: asked, reason: reason.description, jitter: jitter)
        }
        return row.state == .pending
    }

    /// The time after which a letter that nothing can send looks for a way anew.
    ///
    /// 1 min, so that a relay that was started again with a mail server sends it at once.
    private static let configurationPause = Span.minutes(1)

    /// Schedules a retry by the retry policy, or gives the delivery up.
    private func retry(
        _ row: inout DeliveryRow,
        to person: PersonID? = nil,
        asked: Span?,
        reason: String,
        jitter: Double
    ) throws {
        let retries = row.order.destination.device == nil ? engine.letterRetries : engine.retries
        let next = retries.next(
            after: row.attempts,
            asked: asked,
            now: now,
            deadline: row.order.deadline,
            jitter: jitter
        )
        if let next {
            try postpone(&row, until: next, reason: reason)
        } else {
            try close(&row, to: person, as: .expired, reason: reason)
        }
    }

    /// Applies a later report on a delivery that was accepted but did not reach its destination.
    ///
    /// `person` is to whom it went; nil where only the destination can tell.
    func reopen(
        _ row: inout DeliveryRow,
        to person: PersonID? = nil,
        as outcome: DeliveryOutcome,
        jitter: Double
    ) throws {
        guard row.state == .accepted, outcome != .accepted else { return }
        if kinds.follow(row.order.stage), let alarm = try transaction.alarm(key: row.alarm) {
            let person = try person ?? engine.person(at: row.order.destination, in: transaction)
            try kinds[alarm.alarm.preset].deliveryReturned(row, to: person, of: alarm, in: self)
        }
        switch outcome {
        case .retry(let asked, let reason, _):
            try retry(&row, to: person, asked: asked, reason: reason.description, jitter: jitter)
        case .rejected(let reason), .addressDead(let reason, _):
            try close(&row, to: person, as: .refused, reason: reason)
        case .accepted: break
        }
    }

    /// Whether what a delivery asks for has passed, so that nobody wants it any more.
    func isOver(_ row: DeliveryRow) throws -> Bool {
        guard row.order.stage.asksForAction, let alarm = try transaction.alarm(key: row.alarm)?.alarm else {
            return false
        }
        return row.order.epoch != alarm.epoch || alarm.state.isFinal
    }

    private func postpone(_ row: inout DeliveryRow, until instant: Instant, reason: String?) throws {
        row.endLease(as: .pending)
        row.notBefore = instant
        row.reason = reason
        try transaction.update(row)
    }

    private func close(
        _ row: inout DeliveryRow,
        to person: PersonID? = nil,
        as state: DeliveryRow.State,
        reason: String?
    ) throws {
        let isKnown = row.state == state
        let isReturned = row.state == .accepted && state != .accepted
        row.endLease(as: state)
        row.reason = reason ?? row.reason
        // That nobody picked up is heard later; what people look for is when they were called.
        if !(isReturned && row.order.destination.medium == .call) { row.finishedAt = now }
        try transaction.update(row)
        if !isKnown, kinds.follow(row.order.stage), let alarm = try transaction.alarm(key: row.alarm) {
            let person = try person ?? engine.person(at: row.order.destination, in: transaction)
            try kinds[alarm.alarm.preset].deliveryEnded(row, to: person, of: alarm, in: self)
        }
        if row.order.stage == .inquiry {
            // The inquiry must still find the message that was lost.
            if state != .refused { try forgetInquiry(row) }
            return
        }
        try noteReach(of: row, isReturned: isReturned)
        let end: DeliveryEnd
        switch state {
        case .refused: end = .refused
        case .expired: end = .expired
        case .accepted where row.order.isAwaited: end = .accepted
        // Success is the rule: the alarm need not know, which saves a transaction.
        case .accepted, .superseded, .pending, .leased: return
        }
        // Its server is no phone of a person's: that it was not told leaves the alarm as it is.
        if let device = try row.order.destination.device.flatMap({ try transaction.device($0) }),
            device.platform.isServer
        {
            return
        }
        guard var alarm = try transaction.alarm(key: row.alarm) else { return }
        try run(.deliveryEnded(row.order, end), on: &alarm)
    }

    /// Deletes a dead address and informs the alarms; returns whether the device is without an address now.
    ///
    /// An address that the device has registered meanwhile stays.
    private func invalidate(addressOf id: DeviceID, registeredAt: Instant?) throws -> Bool {
        guard var device = try transaction.device(id), let address = device.address else { return true }
        guard address.registeredAt == registeredAt else { return false }
        device.address = nil
        try transaction.update(device)
        try reconsiderAlarms(ringingFor: device.person)
        return true
    }

    /// Informs every pending alarm for a person that the person's devices changed, and which device returned, if any.
    ///
    /// The alarm that is due first comes first: it is the one of which senders are told.
    package func reconsiderAlarms(ringingFor person: PersonID, returned device: DeviceID? = nil) throws {
        let alarms = try transaction.liveAlarms(of: person, limit: .max).filter { $0.receiver == person }
        try readAhead(deciding: alarms)
        for var row in alarms.sorted(by: { ($0.alarm.due, $0.key) < ($1.alarm.due, $1.key) }) {
            try run(device.map { .deviceReturned($0) } ?? .devicesChanged, on: &row)
        }
    }
}
