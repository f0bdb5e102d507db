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
                return
            } catch {
                logger.error(
                    "recording a delivery's result failed",
                    metadata: ["delivery": "\(row.order.id)", "attempt": "\(attempt)", "error": "\(error)"]
                )
                try? await clock.sleep(until: clock.now() + .milliseconds(200))
            }
        }
    }
}

extension Work {
    /// Writes a result into the outbox and tells the alarm what it must know.
    func finish(_ leased: DeliveryRow, with result: DeliveryResult, jitter: Double) throws {
        guard var row = try transaction.delivery(leased.order.id) else { return }
        let wasSuperseded = row.state == .superseded
        switch result {
        case .over(let state):
            if !wasSuperseded { try close(&row, as: state, reason: nil) }
        case .outcome(.accepted, _):
            try close(&row, as: .accepted, reason: nil)
        case .outcome(.rejected(let reason), _):
            if !wasSuperseded { try close(&row, as: .refused, reason: reason) }
        case .outcome(.tokenDead(let reason, _), let registeredAt):
            if !wasSuperseded { try close(&row, as: .refused, reason: reason) }
            try bury(tokenOf: row.order.device, registeredAt: registeredAt)
        case .outcome(.retry(let asked, let reason, _), _):
            guard !wasSuperseded else { return }
            let next = engine.retries.next(
                after: row.attempts,
                asked: asked,
                now: now,
                deadline: row.order.deadline,
                jitter: jitter
            )
            guard let next else { return try close(&row, as: .expired, reason: reason) }
            row.state = .pending
            row.notBefore = next
            row.reason = reason
            row.leaseHolder = nil
            row.leaseEnd = nil
            try transaction.update(row)
        }
    }

    private func close(_ row: inout DeliveryRow, as state: DeliveryRow.State, reason: String?) throws {
        row.state = state
        row.reason = reason ?? row.reason
        row.finishedAt = now
        row.leaseHolder = nil
        row.leaseEnd = nil
        try transaction.update(row)
        let end: DeliveryEnd
        switch state {
        case .refused: end = .refused
        case .expired: end = .expired
        case .accepted, .superseded, .pending, .leased: return
        }
        guard var alarm = try transaction.alarm(key: row.alarm) else { return }
        try run(.deliveryEnded(stage: row.order.stage, device: row.order.device, outcome: end), on: &alarm)
    }

    /// Deletes a dead push token, unless the device has registered another one meanwhile, and tells the alarms.
    private func bury(tokenOf id: DeviceID, registeredAt: Instant?) throws {
        guard var device = try transaction.device(id), let token = device.token, token.registeredAt == registeredAt
        else {
            return
        }
        device.token = nil
        try transaction.update(device)
        try reconsiderAlarms(ringingFor: device.person)
    }

    /// Tells every pending alarm for a person that the person's devices changed.
    func reconsiderAlarms(ringingFor person: PersonID) throws {
        for var row in try transaction.liveAlarms(of: person, limit: .max) where row.receiver == person {
            try run(.devicesChanged, on: &row)
        }
    }
}
