public import AlarmCore

/// What an app asks of its system about alarms, each a call of AlarmKit or UserNotifications.
///
/// All that decides is ``LocalDevice/carryOut(_:of:on:)``; what stands on this protocol only obeys. Times are by this
/// device's own clock.
public protocol AlarmSystem: Sendable {
    /// Registers a system alarm, in place of an earlier one and of a local notification of the same alarm.
    ///
    /// - Throws: where the system refuses it.
    func arm(_ alarm: IncomingAlarm, at time: Instant) async throws
    /// Keeps a local notification, in place of an earlier one of the same alarm.
    ///
    /// - Throws: where the system refuses it.
    func keepNotification(of alarm: IncomingAlarm, at time: Instant) async throws
    /// Shows, in silence, that an alarm is set.
    ///
    /// - Throws: where the system refuses it.
    func show(_ alarm: IncomingAlarm) async throws
    /// Sounds now, in place of a local notification; `again` where it sounded before and nobody answered.
    ///
    /// A notification extension only lets the notification through that it was woken for.
    ///
    /// - Throws: where the system refuses it.
    func sound(_ alarm: IncomingAlarm, again: Bool) async throws
    /// Takes the system alarm, the local notification and what is shown of an alarm back, as far as there is any.
    func takeBack(_ id: AlarmID) async
}

/// What was done of a plan.
public struct CarriedOut: Hashable, Sendable {
    /// The reports that the relay has, or gets with the next sync.
    public var reports: [AlarmReceipt.Report] = []
    /// What failed, for the app's log; the relay rings all the same.
    public var failures: [String] = []
}

extension LocalDevice {
    /// Takes the actions of a plan, in order, and reports those that succeeded.
    ///
    /// Where the system refuses an alarm, a local notification is kept in its place and `received` is reported instead
    /// of `armed`, so that the relay goes on ringing. Never throws: what failed is told in the result.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - alarm: the alarm that the plan is about.
    ///   - system: the system.
    /// - Returns: what was done.
    @discardableResult
    public func carryOut(_ plan: AlarmPlan, of alarm: IncomingAlarm, on system: any AlarmSystem) async -> CarriedOut {
        var receipts = plan.receipts
        var done = CarriedOut()
        for action in plan.actions {
            do {
                try await take(action, of: alarm, on: system, &receipts, &done)
            } catch {
                done.failures.append("\(error)")
                if case .ring = action { receipts.removeAll { $0 == .ringing } }
            }
        }
        for receipt in receipts {
            do {
                try await report(receipt, of: alarm.id)
                done.reports.append(receipt)
            } catch {
                done.failures.append("\(error)")
            }
        }
        return done
    }

    /// Opens a push and carries its plan out.
    ///
    /// - Parameters:
    ///   - payload: the whole JSON.
    ///   - system: the system.
    /// - Returns: the meaning of the push, for its notification's text (``Received/notificationText``), and what was
    ///   done.
    /// - Throws: ``DeviceError/profile(_:)`` when the decision could not be stored.
    public func handle(
        push payload: [UInt8],
        on system: any AlarmSystem
    ) async throws(DeviceError) -> (received: Received, done: CarriedOut) {
        let received = try open(push: payload)
        guard case .alarm(let alarm, let plan) = received else { return (received, CarriedOut()) }
        return (received, await carryOut(plan, of: alarm, on: system))
    }

    /// Syncs, and carries out what follows; for an app that has come to the front.
    ///
    /// - Parameter system: the system.
    /// - Returns: the outcome of the sync, and what was done for each of its alarms.
    /// - Throws: as ``sync(fromScratch:)``.
    @discardableResult
    public func catchUp(
        on system: any AlarmSystem
    ) async throws(DeviceError) -> (outcome: SyncOutcome, done: [AlarmID: CarriedOut]) {
        let outcome = try await sync()
        for id in outcome.disarm { await system.takeBack(id) }
        var done: [AlarmID: CarriedOut] = [:]
        for item in outcome.items { done[item.alarm.id] = await carryOut(item.plan, of: item.alarm, on: system) }
        return (outcome, done)
    }

    private func take(
        _ action: AlarmPlan.Action,
        of alarm: IncomingAlarm,
        on system: any AlarmSystem,
        _ receipts: inout [AlarmReceipt.Report],
        _ done: inout CarriedOut
    ) async throws {
        let offset = profile.clockOffset
        switch action {
        case .arm(let time):
            do {
                switch try await arm(alarm, with: { try await system.arm(alarm, at: time - offset) }) {
                case .armed: break
                case .needless: receipts.removeAll { $0 == .armed }
                case .overtaken:
                    receipts.removeAll { $0 == .armed }
                    await system.takeBack(alarm.id)
                }
            } catch {
                done.failures.append("\(error)")
                receipts.removeAll { $0 == .armed }
                try await system.keepNotification(of: alarm, at: alarm.notifiesLocallyAt - offset)
                receipts.append(.received)
            }
        case .notifyLocally(let time): try await system.keepNotification(of: alarm, at: time - offset)
        case .notify: try await system.show(alarm)
        case .ring(let again): try await system.sound(alarm, again: again)
        case .disarm: await system.takeBack(alarm.id)
        case .ignore: break
        }
    }
}
