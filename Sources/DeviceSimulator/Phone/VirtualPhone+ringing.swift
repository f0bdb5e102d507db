import AlarmCore
import AlarmWire
import DeviceKit

extension VirtualPhone {
    /// Sounds the system alarms, and shows the local notifications, that are due by the phone's own clock.
    func soundDue() async {
        // The wait is over: scheduling the next one must not cancel the present task.
        timer = nil
        let due = systemAlarms.takeDue(at: clock.now)
        let notifications = localNotifications.takeDue(at: clock.now)
        scheduleTimer()
        for entry in due {
            guard let ring = PhoneRules.systemAlarm(in: state) else { continue }
            let phoneRing = PhoneRing(
                entry.alarm,
                state.browser == nil ? .systemAlarm : .page,
                ring: ring,
                effect: ring.isAudible ? .sounds : .shows,
                reason: ring.isAudible ? "it sounds by itself" : "Do Not Disturb mutes the page"
            )
            announce(phoneRing)
            if PhoneRules.hearsItsAlarm(in: state) { await report(.ringing, of: entry.alarm.id) }
            await offer(phoneRing)
        }
        for entry in notifications { await show(entry.alarm) }
    }

    /// Shows a local notification; no code of the app runs, so nobody is told before the user answers.
    private func show(_ alarm: IncomingAlarm) async {
        guard let reception = PhoneRules.localNotification(in: state) else {
            return note("the local notification is not shown", alarm: alarm.id)
        }
        let phoneRing = PhoneRing(
            alarm,
            .localNotification,
            ring: reception.ring,
            effect: reception.effect,
            reason: reception.reason
        )
        await ring(phoneRing)
    }

    /// Alerts the user to a push that the app has not opened.
    func ring(_ phoneRing: PhoneRing) async {
        announce(phoneRing)
        await offer(phoneRing)
    }

    /// Notes a ring in the timeline, as audible as the phone's state allows.
    func announce(_ phoneRing: PhoneRing) {
        note(
            phoneRing.description,
            .ring,
            alarm: phoneRing.alarm,
            stage: phoneRing.stage,
            ring: phoneRing.ring,
            due: phoneRing.due
        )
        guard let id = phoneRing.alarm else { return }
        rings[id, default: 0] += 1
        phoneRings[id] = phoneRing
    }

    /// Ends a ring: its sound and its place on the lock screen.
    func silence(_ id: AlarmID) {
        phoneRings[id] = nil
        reactions.removeValue(forKey: id)?.cancel()
    }

    /// Lets the user notice a ring, or not, and react to it by their habits.
    func offer(_ phoneRing: PhoneRing) async {
        // The ring may have been answered or withdrawn while the relay was being told.
        guard let id = phoneRing.alarm, phoneRings[id] != nil else { return }
        let number = rings[id, default: 1]
        guard habits.notices(phoneRing.effect) else {
            return note("ring \(number) goes unnoticed: \(phoneRing.reason)", alarm: id)
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
        // Removed first: ending the ring must not cancel the task that ends it.
        reactions[id] = nil
        await react(to: id, with: habits.answer)
    }

    /// Reports an event to the relay, or has DeviceKit keep the receipt.
    func report(_ report: AlarmReceipt.Report, of id: AlarmID, until: Instant? = nil, reply: String? = nil) async {
        do {
            switch try await device.report(report, of: id, until: until, reply: reply) {
            case .kept:
                keepsReceipts = true
                note("keeps \u{201C}\(report.rawValue)\u{201D} until the relay can be reached", alarm: id)
            case .taken(let answer), .stale(let answer):
                // The relay may allow less than was asked for; the notification that is kept for its end moves along.
                guard report == .snoozed, let kept = localNotifications.entries[id] else { return }
                if let end = answer.snoozedUntil {
                    await keepNotification(kept.alarm, at: end + AlarmPlanner.localDelay)
                } else if localNotifications.remove(id) {
                    scheduleTimer()
                }
            }
        } catch {
            // A snooze that is refused ends nowhere.
            if report == .snoozed, localNotifications.remove(id) { scheduleTimer() }
            note("could not report \(report.rawValue): \(error)", alarm: id)
        }
    }
}
