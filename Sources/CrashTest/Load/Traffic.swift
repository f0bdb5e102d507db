import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import GatewaySimulator
import Synchronization
import TestSupport

/// People who set alarms due in seconds, take some back, answer, snooze and leave, whatever befalls the relay.
///
/// All that they do is drawn from a seed; when it happens is up to the computer. Devices send a request again, byte for
/// byte, until it is answered.
final class Traffic: Sendable {
    /// Alarms that one sender has on the way at a time.
    private static let alarmsAtOnce = 3

    let ledger: SharedLedger
    let clock: PhoneClock
    private let isClosed = Atomic(false)
    /// How many reactions are under way.
    private let reacting = Atomic(0)
    /// The pairs that are about to end, and since when.
    private let leaving = Mutex<[PairID: Instant]>([:])

    init(ledger: SharedLedger, clock: PhoneClock) {
        self.ledger = ledger
        self.clock = clock
    }

    /// Whether somebody still does something with a ring, such as to snooze it, which promises another one.
    var isBusy: Bool { reacting.load(ordering: .sequentiallyConsistent) > 0 }

    /// Lets everybody finish what they are about, and begin nothing.
    func close() { isClosed.store(true, ordering: .relaxed) }

    /// Sets alarms for a partner, one after another in several rows, until the traffic closes or the pair has ended.
    func send(from couple: Couple, seed: UInt64) async throws {
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

    /// Sets one alarm, and takes one in five back at some moment; false once the pair has ended.
    private func sendOne(from couple: Couple, using chance: inout SeededGenerator) async throws -> Bool {
        let due = clock.now() + .milliseconds(Int64.random(in: 200...2500, using: &chance))
        let accepted: AlarmAccepted
        do {
            accepted = try await couple.sender.setPersistently("Good morning", at: due, for: couple.pair)
        } catch DeviceError.pairEnded {
            return false
        }
        ledger.note { $0.accepted(accepted.id, due: accepted.time) }
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

    /// Does with a ring what its user does: answers half of them, snoozes some of the first ones, and sleeps on.
    func react(to push: ReceivedPush, of id: AlarmID, by receiver: LocalDevice, seed: UInt64) async {
        reacting.add(1, ordering: .sequentiallyConsistent)
        defer { reacting.subtract(1, ordering: .sequentiallyConsistent) }
        var chance = SeededGenerator(seed: seed)
        let choice = Int.random(in: 0..<10, using: &chance)
        let isFirst = ledger.ask { $0.rings(of: id) } == 1
        do {
            _ = try await receiver.open(push: push.payload)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &chance)))
            switch choice {
            case 0..<5: try await acknowledge(id, by: receiver)
            case 5..<7 where isFirst:
                let end = clock.now() + .milliseconds(Int64.random(in: 300...2000, using: &chance))
                try await snooze(id, until: end, by: receiver)
            default: break
            }
        } catch {
            // The pair has ended meanwhile, or the relay has refused: what was promised stands in the ledger as it was.
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
        ledger.note { $0.snoozed(id, until: end) }
    }

    /// Ends a pair: nothing that its sender has set may start any more.
    func revoke(_ couple: Couple) async throws {
        let asked = clock.now()
        leaving.withLock { $0[couple.pair] = asked }
        let known = await couple.sender.profile.outgoing.map(\.id)
        for id in known { ledger.note { $0.askedToEnd(id, at: asked) } }
        try await couple.sender.revoke(couple.pair)
        let ended = clock.now()
        for id in known { ledger.note { $0.ended(id, .revoked, at: ended) } }
    }
}
