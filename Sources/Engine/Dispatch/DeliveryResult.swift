import AlarmCore
import Logging
import Storage

/// What came of a leased delivery.
enum DeliveryResult: Sendable {
    /// It was not sent.
    case over(DeliveryRow.State)
    /// A gateway answered, or did not.
    ///
    /// `tokenOf` is the registration time of the push token that was used.
    case outcome(DeliveryOutcome, tokenOf: Instant?)
}

extension Engine {
    /// Commits a result, trying until the store takes it: the lease would else run out and the push be sent again.
    func record(_ result: DeliveryResult, of row: DeliveryRow) async {
        let jitter = random.draw { Double.random(in: 0..<1, using: &$0) }
        for attempt in 1...5 {
            do {
                try await write { work in try work.finish(row, with: result, jitter: jitter) }
                metrics.count(result.metricsOutcome, of: row.order.stage)
                if case .outcome(.retry(_, let reason, _), _) = result { metrics.countRetry(because: reason) }
                return
            } catch {
                logger.error(
                    "recording a delivery's result failed",
                    metadata: ["delivery": "\(row.order.id)", "attempt": "\(attempt)", "error": "\(error)"]
                )
                try? await clock.pause(for: .milliseconds(200))
            }
        }
    }
}

extension Work {
    /// Writes a result into the outbox and tells the alarm what it must know.
    func finish(_ leased: DeliveryRow, with result: DeliveryResult, jitter: Double) throws {
        guard var row = try transaction.delivery(leased.order.id, of: leased.alarm) else { return }
        // Holder and attempt are the fence: after a lease has run out, what its holder says of a row that somebody else
        // has taken, or that was superseded, is news only where it cannot be undone.
        let isOurs =
            row.state == .leased && row.leaseHolder == leased.leaseHolder && row.attempts == leased.attempts
        switch result {
        case .over(let state):
            if isOurs { try close(&row, as: state, reason: nil) }
        case .outcome(.accepted, _):
            try close(&row, as: .accepted, reason: nil)
        case .outcome(.rejected(let reason), _):
            if isOurs { try close(&row, as: .refused, reason: reason) }
        case .outcome(.tokenDead(let reason, _), let registeredAt):
            let wasReplaced = try !bury(tokenOf: row.order.device, registeredAt: registeredAt)
            guard isOurs else { return }
            if wasReplaced {
                try postpone(&row, until: now, reason: reason)
            } else {
                try close(&row, as: .refused, reason: reason)
            }
        case .outcome(.retry(let asked, let reason, _), _):
            guard isOurs else { return }
            let next = engine.retries.next(
                after: row.attempts,
                asked: asked,
                now: now,
                deadline: row.order.deadline,
                jitter: jitter
            )
            guard let next else { return try close(&row, as: .expired, reason: reason) }
            try postpone(&row, until: next, reason: reason)
        }
    }

    private func postpone(_ row: inout DeliveryRow, until instant: Instant, reason: String) throws {
        row.endLease(as: .pending)
        row.notBefore = instant
        row.reason = reason
        try transaction.update(row)
    }

    private func close(_ row: inout DeliveryRow, as state: DeliveryRow.State, reason: String?) throws {
        row.endLease(as: state)
        row.reason = reason ?? row.reason
        row.finishedAt = now
        try transaction.update(row)
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
