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
        let outcome = try await device.sync()
        keepsReceipts = false
        for id in outcome.disarm { disarm(id) }
        // A due alarm is shown as the app's own notification: time-sensitive, like the relay's first ring.
        let reception = PhoneRules.reception(of: PushTraits(), by: state)
        for item in outcome.items { await perform(item.plan, item.alarm, by: .app, reception, cause: .sync) }
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
                isArmed = await arm(alarm, at: time, by: runner)
                if !isArmed, await keepNotification(alarm, at: alarm.notifiesLocallyAt) {
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

    /// Registers a system alarm for `time` by the relay's clock; returns false if the system refuses it.
    func arm(_ alarm: IncomingAlarm, at time: Instant, by runner: Runner) async -> Bool {
        guard mayArm(runner) else {
            note("the extension may not arm: the alarm waits for the app", alarm: alarm.id, stage: alarm.stage)
            return false
        }
        let offset = await device.profile.clockOffset
        do {
            try systemAlarms.register(alarm, at: time - offset, in: state)
        } catch {
            note(
                "the system refuses the alarm, \(error); a notification is all there is",
                alarm: alarm.id,
                stage: alarm.stage
            )
            return false
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
        return true
    }
}
