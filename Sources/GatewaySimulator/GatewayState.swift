import AlarmCore

/// All state that the connections share, as one value under one lock.
struct GatewayState {
    var devices: DeviceRegistry
    var subscriptions = SubscriptionRegistry()
    var keys = TeamKeys()
    var behaviors: BehaviorTable
    var rules: GatewaySimulator.ConnectionRules
    var log: PushLog
    var subscribers = Subscribers()
    /// Number of the last request.
    private(set) var lastNumber = 0

    /// Result of checking a request, before the devices are looked up.
    enum Finding {
        case valid(token: String, PushAttributes, team: String)
        case invalid(token: String?, Rejection)

        /// The device token in the path, if there is one.
        var token: String? {
            switch self {
            case .valid(let token, _, _): token
            case .invalid(let token, _): token
            }
        }
    }

    /// The decision about a request.
    struct Conclusion {
        var answer: ReceivedPush.Outcome
        var latency: Int64
        var goAway: GatewaySimulator.Behavior.GoAwayRule?
        var closesInput = false
    }

    init(configuration: GatewaySimulator.Configuration) {
        devices = DeviceRegistry(backgroundLimit: configuration.backgroundLimit)
        // A stream of its own: the connections' generators are seeded with the same seed and their number.
        behaviors = BehaviorTable(seed: configuration.seed)
        rules = configuration.connectionRules.clamped
        log = PushLog(capacity: configuration.logCapacity)
    }

    /// Decides about a request, delivers its push, and records it.
    mutating func conclude(_ finding: Finding, push: ReceivedPush) -> Conclusion {
        var push = push
        lastNumber += 1
        push.number = lastNumber
        let circumstances = behaviors.circumstances(of: finding.token)
        var closesInput = false
        do throws(Rejection) {
            let accepted = try accept(finding, environment: push.environment)
            let fault = behaviors.fault(for: accepted.token, at: push.receivedAt)
            push.answer = fault?.outcome ?? .response(.accepted)
            closesInput = fault?.answer == .halfClose(.input)
            if closesInput || fault?.delivers ?? true {
                deliver(push, token: accepted.token, accepted.attributes)
            }
        } catch {
            push.answer = .response(GatewaySimulator.Response(error))
        }
        log.append(push)
        subscribers.announce(push)
        return Conclusion(
            answer: push.answer,
            latency: circumstances.latency,
            goAway: circumstances.goAway,
            closesInput: closesInput
        )
    }

    /// Decides about a message to a browser, delivers and records it.
    mutating func conclude(
        _ message: Result<WebPushMessage, WebPushRejection>,
        to subscription: String?,
        push: ReceivedPush
    ) -> Conclusion {
        var push = push
        lastNumber += 1
        push.number = lastNumber
        let circumstances = behaviors.circumstances(of: subscription)
        var closesInput = false
        do throws(WebPushRejection) {
            let message = try message.get()
            guard let subscription else { throw WebPushRejection(404, "no such subscription") }
            try subscriptions.check(subscription, sender: message.sender)
            let fault = behaviors.fault(for: subscription, at: push.receivedAt)
            push.answer = fault?.outcome ?? .response(GatewaySimulator.Response(status: 201))
            closesInput = fault?.answer == .halfClose(.input)
            if closesInput || fault?.delivers ?? true, subscriptions.accept(push, message, to: subscription) {
                subscribers.deliver(push, to: subscription)
            }
        } catch {
            push.answer = .response(error.response)
        }
        log.append(push)
        subscribers.announce(push)
        return Conclusion(
            answer: push.answer,
            latency: circumstances.latency,
            goAway: circumstances.goAway,
            closesInput: closesInput
        )
    }

    /// Sets a browser online or offline, and delivers the messages stored for it.
    mutating func setSubscriptionOnline(_ isOnline: Bool, _ id: String, at now: Instant) {
        for push in subscriptions.setOnline(isOnline, id, at: now) { subscribers.deliver(push, to: id) }
    }

    /// Sets a device online or offline, and delivers the push stored for it.
    mutating func setOnline(_ isOnline: Bool, token: String, at now: Instant) {
        if let stored = devices.setOnline(isOnline, token: token, at: now) {
            subscribers.deliver(stored, to: token)
        }
    }

    /// Allows or forbids an app's background pushes, and delivers the held one.
    mutating func setBackgroundAllowed(_ isAllowed: Bool, token: String, at now: Instant) {
        if let held = devices.setBackgroundAllowed(isAllowed, token: token, at: now) {
            subscribers.deliver(held, to: token)
        }
    }

    /// Delivers the held background pushes that are due.
    mutating func deliverDue(at now: Instant) {
        for (token, push) in devices.takeDue(at: now) {
            subscribers.deliver(push, to: token)
        }
    }

    /// Checks what remains for a request that keeps all rules: whether its sender and its device belong together.
    private func accept(
        _ finding: Finding,
        environment: GatewaySimulator.Environment
    ) throws(Rejection) -> (token: String, attributes: PushAttributes) {
        switch finding {
        case .invalid(_, let rejection):
            throw rejection
        case .valid(let token, let attributes, let team):
            guard keys.allows(team: team, topic: attributes.topic, type: attributes.type) else {
                throw Rejection(.topicDisallowed)
            }
            try devices.check(token: token, topic: attributes.topic, environment: environment)
            return (token, attributes)
        }
    }

    private mutating func deliver(_ push: ReceivedPush, token: String, _ attributes: PushAttributes) {
        let deadline = attributes.expiration.deadline(receivedAt: push.receivedAt)
        let arrival = GatewayDevice.Arrival(
            push: push,
            isBackground: attributes.type == .background,
            deadline: deadline
        )
        if devices.accept(arrival, token: token) {
            subscribers.deliver(push, to: token)
        }
    }
}

extension GatewaySimulator.Behavior.Fault {
    /// The log's answer for a request that met the fault; nil for the genuine one.
    fileprivate var outcome: ReceivedPush.Outcome? {
        switch answer {
        case .genuine, .halfClose(.input): nil
        case .fixed(let response): .response(response)
        case .never: ReceivedPush.Outcome.none
        case .reset(let code): .reset(code: code)
        case .disconnect: .disconnected
        case .stall: .stalled
        case .halfClose(.output): .outputClosed
        }
    }
}
