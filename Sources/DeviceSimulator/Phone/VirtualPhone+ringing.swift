import AlarmCore
import AlarmWire
import DeviceKit

extension VirtualPhone {
    /// Sounds the system alarms whose time has come by the phone's own clock.
    func soundDue() async {
        // The waiting is over: scheduling anew must not cancel what is done now.
        timer = nil
        let due = systemAlarms.takeDue(at: clock.now)
        scheduleTimer()
        for entry in due {
            guard let ring = PhoneRules.systemAlarm(in: state) else { continue }
            let call = Call(entry.alarm, .systemAlarm, ring: ring, effect: .sounds, reason: "a system alarm")
            announce(call)
            if PhoneRules.hearsItsAlarm(in: state) { await report(.ringing, of: entry.alarm.id) }
            await offer(call)
        }
    }

    /// Calls the user with what the app has not opened.
    func call(_ call: Call) async {
        announce(call)
        await offer(call)
    }

    /// Makes the phone noticed, as far as it can be.
    func announce(_ call: Call) {
        note(call.description, .ring, alarm: call.alarm, stage: call.stage, ring: call.ring)
        guard let id = call.alarm else { return }
        rings[id, default: 0] += 1
        calls[id] = call
    }

    /// Ends a call: its sound and its place on the lock screen.
    func silence(_ id: AlarmID) {
        calls[id] = nil
        reactions.removeValue(forKey: id)?.cancel()
    }

    /// Lets the user notice a call, or not, and do about it what they do.
    func offer(_ call: Call) async {
        // What calls may have been answered or taken back while the relay was told of it.
        guard let id = call.alarm, calls[id] != nil else { return }
        let number = rings[id, default: 1]
        guard habits.notices(call.effect) else {
            return note("ring \(number) goes unnoticed: \(call.reason)", alarm: id)
        }
        guard number > habits.sleepsThrough else {
            return note("ring \(number) goes unnoticed: \(name) sleeps on", alarm: id)
        }
        guard habits.reaction > .zero else { return await react(to: id, with: habits.answer) }
        guard reactions[id] == nil else { return }
        let (clock, end) = (clock, clock.truth.now() + habits.reaction)
        reactions[id] = Task { [weak self] in
            guard (try? await clock.truth.sleep(end)) != nil else { return }
            await self?.reactNow(to: id)
        }
    }

    private func reactNow(to id: AlarmID) async {
        // Out of the way first: the call that this ends must not cancel what ends it.
        reactions[id] = nil
        await react(to: id, with: habits.answer)
    }

    /// Tells the relay what happened, or has DeviceKit keep it.
    func report(_ report: AlarmReceipt.Report, of id: AlarmID, until: Instant? = nil, reply: String? = nil) async {
        do {
            guard case .kept = try await device.report(report, of: id, until: until, reply: reply) else { return }
            keepsReceipts = true
            note("keeps \u{201C}\(report.rawValue)\u{201D} until the relay can be reached", alarm: id)
        } catch {
            note("could not report \(report.rawValue): \(error)", alarm: id)
        }
    }
}
