import AlarmCore
import AlarmWire
import DeviceKit

extension VirtualPhone {
    /// The user looks at the phone and does about what sounds, or stands on the lock screen, what they do.
    ///
    /// - Parameter answer: what they do this once; as their habits are unless told.
    package func look(answering answer: Habits.Answer? = nil) async {
        guard state.isPoweredOn else { return note("looks at the phone, which is off") }
        let seen = calls.values.filter { $0.effect > .none }.compactMap(\.alarm).sorted()
        note(seen.isEmpty ? "looks at the phone: nothing is there" : "looks at the phone")
        for id in seen { await react(to: id, with: answer ?? habits.answer) }
    }

    /// The user unlocks the phone and opens the app, which reports its new push token and syncs.
    ///
    /// What the relay does not answer is noted, as an app would go on without a network.
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
            if await device.profile.push?.token != token { try await registerToken() }
            try await sync()
        } catch {
            note("the app cannot reach the relay: \(error)")
        }
    }

    /// Does about a call what the user decides, unless it is over.
    func react(to id: AlarmID, with decision: Habits.Answer) async {
        guard decision != .ignore, state.isPoweredOn, var call = calls[id] else { return }
        if let payload = call.unopened, PhoneRules.appCanAct(in: state) {
            await read(payload, of: id)
            call.unopened = nil
            // It may have been taken back while it was opened.
            guard state.isPoweredOn, calls[id] != nil else { return }
        }
        switch decision {
        case .ignore: break
        case .acknowledge(let reply): await answer(call, id, .acknowledged, reply: reply)
        case .dismiss: await answer(call, id, .dismissed)
        case .snooze(let span):
            let count = snoozes[id, default: 0]
            guard count < habits.snoozes else { return await answer(call, id, .acknowledged) }
            snoozes[id] = count + 1
            await snooze(call, id, for: span)
        }
    }

    private func answer(_ call: Call, _ id: AlarmID, _ report: AlarmReceipt.Report, reply: String? = nil) async {
        disarm(id)
        snoozes[id] = nil
        rings[id] = nil
        let words = report == .dismissed ? "dismisses it" : "answers: \(reply ?? "Got it")"
        note(words, .answer, alarm: id, state: report.rawValue)
        await settle(GivenAnswer(alarm: id, report: report, reply: reply, unopened: call.unopened))
    }

    private func snooze(_ call: Call, _ id: AlarmID, for span: Span) async {
        silence(id)
        let end = clock.now + span
        note("snoozes until \(end.iso8601)", .answer, alarm: id, state: AlarmReceipt.Report.snoozed.rawValue)
        // A system alarm snoozes by itself; without one the relay rings again.
        if let alarm = call.systemAlarm {
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
        }
        await settle(GivenAnswer(alarm: id, report: .snoozed, until: end, unopened: call.unopened))
    }

    /// Tells the relay what the user answered; later, if the app cannot act yet.
    private func settle(_ answer: GivenAnswer) async {
        guard PhoneRules.appCanAct(in: state) else {
            waiting.append(answer)
            return note("the app cannot tell the relay before the phone is unlocked", alarm: answer.alarm)
        }
        if let payload = answer.unopened { await read(payload, of: answer.alarm) }
        // There is nobody to reply to where the words could not be verified.
        let isVerified = await device.profile.alarm(answer.alarm)?.pair != nil
        await report(answer.report, of: answer.alarm, until: answer.until, reply: isVerified ? answer.reply : nil)
    }

    /// Lets the app, started by its user, open what nobody has opened, and report what it is.
    private func read(_ payload: [UInt8], of id: AlarmID) async {
        do {
            try await adopt()
            guard case .alarm(let alarm, let plan) = try await device.open(push: payload) else { return }
            if let text = alarm.words.text {
                note("reads: \u{201C}\(text)\u{201D} from \(alarm.partnerName ?? "somebody")", alarm: id)
            }
            for receipt in plan.receipts where receipt != .armed { await report(receipt, of: id) }
        } catch {
            note("the app fails: \(error)", alarm: id)
        }
    }

    /// Tells the relay what the user answered before the phone was unlocked.
    func settleWaiting() async {
        let answers = waiting
        waiting = []
        for answer in answers { await settle(answer) }
    }
}
