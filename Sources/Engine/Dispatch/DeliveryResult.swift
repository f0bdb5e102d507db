import AlarmCore
import Delivery
import Logging
import Storage

/// What came of a leased delivery.
enum DeliveryResult: Sendable {
    /// It was not sent.
    case over(DeliveryRow.State)
    /// It was not sent, and may still be.
    case unsent
    /// A gateway answered, or did not.
    ///
    /// `tokenOf` is the registration time of the push token that was used.
    case outcome(DeliveryOutcome, tokenOf: Instant?)

    /// A provider took a text message, and can be asked after it by this name.
    case taken(reference: String)
    /// A text message that a provider had taken did not arrive; the outcome says whether another one may.
    case lost(DeliveryOutcome)

    /// What came of a letter, where there was a way to send it.
    static func letter(_ outcome: DeliveryOutcome?) -> DeliveryResult {
        .outcome(outcome ?? .rejected(reason: "no way to send it is configured"), tokenOf: nil)
    }

    /// What came of a text message.
    static func message(_ attempt: SMSAttempt?) -> DeliveryResult {
        if let attempt, attempt.outcome == .accepted, let reference = attempt.reference {
            return .taken(reference: reference)
        }
        return .letter(attempt?.outcome)
    }

    /// What came of asking after a text message.
    static func inquiry(_ fate: SMSFate?) -> DeliveryResult {
        switch fate {
        case .arrived: .outcome(.accepted, tokenOf: nil)
        case .lost(let outcome): .lost(outcome)
        case .underWay(let reason): .outcome(.retry(after: nil, reason: reason, indeterminate: false), tokenOf: nil)
        case nil: .over(.superseded)
        }
    }
}

extension Engine {
    /// Commits results, trying until the store takes them: the leases would else run out and the pushes be sent again.
    func record(_ results: [Outbound.Result]) async {
        for attempt in 1...5 {
            do {
                let isNews = try await write { work in
                    try results.reduce(false) { isNews, each in
                        try work.finish(each.row, with: each.result, jitter: each.jitter) || isNews
                    }
                }
                for each in results { metrics.count(each.result, of: each.row.order.stage) }
                // What waits to be sent again has another time now.
                if isNews { dispatcherBell.ring() }
                return
            } catch {
                logger.error(
                    "recording the results of deliveries failed",
                    metadata: [
                        "deliveries": "\(results.map(\.row.order.id))", "attempt": "\(attempt)", "error": "\(error)",
                    ]
                )
                if results.count > 1, StoreError.mayConcernOneRow(error) {
                    for each in results { await record([each]) }
                    return
                }
                try? await clock.pause(for: .milliseconds(200))
            }
        }
    }
}

extension StoreError {
    /// Whether what failed for some rows together may succeed for each but one; no store that is full, closed or broken
    /// takes anything.
    static func mayConcernOneRow(_ error: any Error) -> Bool {
        guard let error = error as? StoreError else { return !(error is CancellationError) }
        if case .corrupt = error { return true }
        return false
    }
}

extension Work {
    /// Writes a result into the outbox and tells the alarm what it must know; tells whether it is to be sent again.
    func finish(_ leased: DeliveryRow, with result: DeliveryResult, jitter: Double) throws -> Bool {
        guard var row = try transaction.delivery(leased.order.id, of: leased.alarm) else { return false }
        // Holder and attempt are the fence: after a lease has run out, what its holder says of a row that somebody else
        // has taken, or that was superseded, is news only where it cannot be undone.
        let isOurs =
            row.state == .leased && row.leaseHolder == leased.leaseHolder && row.attempts == leased.attempts
        switch result {
        case .unsent:
            if isOurs { try postpone(&row, until: row.notBefore, reason: row.reason) }
        case .over(let state):
            if isOurs { try close(&row, as: state, reason: nil) }
        case .outcome(.accepted, _):
            try close(&row, as: .accepted, reason: nil)
        case .taken(let reference):
            try close(&row, as: .accepted, reason: nil)
            try inquire(after: row, named: reference)
        case .lost(let outcome):
            guard isOurs else { return false }
            try close(&row, as: .refused, reason: "the message did not arrive")
            guard var lost = try inquired(by: row) else { return false }
            try reopen(&lost, as: outcome, jitter: jitter)
            return lost.state == .pending
        case .outcome(.rejected(let reason), _):
            if isOurs { try close(&row, as: .refused, reason: reason) }
        case .outcome(.tokenDead(let reason, _), let registeredAt):
            let wasReplaced =
                try row.order.destination.device.map { try !bury(tokenOf: $0, registeredAt: registeredAt) }
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
            try retry(&row, asked: asked, reason: reason, jitter: jitter)
        }
        return row.state == .pending
    }

    /// Puts a delivery off until the policy would have it tried again, or gives it up.
    private func retry(_ row: inout DeliveryRow, asked: Span?, reason: String, jitter: Double) throws {
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
            try close(&row, as: .expired, reason: reason)
        }
    }

    /// Does with a delivery that a carrier had taken, and did not bring to its destination, what is said of it.
    func reopen(_ row: inout DeliveryRow, as outcome: DeliveryOutcome, jitter: Double) throws {
        guard row.state == .accepted else { return }
        switch outcome {
        case .retry(let asked, let reason, _): try retry(&row, asked: asked, reason: reason, jitter: jitter)
        case .rejected(let reason), .tokenDead(let reason, _): try close(&row, as: .refused, reason: reason)
        case .accepted: break
        }
    }

    private func postpone(_ row: inout DeliveryRow, until instant: Instant, reason: String?) throws {
        row.endLease(as: .pending)
        row.notBefore = instant
        row.reason = reason
        try transaction.update(row)
    }

    private func close(_ row: inout DeliveryRow, as state: DeliveryRow.State, reason: String?) throws {
        let isKnown = row.state == state
        row.endLease(as: state)
        row.reason = reason ?? row.reason
        row.finishedAt = now
        try transaction.update(row)
        if row.order.stage == .invitation { try forgetInvitation(row) }
        if row.order.stage == .inquiry {
            // One that was lost still has to be found by its inquiry.
            if state != .refused { try forgetInquiry(row) }
            return
        }
        try noteReach(of: row)
        if !isKnown, row.order.stage == .alert, let alarm = try transaction.alarm(key: row.alarm) {
            try keepTold(row, of: alarm)
        }
        let end: DeliveryEnd
        switch state {
        case .refused: end = .refused
        case .expired: end = .expired
        case .accepted where row.order.isAwaited: end = .accepted
        // Success is the rule, and no news: it costs the alarm no transaction.
        case .accepted, .superseded, .pending, .leased: return
        }
        guard var alarm = try transaction.alarm(key: row.alarm) else { return }
        try run(.deliveryEnded(row.order, end), on: &alarm)
    }

    /// Deletes a dead push token and tells the alarms; tells whether the device is without one now.
    ///
    /// Another one that the device has registered meanwhile stays.
    private func bury(tokenOf id: DeviceID, registeredAt: Instant?) throws -> Bool {
        guard var device = try transaction.device(id), let token = device.token else { return true }
        guard token.registeredAt == registeredAt else { return false }
        device.token = nil
        try transaction.update(device)
        try reconsiderAlarms(ringingFor: device.person)
        return true
    }

    /// Tells every pending alarm for a person that the person's devices changed, and which of them returned, if one did.
    func reconsiderAlarms(ringingFor person: PersonID, returned device: DeviceID? = nil) throws {
        for var row in try transaction.liveAlarms(of: person, limit: .max) where row.receiver == person {
            try run(device.map { .deviceReturned($0) } ?? .devicesChanged, on: &row)
        }
    }
}
