import AlarmCore
import AlarmWire
import DeviceKit

extension VirtualPhone {
    /// The part of the app that acts.
    enum Runner {
        case app
        case `extension`
    }

    /// Asks the relay which alarms this phone should have armed, as an app does when it is opened.
    ///
    /// - Throws: a `DeviceError`, such as for a relay that does not answer.
    package func sync() async throws {
        try await sync(by: .app)
    }

    func sync(by runner: Runner) async throws {
        let outcome = try await device.sync()
        keepsReceipts = false
        for id in outcome.disarm { disarm(id) }
        // A due alarm is shown as the app's own notification: time-sensitive, like the relay's first ring.
        let reception = PhoneRules.reception(of: PushTraits(), by: state)
        for item in outcome.items { await perform(item.plan, item.alarm, by: runner, reception, cause: .sync) }
        if outcome.needsToken, state.browser == nil { try await registerToken() }
    }

    /// Reports the phone's present push token to the relay.
    func registerToken() async throws {
        guard var push = await device.profile.push else { return }
        push.token = token
        try await device.replacePushToken(push)
        note("the app registers its push token", .change)
    }

    /// Carries out a plan, as far as the system lets `runner`, and reports what was done.
    func perform(
        _ plan: AlarmPlan,
        _ alarm: IncomingAlarm,
        by runner: Runner,
        _ reception: Reception,
        cause: PhoneRing.Cause = .push,
        saying words: String? = nil
    ) async {
        var phoneRing: PhoneRing?
        var isArmed = true
        for action in plan.actions {
            switch action {
            case .arm(let time):
                let outcome = await arm(alarm, at: time, by: runner)
                isArmed = outcome == .armed
                if outcome == nil, await keepNotification(alarm, at: alarm.notifiesLocallyAt) {
                    await report(.received, of: alarm.id)
                }
            case .notifyLocally(let time): await keepNotification(alarm, at: time)
            case .notify:
                note(
                    "shows: an alarm from \(alarm.partnerName ?? "somebody") for \(alarm.time.iso8601)",
                    alarm: alarm.id,
                    stage: alarm.stage
                )
            case .ring:
                // The ring takes its place.
                localNotifications.remove(alarm.id)
                scheduleTimer()
                phoneRing = PhoneRing(
                    alarm,
                    cause,
                    ring: reception.ring,
                    effect: reception.effect,
                    reason: reception.reason
                )
                // An alarm without a message of its own keeps the text that it came with.
                if let words, alarm.words.text == nil { phoneRing?.words = words }
            case .disarm:
                guard mayArm(runner) || systemAlarms.entries[alarm.id] == nil else {
                    note("the extension may not take the system alarm off", alarm: alarm.id, stage: alarm.stage)
                    continue
                }
                disarm(alarm.id)
                note("lets go of the alarm", .disarming, alarm: alarm.id, stage: alarm.stage)
            case .ignore(let reason):
                guard reason != .repeated else { continue }
                note("nothing to do: \(reason.rawValue)", alarm: alarm.id, stage: alarm.stage)
            }
        }
        if let phoneRing { announce(phoneRing) }
        for receipt in plan.receipts where isArmed || receipt != .armed { await report(receipt, of: alarm.id) }
        if let phoneRing { await offer(phoneRing) }
    }

    /// Removes an alarm, stops its sound and withdraws its notification.
    func disarm(_ id: AlarmID) {
        systemAlarms.remove(id)
        localNotifications.remove(id)
        silence(id)
        scheduleTimer()
    }

    /// Waits for the next system alarm or local notification, if there is one and the phone is on.
    func scheduleTimer() {
        timer?.cancel()
        timer = nil
        let times = [systemAlarms.next, localNotifications.next].compactMap { $0 }
        guard state.isPoweredOn, let next = times.min() else { return }
        let clock = clock
        timer = Task { [weak self] in
            guard (try? await clock.sleep(until: next)) != nil else { return }
            await self?.soundDue()
        }
    }

    /// Registers a system alarm, unless another part of the app has done so.
    private func register(_ alarm: IncomingAlarm, at time: Instant) async throws -> ArmingOutcome {
        // A page is one process: nobody else arms for it, and a new page arms again what an earlier one had armed.
        guard state.browser == nil else {
            try takeAlarm(alarm, at: time)
            return .armed
        }
        let outcome = try await device.arm(alarm, with: { [self] in try await takeAlarm(alarm, at: time) })
        if outcome == .overtaken { systemAlarms.remove(alarm.id) }
        return outcome
    }

    private func takeAlarm(_ alarm: IncomingAlarm, at time: Instant) throws {
        try systemAlarms.register(alarm, at: time, in: state)
    }

    private func mayArm(_ runner: Runner) -> Bool { runner == .app || state.extensionMayArm }

    /// Keeps a local notification for `time` by the relay's clock; returns false if there is one, or can be none.
    @discardableResult
    func keepNotification(_ alarm: IncomingAlarm, at time: Instant) async -> Bool {
        guard PhoneRules.keepsNotifications(in: state) else { return false }
        let offset = await device.profile.clockOffset
        guard localNotifications.keep(alarm, at: time - offset) else { return false }
        note("keeps a local notification for \(time.iso8601), shown even offline", alarm: alarm.id, stage: alarm.stage)
        scheduleTimer()
        return true
    }

    /// Registers a system alarm for `time` by the relay's clock; returns nil if the system refuses it.
    func arm(_ alarm: IncomingAlarm, at time: Instant, by runner: Runner) async -> ArmingOutcome? {
        guard mayArm(runner) else {
            note("the extension may not arm: the alarm waits for the app", alarm: alarm.id, stage: alarm.stage)
            return nil
        }
        let offset = await device.profile.clockOffset
        do {
            let outcome = try await register(alarm, at: time - offset)
            guard outcome == .armed else { return outcome }
        } catch {
            note(
                "the system refuses the alarm, \(error); a notification is all there is",
                alarm: alarm.id,
                stage: alarm.stage
            )
            return nil
        }
        localNotifications.remove(alarm.id)
        let kind = state.browser == nil ? "a system alarm" : "an alarm of the page"
        note(
            "armed: \(kind) for \(time.iso8601), ringing even offline",
            .arming,
            alarm: alarm.id,
            stage: alarm.stage,
            state: AlarmReceipt.Report.armed.rawValue
        )
        scheduleTimer()
        return .armed
    }
}
