import AlarmCore
import AlarmWire
import DeviceKit

/// A phone that a relay's event stream reaches in the place of a push gateway.
extension VirtualPhone {
    /// The rings of an alarm from which on the built-in policy asks for critical ones, where the device allows them.
    private static let ringsBeforeCritical = 2

    /// Opens the stream, or closes it, as the phone's state lets pushes through or not.
    func listenToEvents() {
        guard case .events = address else { return }
        guard PhoneRules.isConnected(state), state.app != .removed else {
            stream?.cancel()
            stream = nil
            return
        }
        guard stream == nil, refusal == nil else { return }
        let device = device
        stream = Task { [weak self] in
            var events = device.events().makeAsyncIterator()
            do {
                while true {
                    let event = try await events.nextUnopened()
                    // A stream that was closed here ends like one that broke.
                    guard !Task.isCancelled else { return }
                    await self?.take(event)
                }
            } catch {
                await self?.end(after: error)
            }
        }
    }

    /// Has the app tell the relay of the phone, and ask what it should have armed, as when its user has just used it.
    ///
    /// What an earlier run of this phone had armed is armed again: a process keeps no system alarms. Does nothing where
    /// the app cannot run.
    ///
    /// - Throws: a `DeviceError`, where the relay refuses the device.
    package func begin() async throws {
        guard PhoneRules.appCanAct(in: state), state.isOnline, state.app == .installed else { return }
        do {
            try await adopt()
            let outcome = try await device.sync(fromScratch: true)
            keepsReceipts = false
            for id in outcome.disarm { disarm(id) }
            let reception = PhoneRules.reception(of: PushTraits(), by: state)
            for item in outcome.items {
                await perform(item.plan, item.alarm, by: .app, reception, cause: .sync)
                await armAgain(item.alarm)
            }
        } catch DeviceError.transport(let error) {
            note("the app cannot reach the relay: \(error)")
        }
    }

    private func armAgain(_ alarm: IncomingAlarm) async {
        let profile = await device.profile
        guard profile.alarm(alarm.id)?.phase == .armed, systemAlarms.entries[alarm.id] == nil else { return }
        do {
            try systemAlarms.register(alarm, at: alarm.ringsAt - profile.clockOffset, in: state)
            note("armed again: a system alarm for \(alarm.ringsAt.iso8601)", .arming, alarm: alarm.id)
            scheduleTimer()
        } catch {
            note("the system refuses the alarm, \(error)", alarm: alarm.id)
        }
    }

    private func take(_ event: UnopenedEvent) async {
        switch event {
        case .event(let event):
            guard event.type == "alarm" || event.type == "notice" else { return }
            await take(payload(of: event.data), type: "alert")
        case .opened:
            note(hasLostStream ? "listens to the relay again" : "listens to the relay", .change)
            hasLostStream = false
        case .interrupted(let reason):
            if !hasLostStream { note("has lost the relay, and tries again: \(reason)", .change) }
            hasLostStream = true
        }
    }

    /// Notes that the stream is over; one that was closed here is no news.
    private func end(after error: any Error) {
        if error is CancellationError { return }
        if case DeviceError.cancelled = error { return }
        stream = nil
        refusal = error as? DeviceError
        note("the relay refuses the phone: \(error)", .change)
    }

    /// The payload that a gateway would have been given, from the object `alarm` of an event.
    ///
    /// An event does not say how urgent the relay's policy makes it: assumed is what the built-in one says.
    private func payload(of data: String) -> [UInt8] {
        let bytes = Array(data.utf8)
        guard let value = try? JSONValue(parsing: bytes), let push = try? ReceivedAlarmPush(alarm: value).alarm,
            let payload = try? PushPayload(push, urgency: urgency(of: push))
        else { return bytes }
        return payload.bytes
    }

    private func urgency(of push: AlarmPush) -> Urgency {
        guard push.stage == .ring else { return push.stage.isNotice ? .active : .timeSensitive }
        let mayBeCritical = state.capabilities.criticalAlerts && rings[push.id, default: 0] >= Self.ringsBeforeCritical
        return mayBeCritical ? .critical : .timeSensitive
    }
}
