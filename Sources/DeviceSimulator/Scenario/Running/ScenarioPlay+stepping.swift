import AlarmCore
import AlarmWire
import DeviceKit
import GatewaySimulator

extension ScenarioPlay {
    /// Performs a step; returns when it is done, which may need time to pass.
    func perform(_ action: ScenarioStep.Action) async throws {
        switch action {
        case .send(let sending): try await send(sending)
        case .move(let label, let due): try await move(label, to: due)
        case .cancel(let label, let name): try await cancel(label, by: phone(name))
        case .revoke(let name, let other):
            let phone = try phone(name)
            timeline.note(.phone(name), "ends the pair with \(other)", kind: .request)
            let released = try await phone.device.revoke(pair(name, other))
            for id in released { await phone.disarm(id) }
        case .change(let name, let settings): try await change(phone(name), settings)
        case .event(let name, let event): try await take(event, on: phone(name))
        case .checkIn(let name, let place): try await checkIn(phone(name), at: place)
        case .plan(let plan): try await watch(plan)
        case .rehearse(let name):
            timeline.note(.phone(name), "rehearses what would happen", kind: .request)
            try await phone(name).device.rehearseCheckIn()
        case .contact(let name, let deed): try await messagingRecorder.act(deed, as: .contact(name))
        case .remind(let reminder): try await remind(reminder)
        case .reminder(let label, let name, let deed): try await act(on: label, by: name, deed)
        case .signal(let label, let name, let signal): try await self.signal(label, from: name, signal)
        case .active(let name): try await reportActivity(of: name)
        case .pauseCare(let name, let end): try await pauseCare(of: name, until: end)
        case .tap(let name, let tap): try await phone(name).tap(tap)
        case .post(let service, let event): try await take(event, at: service)
        case .gateway(let event): try await take(event)
        case .relay(let event): try await take(event)
        }
    }

    private func send(_ sending: ScenarioStep.Sending) async throws {
        let sender = try phone(sending.sender)
        timeline.note(
            .phone(sender.name),
            "sets \(sending.alarm) for \(sending.receiver), due \(sending.due.iso8601)",
            kind: .request
        )
        let accepted = try await sender.device.send(
            text: sending.text,
            at: sending.due,
            to: pair(sending.sender, sending.receiver),
            rule: sending.rule,
            timeZone: sending.zone
        )
        let person = scenario.phone(sending.receiver)?.person ?? ""
        tracks.append(
            RunRecord.AlarmTrack(
                label: sending.alarm,
                id: accepted.id,
                due: sending.due,
                sender: sending.sender,
                receivers: scenario.phones(of: person),
                text: sending.text
            )
        )
        await alarmPoller.follow(accepted.id, as: sender.device.profile)
    }

    private func move(_ label: String, to due: Instant) async throws {
        let track = try track(label)
        timeline.note(.phone(track.sender), "moves \(label) to \(due.iso8601)", kind: .request, alarm: track.id)
        _ = try await phone(track.sender).device.reschedule(track.id, at: due)
    }

    private func cancel(_ label: String, by phone: VirtualPhone) async throws {
        let track = try track(label)
        timeline.note(.phone(phone.name), "takes \(label) back", kind: .request, alarm: track.id)
        if try await phone.device.cancel(track.id) { await phone.disarm(track.id) }
    }

    private func track(_ label: String) throws -> RunRecord.AlarmTrack {
        guard let track = tracks.first(where: { $0.label == label }) else {
            throw ScenarioFailure("\(label) is not set yet")
        }
        return track
    }

    private func change(_ phone: VirtualPhone, _ settings: PhoneSettings) async throws {
        if let habits = settings.habits { await phone.behave { $0 = habits } }
        // Fetched first: pushes waiting at the gateway arrive as soon as the phone is back.
        var next = await phone.state
        settings.apply(to: &next)
        conditions.follow(next, of: phone.name)
        try await phone.change { settings.apply(to: &$0) }
        learnToken(of: phone)
    }

    private func take(_ event: PhoneEvent, on phone: VirtualPhone) async throws {
        switch event {
        case .restart: try await phone.restart()
        case .look: await phone.look()
        case .openApp: try await phone.openApp()
        case .reinstallApp:
            try await phone.change { $0.app = .removed }
            try await phone.change { $0.app = .installed }
        case .renewToken: try await phone.rotateToken()
        case .expireToken:
            phone.expireAddress(at: keeper.now)
            timeline.note(.gateway, "declares the address of \(phone.name) dead", kind: .change, phone: phone.name)
        }
        learnToken(of: phone)
        conditions.follow(await phone.state, of: phone.name)
    }
}
