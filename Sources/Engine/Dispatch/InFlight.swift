import AlarmCore
import Storage
import Synchronization

/// The deliveries that are on their way to a gateway at this moment.
///
/// This closes the gap between a delivery's final check and its request. A dispatcher first enters the delivery here,
/// then reads whether its alarm still wants it, then sends. A transaction that ends an alarm commits first, and its
/// caller then waits here. So either the dispatcher reads the end, or the caller sees the delivery and waits: nothing
/// starts after the answer. Where no caller waits, as when an alarm is acknowledged, a delivery that has not started by
/// the commit is barred from starting.
final class InFlight: Sendable {
    private struct Entry {
        let alarm: AlarmKey
        let circle: CircleID
        let destination: Destination
        /// The epoch for which the delivery can make a phone ring; nil for a notice.
        let actionEpoch: Int?
        /// Whether the reason for the delivery ended before it started.
        var isBarred = false
        /// Whether sending has begun.
        var hasBegun = false
        /// The number of attempts under way; above one when a lease expired before its first sender returned.
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
    /// The number of deliveries whose sending has begun.
    var begunCount: Int { state.withLock { $0.entries.values.count(where: \.hasBegun) } }

    /// The number of tasks that wait for deliveries to end.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    func enter(_ deliveries: [DeliveryRow]) {
        state.withLock { state in
            for row in deliveries {
                let fresh = Entry(
                    alarm: row.alarm,
                    circle: row.circle,
                    destination: row.order.destination,
                    actionEpoch: row.order.stage.asksForAction ? row.order.epoch : nil,
                    count: 0
                )
                state.entries[row.order.id, default: fresh].count += 1
            }
        }
    }

    /// Bars deliveries that a commit has made obsolete and that had not started before it.
    ///
    /// Called after the commit and before anyone is told of it.
    ///
    /// - Parameters:
    ///   - epochs: alarms and their present epochs; bars what can make a phone ring and was made for an earlier epoch.
    ///   - devices: devices that were removed or moved to another person; bars everything meant for them.
    ///   - circles: pairs and other circles that have ended; bars everything of theirs.
    ///   - contacts: contacts who have answered, changed or been deleted; bars everything made for their former
    ///     consent.
    ///   - ways: ways to contacts that are given up; bars what goes there, and nothing that goes to the same contact by
    ///     another way.
    ///   - withheld: deliveries to people who have left a circle, or may no longer know of an alert.
    func bar(
        before epochs: [AlarmKey: Int],
        devices: Set<DeviceID> = [],
        circles: Set<CircleID> = [],
        contacts: Set<ContactID> = [],
        ways: Set<Destination> = [],
        withheld: [Withholding] = []
    ) {
        let concernsNobody = devices.isEmpty && circles.isEmpty && contacts.isEmpty && ways.isEmpty && withheld.isEmpty
        guard !(epochs.isEmpty && concernsNobody) else { return }
        state.withLock { state in
            for (id, entry) in state.entries {
                let isOvertaken =
                    entry.actionEpoch.map { own in epochs[entry.alarm].map { own < $0 } ?? false } ?? false
                let isGone =
                    entry.destination.device.map(devices.contains) ?? false || circles.contains(entry.circle)
                    || entry.destination.contact.map(contacts.contains) ?? false || ways.contains(entry.destination)
                let isWithheld = withheld.contains {
                    $0.includes(
                        entry.alarm,
                        of: entry.circle,
                        to: entry.destination,
                        asksForAction: entry.actionEpoch != nil
                    )
                }
                guard isOvertaken || isGone || isWithheld else { continue }
                state.entries[id]?.isBarred = true
            }
        }
    }

    /// Marks a delivery as begun; false where the reason for it ended after its final check.
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

    /// The alarms of a circle that have deliveries under way.
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
                    // Barred deliveries that have not begun never will.
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
    /// The contact, if the destination is a contact's address.
    fileprivate var contact: ContactID? {
        if case .contact(let id, _) = self { id } else { nil }
    }
}
