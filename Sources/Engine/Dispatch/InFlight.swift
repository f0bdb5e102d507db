import AlarmCore
import Storage
import Synchronization

/// The deliveries that are on their way to a gateway at this moment.
///
/// This closes the gap between a delivery's last check and its request: a dispatcher first enters a delivery here, then
/// reads whether its alarm still wants it, then sends. Whoever ends an alarm commits first and then waits here. So either
/// the dispatcher reads the end, or the one who ended it sees the delivery and waits: nothing starts after the answer. Nor
/// does it where nobody waits, as when an alarm is acknowledged: what has not started by the commit is barred from it.
final class InFlight: Sendable {
    private struct Entry {
        let alarm: AlarmKey
        let circle: CircleID
        let destination: Destination
        /// The epoch for which it can make a phone ring; nil for a notice.
        let rousingEpoch: Int?
        /// Whether what it was made for ended before it could start.
        var isBarred = false
        /// Whether it was begun to be sent.
        var hasBegun = false
        /// How often it is under way; more than once when its lease ran out before its first sender came back.
        var count: Int
    }

    private struct Waiter {
        var remaining: Set<DeliveryID>
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var entries: [DeliveryID: Entry] = [:]
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.entries.count } }
    /// How many have begun to be sent.
    var begunCount: Int { state.withLock { $0.entries.values.count(where: \.hasBegun) } }

    /// How many wait for others to end.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    func enter(_ deliveries: [DeliveryRow]) {
        state.withLock { state in
            for row in deliveries {
                let fresh = Entry(
                    alarm: row.alarm,
                    circle: row.circle,
                    destination: row.order.destination,
                    rousingEpoch: row.order.stage.rouses ? row.order.epoch : nil,
                    count: 0
                )
                state.entries[row.order.id, default: fresh].count += 1
            }
        }
    }

    /// Keeps from starting what a commit has made groundless, and was not begun before it.
    ///
    /// Called after the commit and before anybody is told of it.
    ///
    /// - Parameters:
    ///   - epochs: alarms and the epochs that they have now: what can make a phone ring and was made for an earlier one.
    ///   - devices: devices that are gone or another person's now: everything that is meant for them.
    ///   - circles: pairs and other circles that have ended: everything of theirs.
    ///   - contacts: contacts who have answered, moved or gone: everything that was made for what they wanted before.
    ///   - withheld: what people are not to be told any more who have left a circle, or may no longer know.
    func bar(
        before epochs: [AlarmKey: Int],
        devices: Set<DeviceID> = [],
        circles: Set<CircleID> = [],
        contacts: Set<ContactID> = [],
        withheld: [Withheld] = []
    ) {
        guard !(epochs.isEmpty && devices.isEmpty && circles.isEmpty && contacts.isEmpty && withheld.isEmpty) else {
            return
        }
        state.withLock { state in
            for (id, entry) in state.entries {
                let isOvertaken =
                    entry.rousingEpoch.map { own in epochs[entry.alarm].map { own < $0 } ?? false } ?? false
                let isGone =
                    entry.destination.device.map(devices.contains) ?? false || circles.contains(entry.circle)
                    || entry.destination.contact.map(contacts.contains) ?? false
                let isWithheld = withheld.contains {
                    $0.includes(
                        entry.alarm,
                        of: entry.circle,
                        to: entry.destination,
                        rouses: entry.rousingEpoch != nil
                    )
                }
                guard isOvertaken || isGone || isWithheld else { continue }
                state.entries[id]?.isBarred = true
            }
        }
    }

    /// Asked at the very moment at which a delivery would start: false where what it was made for ended after its last
    /// check.
    func begin(_ id: DeliveryID) -> Bool {
        state.withLock { state in
            guard state.entries[id]?.isBarred != true else { return false }
            state.entries[id]?.hasBegun = true
            return true
        }
    }

    func leave(_ id: DeliveryID) {
        let finished = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.entries[id]?.count -= 1
            if let entry = state.entries[id], entry.count > 0 { return [] }
            state.entries[id] = nil
            guard !state.waiters.isEmpty else { return [] }
            var finished: [CheckedContinuation<Void, Never>] = []
            for number in state.waiters.keys.sorted() {
                state.waiters[number]?.remaining.remove(id)
                if let waiter = state.waiters[number], waiter.remaining.isEmpty {
                    finished.append(waiter.continuation)
                    state.waiters[number] = nil
                }
            }
            return finished
        }
        for continuation in finished { continuation.resume() }
    }

    /// Waits until what is under way for this alarm has ended, at most `limit`.
    func drain(alarm: AlarmKey, for limit: Span, by clock: any RelayClock = SystemClock()) async {
        await drain(for: limit, by: clock) { $0.alarm == alarm }
    }

    /// The alarms of a circle of which something is on its way.
    func alarms(of circle: CircleID) -> Set<AlarmKey> {
        state.withLock { state in Set(state.entries.values.lazy.filter { $0.circle == circle }.map(\.alarm)) }
    }

    /// Waits until what is under way for these alarms has ended, at most `limit`.
    func drain(alarms: Set<AlarmKey>, for limit: Span, by clock: any RelayClock = SystemClock()) async {
        guard !alarms.isEmpty else { return }
        await drain(for: limit, by: clock) { alarms.contains($0.alarm) }
    }

    /// Waits until what is under way for this circle has ended, at most `limit`.
    func drain(circle: CircleID, for limit: Span, by clock: any RelayClock = SystemClock()) async {
        await drain(for: limit, by: clock) { $0.circle == circle }
    }

    /// Waits until what is under way to this device has ended, at most `limit`.
    func drain(device: DeviceID, for limit: Span, by clock: any RelayClock = SystemClock()) async {
        await drain(for: limit, by: clock) { $0.destination.device == device }
    }

    /// Waits until what is under way for these circles, or to these devices, has ended, at most `limit`.
    func drain(
        circles: Set<CircleID>,
        devices: Set<DeviceID>,
        for limit: Span,
        by clock: any RelayClock = SystemClock()
    ) async {
        await drain(for: limit, by: clock) { entry in
            circles.contains(entry.circle) || entry.destination.device.map(devices.contains) ?? false
        }
    }

    private func drain(
        for limit: Span,
        by clock: any RelayClock,
        _ concerns: @escaping @Sendable (Entry) -> Bool
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(concerns) }
            group.addTask { try? await clock.pause(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(_ concerns: @Sendable (Entry) -> Bool) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    // What is barred and has not begun never will.
                    let remaining = Set(
                        state.entries.filter { concerns($0.value) && !($0.value.isBarred && !$0.value.hasBegun) }.keys
                    )
                    guard !remaining.isEmpty, !Task.isCancelled else { return true }
                    state.waiters[number] = Waiter(remaining: remaining, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
    }
}

extension Destination {
    /// The contact, if it is one's address.
    fileprivate var contact: ContactID? {
        if case .contact(let id, _) = self { id } else { nil }
    }
}
