import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import GatewaySimulator
import Synchronization

/// Load from people who set alarms due in seconds, cancel some, answer, snooze and end pairs throughout a fault.
///
/// All actions are drawn from a seed; their exact times depend on the computer. Devices repeat a request, byte for
/// byte, until it is answered.
final class Traffic: Sendable {
    /// Number of alarms that one sender has pending at a time.
    private static let alarmsAtOnce = 3

    let ledger: SharedLedger
    let clock: PhoneClock
    private let isClosed = Atomic(false)
    /// Number of reactions under way.
    private let reacting = Atomic(0)
    /// The pairs about to be revoked, and since when.
    private let leaving = Mutex<[PairID: Instant]>([:])

    init(ledger: SharedLedger, clock: PhoneClock) {
        self.ledger = ledger
        self.clock = clock
    }

    /// Whether somebody is still reacting to a ring, for example with a snooze, which promises another ring.
    var isBusy: Bool { reacting.load(ordering: .sequentiallyConsistent) > 0 }

    /// Lets everybody finish what they are doing, and start nothing new.
    func close() { isClosed.store(true, ordering: .relaxed) }

    /// Sets alarms for a partner, in several parallel sequences, until the traffic closes or the pair is revoked.
    func send(from couple: DeviceCouple, seed: UInt64) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for row in 0..<Self.alarmsAtOnce {
                group.addTask {
                    var chance = SeededGenerator(seed: seed &* 31 &+ UInt64(row))
                    while !self.isClosed.load(ordering: .relaxed) {
                        guard try await self.sendOne(from: couple, using: &chance) else { return }
                        try await Task.sleep(for: .milliseconds(Int.random(in: 20...250, using: &chance)))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Sets one alarm, and cancels one in five at some moment; returns false once the pair is revoked.
    private func sendOne(from couple: DeviceCouple, using chance: inout SeededGenerator) async throws -> Bool {
        let due = clock.now() + .milliseconds(Int64.random(in: 200...2500, using: &chance))
        let accepted: AlarmAccepted
        do {
            accepted = try await couple.sender.setPersistently("Good morning", at: due, for: couple.pair)
        } catch DeviceError.pairEnded {
            return false
        }
        ledger.note { $0.accepted(accepted.id, due: accepted.time, at: clock.now()) }
        if let asked = leaving.withLock({ $0[couple.pair] }) { ledger.note { $0.askedToEnd(accepted.id, at: asked) } }
        guard Int.random(in: 0..<5, using: &chance) == 0 else { return true }
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...2500, using: &chance)))
        let canceller = Bool.random(using: &chance) ? couple.sender : couple.receiver
        ledger.note { $0.askedToEnd(accepted.id, at: clock.now()) }
        do {
            try await canceller.cancel(accepted.id)
        } catch {
            guard error.problemKind == .notFound else { throw error }
            ledger.note { $0.denied(accepted.id) }
            return true
        }
        ledger.note { $0.ended(accepted.id, .cancelled, at: clock.now()) }
        return true
    }

    /// Reacts to a ring as a user: acknowledges half of them, snoozes some of the first ones, ignores the rest.
    func react(to push: ReceivedPush, of id: AlarmID, by couple: DeviceCouple, seed: UInt64) async {
        let receiver = couple.receiver
        reacting.add(1, ordering: .sequentiallyConsistent)
        defer { reacting.subtract(1, ordering: .sequentiallyConsistent) }
        var chance = SeededGenerator(seed: seed)
        let choice = Int.random(in: 0..<10, using: &chance)
        let isFirst = ledger.ask { $0.rings(of: id) } == 1
        do {
            if couple.subscription == nil {
                _ = try await receiver.open(push: push.payload)
            } else {
                _ = try await receiver.open(webPush: push.payload)
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &chance)))
            switch choice {
            case 0..<5: try await acknowledge(id, by: receiver)
            case 5..<7 where isFirst:
                let end = clock.now() + .milliseconds(Int64.random(in: 300...2000, using: &chance))
                try await snooze(id, until: end, by: receiver)
            default: break
            }
        } catch {
            // The pair was revoked meanwhile, or the relay refused: the promise stays in the ledger as it was.
            if (error as? DeviceError)?.problemKind == .notFound { ledger.note { $0.denied(id) } }
        }
    }

    private func acknowledge(_ id: AlarmID, by receiver: LocalDevice) async throws {
        ledger.note { $0.askedToEnd(id, at: clock.now()) }
        guard case .taken(let answer) = try await receiver.report(.acknowledged, of: id), answer.state.isFinal else {
            return
        }
        ledger.note { $0.ended(id, .acknowledged, at: clock.now()) }
    }

    private func snooze(_ id: AlarmID, until end: Instant, by receiver: LocalDevice) async throws {
        ledger.note { $0.askedToSnooze(id) }
        guard case .taken(let answer) = try await receiver.report(.snoozed, of: id, until: end),
            answer.state == .snoozed
        else { return }
        ledger.note { $0.snoozed(id, until: end, at: clock.now()) }
    }

    /// Revokes a pair: after that none of its sender's alarms may start.
    func revoke(_ couple: DeviceCouple) async throws {
        let asked = clock.now()
        leaving.withLock { $0[couple.pair] = asked }
        let known = await couple.sender.profile.outgoing.map(\.id)
        for id in known { ledger.note { $0.askedToEnd(id, at: asked) } }
        try await couple.sender.revoke(couple.pair)
        // Ended on the device at once, and at the relay as soon as it can be told.
        while await couple.sender.profile.unsentRevocations.contains(couple.pair) {
            try await Task.sleep(for: .milliseconds(20))
            try await couple.sender.sendRevocations()
        }
        let ended = clock.now()
        for id in known { ledger.note { $0.ended(id, .revoked, at: ended) } }
    }
}

/// A ring that the gateway has heard for the first time.
struct FirstRing: Sendable {
    let push: ReceivedPush
    let id: AlarmID
}
