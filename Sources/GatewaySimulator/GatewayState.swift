import AlarmCore

/// Everything that the connections share, as one value under one lock.
struct GatewayState {
    var devices = DeviceRegistry()
    var keys = KeyRing()
    var behaviors = BehaviorTable()
    var log: PushLog
    var subscribers = Subscribers()

    /// What a request turned out to be, before the devices were asked.
    enum Finding {
        case valid(token: String, PushAttributes, team: String)
        case invalid(token: String?, Rejection)

        /// The device token that the path names, if it does.
        var token: String? {
            switch self {
            case .valid(let token, _, _): token
            case .invalid(let token, _): token
            }
        }
    }

    init(logCapacity: Int) {
        log = PushLog(capacity: logCapacity)
    }

    /// Decides about a request, delivers its push, and records it.
    mutating func conclude(
        _ finding: Finding,
        push: ReceivedPush,
        environment: GatewaySimulator.Environment
    ) -> (answer: ReceivedPush.Answer, behavior: GatewaySimulator.Behavior) {
        var push = push
        let behavior = behaviors.behavior(for: finding.token)
        switch finding {
        case .invalid(_, let rejection):
            push.answer = .response(GatewaySimulator.Response(rejection))
        case .valid(let token, let attributes, let team):
            do throws(Rejection) {
                guard keys.allows(team: team, topic: attributes.topic, type: attributes.type) else {
                    throw Rejection(.topicDisallowed)
                }
                try devices.check(token: token, topic: attributes.topic, environment: environment)
                let fault = behaviors.fault(for: token)
                push.answer = fault.flatMap { Self.answer($0.answer) } ?? .response(.accepted)
                if fault?.delivers ?? true {
                    deliver(push, token: token, expiration: attributes.expiration)
                }
            } catch {
                push.answer = .response(GatewaySimulator.Response(error))
            }
        }
        log.append(push)
        subscribers.announce(push)
        return (push.answer, behavior)
    }

    /// Takes a device on or off line, and delivers what waited for it.
    mutating func setOnline(_ isOnline: Bool, token: String, at now: Instant) {
        if let stored = devices.setOnline(isOnline, token: token, at: now) {
            subscribers.deliver(stored, to: token)
        }
    }

    private mutating func deliver(_ push: ReceivedPush, token: String, expiration: Expiration) {
        let deadline = expiration.deadline(receivedAt: push.receivedAt)
        if devices.accept(push, token: token, deadline: deadline) {
            subscribers.deliver(push, to: token)
        }
    }

    private static func answer(_ answer: GatewaySimulator.Behavior.Answer) -> ReceivedPush.Answer? {
        switch answer {
        case .genuine: nil
        case .fixed(let response): .response(response)
        case .never: ReceivedPush.Answer.none
        case .reset(let code): .reset(code: code)
        case .disconnect: .disconnected
        }
    }
}
