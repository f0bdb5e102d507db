import AlarmCore
import AlarmWire
package import DeviceKit
package import GatewaySimulator

/// A phone without glass: gets pushes from a simulated gateway, and arms, rings and answers as its habits say.
///
/// What to do about a push is decided by ``DeviceKit``, as on a real phone; this adds the parts that a phone's system and
/// its user play.
package actor VirtualPhone {
    /// The user's name.
    package nonisolated let name: String
    /// The app's side.
    package nonisolated let device: LocalDevice
    /// How phone and user behave.
    package var habits: Habits

    private nonisolated let gateway: GatewaySimulator
    private nonisolated let timeline: Timeline
    private nonisolated let clock: PhoneClock
    private var token: String
    private var systemAlarms: [AlarmID: Task<Void, Never>] = [:]
    private var rings: [AlarmID: Int] = [:]
    private var isSnoozed: Set<AlarmID> = []
    private var receiving: Task<Void, Never>?

    /// Makes a phone that is addressed by `token` at `gateway`; it does nothing until ``turnOn()``.
    package init(
        name: String,
        device: LocalDevice,
        token: String,
        gateway: GatewaySimulator,
        habits: Habits,
        timeline: Timeline,
        clock: PhoneClock = .system
    ) {
        self.name = name
        self.device = device
        self.token = token
        self.gateway = gateway
        self.habits = habits
        self.timeline = timeline
        self.clock = clock
    }

    /// Starts to receive pushes.
    package func turnOn() {
        receiving?.cancel()
        let pushes = gateway.pushes(to: token)
        receiving = Task { [weak self] in
            for await push in pushes {
                await self?.take(push)
            }
        }
    }

    /// Stops receiving, and forgets every registered alarm, as an app that was removed.
    package func turnOff() {
        receiving?.cancel()
        receiving = nil
        for alarm in systemAlarms.values { alarm.cancel() }
        systemAlarms = [:]
    }

    /// Goes on under another push token, as after a reinstallation.
    package func use(token: String) {
        self.token = token
        turnOn()
    }

    /// Changes how phone and user behave.
    package func change(_ change: @Sendable (inout Habits) -> Void) {
        change(&habits)
    }

    /// Asks the relay what this phone should have armed, as an app does when it is opened.
    package func sync() async throws {
        let outcome = try await device.sync()
        for id in outcome.disarm { disarm(id) }
        for item in outcome.items { await perform(item.plan, item.alarm) }
    }

    private func note(_ text: String) {
        timeline.note(.phone(name), text)
    }

    private func take(_ push: ReceivedPush) async {
        let stage = try? ReceivedAlarmPush(payload: push.payload).alarm.stage
        if isAsleep(push, stage: stage) { return }
        do {
            switch try await device.open(push: push.payload) {
            case .alarm(let alarm, let plan): await perform(plan, alarm)
            case .notice(let notice): note(Self.words(for: notice))
            case .unreadable(let reason): note("rings: a push that cannot be read (\(reason))")
            }
        } catch {
            note("failed: \(error)")
        }
    }

    /// Whether the phone lies locked and silent, so that nothing of the app runs.
    private func isAsleep(_ push: ReceivedPush, stage: PushStage?) -> Bool {
        guard let alarm = try? ReceivedAlarmPush(payload: push.payload).alarm, habits.sleepsThrough > 0 else {
            return false
        }
        switch stage {
        case .handoff:
            note("locked: the handoff waits on the lock screen, no system alarm is armed")
            return true
        case .ring:
            let ring = rings[alarm.id, default: 0] + 1
            guard ring <= habits.sleepsThrough else { return false }
            rings[alarm.id] = ring
            note("locked and silent: ring \(ring) goes unnoticed")
            return true
        default: return false
        }
    }

    private func perform(_ plan: AlarmPlan, _ alarm: IncomingAlarm) async {
        for action in plan.actions {
            switch action {
            case .arm(let time):
                guard habits.allowsSystemAlarms else {
                    note("the system refuses the alarm; a notification is all there is")
                    return
                }
                arm(alarm, at: time)
            case .notify: note("shows: an alarm from \(sender(of: alarm)) for \(alarm.time.iso8601)")
            case .ring: await ring(alarm, because: "push")
            case .disarm:
                disarm(alarm.id)
                note("lets go of the alarm")
            case .ignore(let reason):
                if reason != .repeated { note("nothing to do: \(reason.rawValue)") }
            }
        }
        // What rings reports for itself, since what follows depends on the user.
        for receipt in plan.receipts where receipt != .ringing {
            await report(receipt, of: alarm.id)
        }
    }

    private func arm(_ alarm: IncomingAlarm, at time: Instant) {
        systemAlarms[alarm.id]?.cancel()
        note("armed: a system alarm for \(time.iso8601), ringing even offline")
        let clock = clock
        systemAlarms[alarm.id] = Task { [weak self] in
            guard (try? await clock.sleep(time)) != nil else { return }
            await self?.soundSystemAlarm(alarm)
        }
    }

    private func soundSystemAlarm(_ alarm: IncomingAlarm) async {
        // It has done its work: letting go of it now must not cancel what the user does about it.
        systemAlarms[alarm.id] = nil
        await ring(alarm, because: "system alarm", isSystemAlarm: true)
    }

    private func disarm(_ id: AlarmID) {
        systemAlarms.removeValue(forKey: id)?.cancel()
    }

    private func ring(_ alarm: IncomingAlarm, because cause: String, isSystemAlarm: Bool = false) async {
        rings[alarm.id, default: 0] += 1
        let words = alarm.words.text.map { "\u{201C}\($0)\u{201D}" } ?? "an unverified alarm"
        note("RINGS (\(cause)): \(words) from \(sender(of: alarm))\(alarm.isLate ? ", late" : "")")
        await report(.ringing, of: alarm.id)
        switch habits.answer {
        case .ignore: break
        case .acknowledge(let reply): await answer(alarm, .acknowledged, reply: reply)
        case .dismiss: await answer(alarm, .dismissed)
        case .snooze(let span):
            guard isSnoozed.insert(alarm.id).inserted else { return await answer(alarm, .acknowledged) }
            let end = clock.now() + span
            note("snoozes until \(end.iso8601)")
            await report(.snoozed, of: alarm.id, until: end)
            // A system alarm snoozes by itself; without one the relay rings again.
            if isSystemAlarm { arm(alarm, at: end) }
        }
    }

    private func answer(_ alarm: IncomingAlarm, _ report: AlarmReceipt.Report, reply: String? = nil) async {
        disarm(alarm.id)
        note(report == .dismissed ? "dismisses it" : "answers: \(reply ?? "Got it")")
        await self.report(report, of: alarm.id, reply: alarm.isVerified ? reply : nil)
    }

    private func report(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        until: Instant? = nil,
        reply: String? = nil
    ) async {
        do {
            try await device.report(report, of: id, until: until, reply: reply)
        } catch {
            note("could not report \(report.rawValue): \(error)")
        }
    }

    private func sender(of alarm: IncomingAlarm) -> String { alarm.partnerName ?? "somebody" }

    private static func words(for notice: AlarmNotice) -> String {
        let partner = notice.partnerName ?? "your partner"
        return switch notice.stage.stage {
        case .acknowledged: "is told: \(partner) answered\(notice.reply?.text.map { ": \u{201C}\($0)\u{201D}" } ?? "")"
        case .dismissed: "is told: \(partner) dismissed the alarm"
        case .declined: "is told: \(partner) took the alarm off"
        case .noAnswer: "is told: no answer from \(partner)"
        case .missed: "is told: missed while the relay was away"
        case .blocked: "is told: \(partner) has no device that can be reached"
        case .unblocked: "is told: \(partner) can be reached again"
        case .handoff, .ring, .cancel, nil: "is told: \(notice.stage.rawValue)"
        }
    }
}
