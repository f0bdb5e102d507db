import AlarmCore
import GatewaySimulator

extension ScenarioPlay {
    func take(_ event: ScenarioStep.RelayEvent) async throws {
        switch event {
        case .kill:
            timeline.note(.relay, "is killed", kind: .change)
            await stage.relay.kill()
        case .stop:
            timeline.note(.relay, "is stopped", kind: .change)
            await stage.relay.stop()
        case .start:
            stage = try await stage.restarted()
            timeline.note(.relay, "is started again", kind: .change)
        }
        conditions.set("down", in: .relay, to: event != .start)
    }

    func take(_ event: MessagingServiceEvent, at service: MessagingService) async throws {
        guard let server = messagingServers.server(for: service) else {
            throw ScenarioFailure("there is no \(service.rawValue)")
        }
        try await server.take(event)
        let words =
            switch event {
            case .down: "goes down"
            case .up: "is back"
            case .fails: "takes nothing for now"
            case .recovers: "is in good health again"
            }
        timeline.note(service.lane, words, kind: .change)
        switch event {
        case .down, .up: conditions.set("down", in: service.lane, to: event == .down)
        case .fails, .recovers: conditions.set("fails", in: service.lane, to: event == .fails)
        }
    }

    func take(_ event: GatewayEvent) async throws {
        let gateway = stage.gateway
        switch event {
        case .goDown:
            try await gateway.goDown()
            timeline.note(.gateway, "goes down", kind: .change)
            conditions.set("down", in: .gateway, to: true)
        case .comeUp:
            try await gateway.comeUp()
            timeline.note(.gateway, "is back", kind: .change)
            conditions.set("down", in: .gateway, to: false)
        case .recover:
            gateway.behavior = .genuine
            for phone in phones.values { gateway.setBehavior(nil, for: phone.token) }
            timeline.note(.gateway, "is in good health again", kind: .change)
            conditions.end(in: .gateway) { $0 != "down" }
        case .misbehave(let fault, let name, let retryAfter, let every):
            let behavior = fault.behavior(retryAfter: retryAfter, every: every)
            let words = "\(fault.rawValue)\(every > 1 ? " every \(every)" : "")"
            if let name {
                try gateway.setBehavior(behavior, for: phone(name).token)
            } else {
                gateway.behavior = behavior
            }
            timeline.note(.gateway, words + (name.map { " towards \($0)" } ?? ""), kind: .change)
            conditions.end(in: .gateway) { $0 != "down" }
            conditions.set(words, in: .gateway, to: true)
        }
    }
}

extension GatewayEvent.Fault {
    /// RFC 9113, section 7: the stream was not processed.
    private static let refusedStream: UInt32 = 7

    fileprivate func behavior(retryAfter: Span?, every: Int) -> GatewaySimulator.Behavior {
        let portion: GatewaySimulator.Behavior.Portion = every > 1 ? .every(every) : .all
        return switch self {
        case .throttles: .throttle(retryAfter: retryAfter, portion: portion)
        case .fails:
            .respond(status: 503, reason: "ServiceUnavailable", retryAfter: retryAfter, portion: portion)
        case .stalls: .neverAnswer(portion: portion)
        case .resets: .resetStream(code: Self.refusedStream, portion: portion)
        case .disconnects: .disconnect(portion: portion)
        case .goesAway: .goAway(afterEvery: every)
        }
    }
}
