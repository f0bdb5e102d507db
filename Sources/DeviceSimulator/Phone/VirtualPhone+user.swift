import AlarmCore
import AlarmWire
import DeviceKit

extension VirtualPhone {
    /// Lets the user look at the phone and react to everything that sounds or is on the lock screen.
    ///
    /// - Parameter answer: the user's answer this once; their habits decide by default.
    package func look(answering answer: Habits.Reaction? = nil) async {
        guard state.isPoweredOn else { return note("looks at the phone, which is off") }
        let seen = phoneRings.values.filter { $0.effect > .none }.compactMap(\.alarm).sorted()
        note(seen.isEmpty ? "looks at the phone: nothing is there" : "looks at the phone")
        for id in seen { await react(to: id, with: answer ?? habits.answer) }
    }

    /// Unlocks the phone and opens the app, which reports its new push token and syncs.
    ///
    /// Requests that the relay does not answer are noted, as an app would go on without a network.
    ///
    /// - Throws: ``ContradictoryState`` for a phone that is off or has no app.
    package func openApp() async throws {
        guard state.isPoweredOn else { throw ContradictoryState("the app cannot be opened on a phone that is off") }
        guard state.app != .removed else { throw ContradictoryState("an app that was removed cannot be opened") }
        try await change { state in
            state.isLocked = false
            state.app = .installed
        }
        note("opens the app", .change)
        do {
            try await adopt()
            guard await device.profile.isRegistered else {
                return note("the app asks to be set up: it has to be paired")
            }
            if state.browser != nil {
                try await subscribe()
            } else if await device.profile.push?.token != token {
                try await registerToken()
            }
            try await sync()
        } catch {
            note("the app cannot reach the relay: \(error)")
        }
    }

    /// Carries out the user's decision about a ring, unless the ring is over.
    func react(to id: AlarmID, with decision: Habits.Reaction) async {
        guard decision != .ignore, state.isPoweredOn, var phoneRing = phoneRings[id] else { return }
        if let payload = phoneRing.unopened, PhoneRules.appCanAct(in: state) {
            await read(payload, of: id)
            phoneRing.unopened = nil
            // The ring may have been withdrawn while it was opened.
            guard state.isPoweredOn, phoneRings[id] != nil else { return }
        }
        if state.browser == .iPhone, phoneRing.cause == .push, decision != .dismiss {
            note("opens the app to answer, as its notifications have no buttons", alarm: id)
        }
        switch decision {
        case .ignore: break
        case .acknowledge(let reply): await answer(phoneRing, id, .acknowledged, reply: reply)
        case .dismiss: await answer(phoneRing, id, .dismissed)
        case .snooze(let span):
            let count = snoozes[id, default: 0]
            guard count < habits.snoozes else { return await answer(phoneRing, id, .acknowledged) }
            snoozes[id] = count + 1
            await snooze(phoneRing, id, for: span)
        }
    }

    private func answer(
        _ phoneRing: PhoneRing,
        _ id: AlarmID,
        _ report: AlarmReceipt.Report,
        reply: String? = nil
    ) async {
        disarm(id)
        snoozes[id] = nil
        rings[id] = nil
        let words = report == .dismissed ? "dismisses it" : "answers: \(reply ?? "Got it")"
        note(words, .answer, alarm: id, state: report.rawValue)
        await submit(UserAnswer(alarm: id, report: report, reply: reply, unopened: phoneRing.unopened))
    }

    private func snooze(_ phoneRing: PhoneRing, _ id: AlarmID, for span: Span) async {
        silence(id)
        let end = clock.now + span
        note("snoozes until \(end.iso8601)", .answer, alarm: id, state: AlarmReceipt.Report.snoozed.rawValue)
        // A system alarm snoozes by itself; otherwise the relay rings again, or a notification that the phone keeps.
        if let alarm = phoneRing.systemAlarm {
            do {
                try systemAlarms.register(alarm, at: end, in: state)
                note(
                    "armed: the system alarm sounds again at the end of the snooze",
                    .arming,
                    alarm: id,
                    state: "armed"
                )
            } catch {
                note("the system refuses to snooze, \(error)", alarm: id)
            }
            scheduleTimer()
        } else if let alarm = phoneRing.opened {
            // The relay rings at the end of it; the notification is for a phone that is offline then.
            localNotifications.remove(id)
            let offset = await device.profile.clockOffset
            await keepNotification(alarm, at: end + offset + AlarmPlanner.localDelay)
        }
        await submit(UserAnswer(alarm: id, report: .snoozed, until: end, unopened: phoneRing.unopened))
    }

    /// Reports the user's answer to the relay; later, if the app cannot act yet.
    private func submit(_ answer: UserAnswer) async {
        guard PhoneRules.appCanAct(in: state) else {
            waiting.append(answer)
            return note("the app cannot tell the relay before the phone is unlocked", alarm: answer.alarm)
        }
        if let payload = answer.unopened { await read(payload, of: answer.alarm) }
        // Without verification there is nobody to reply to.
        let isVerified = await device.profile.alarm(answer.alarm)?.pair != nil
        await report(answer.report, of: answer.alarm, until: answer.until, reply: isVerified ? answer.reply : nil)
    }

    /// Lets the app, started by its user, open a push that was not opened yet, and report its receipt.
    private func read(_ payload: [UInt8], of id: AlarmID) async {
        do {
            try await adopt()
            guard case .alarm(let alarm, let plan) = try await open(payload) else { return }
            if let text = alarm.words.text {
                note("reads: \u{201C}\(text)\u{201D} from \(alarm.partnerName ?? "somebody")", alarm: id)
            }
            for receipt in plan.receipts where receipt != .armed { await report(receipt, of: id) }
        } catch {
            note("the app fails: \(error)", alarm: id)
        }
    }

    /// Reports the answers that the user gave before the phone was unlocked.
    func settleWaiting() async {
        let answers = waiting
        waiting = []
        for answer in answers { await submit(answer) }
    }
}
