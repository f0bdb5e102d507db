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
                while !Task.isCancelled { await self?.take(try await events.nextUnopened()) }
            } catch {
                await self?.end(after: error)
            }
        }
    }

    /// Does what the app does that its user has just used: tells the relay of the phone, and asks what it should have
    /// armed.
    ///
    /// - Throws: a `DeviceError`, where the relay refuses the device.
    package func begin() async throws {
        guard PhoneRules.appCanAct(in: state), state.isOnline, state.app == .installed else { return }
        do {
            try await adopt()
            try await sync()
        } catch DeviceError.transport(let error) {
            note("the app cannot reach the relay: \(error)")
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
        guard !(error is CancellationError), error as? DeviceError != .cancelled else { return }
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
