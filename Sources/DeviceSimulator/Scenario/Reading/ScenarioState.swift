import AlarmCore

/// State of a scenario while its steps are read, as far as a later step could contradict it.
struct ScenarioState {
    /// The alarms set so far, by name.
    private(set) var sendings: [String: ScenarioStep.Sending] = [:]

    private let scenario: Scenario
    private var phones: [String: PhoneState]
    private var changed: [String: (at: Instant, settings: PhoneSettings)] = [:]
    private var isRelayDown = false
    private var isGatewayDown = false
    private var downServices: Set<MessagingService> = []
    private var plans: [String: ScenarioCheckIn] = [:]
    /// The reminders set so far, by name.
    private(set) var reminders: [String: ScenarioReminder] = [:]
    private var cancelled: Set<String> = []
    private var revoked: Set<Set<String>> = []

    init(scenario: Scenario) {
        self.scenario = scenario
        phones = Dictionary(uniqueKeysWithValues: scenario.phones.map { ($0.name, $0.state) })
        for plan in scenario.checkIns { plans[scenario.phone(plan.phone)?.person ?? ""] = plan }
    }

    /// Returns the check-in plan of the phone's person.
    func plan(of phone: String) -> ScenarioCheckIn? {
        scenario.phone(phone).flatMap { plans[$0.person] }.map { plan in
            var plan = plan
            plan.phone = phone
            return plan
        }
    }

    /// Applies a step; returns the reason why it is impossible, else nil.
    mutating func take(_ action: ScenarioStep.Action, at now: Instant) -> String? {
        switch action {
        case .send(let sending):
            if let problem = obstacle(from: sending.sender) ?? broken(sending.sender, sending.receiver) {
                return problem
            }
            sendings[sending.alarm] = sending
        case .move(let alarm, _):
            guard sendings[alarm] != nil else { return "\(alarm) is no alarm that was sent: expected one" }
            if cancelled.contains(alarm) { return "\(alarm) was cancelled before: expected an alarm that is still set" }
            return sendings[alarm].flatMap { obstacle(from: $0.sender) ?? broken($0.sender, $0.receiver) }
        case .cancel(let alarm, let phone): return cancel(alarm, by: phone)
        case .revoke(let phone, let other):
            if let problem = obstacle(from: phone) ?? broken(phone, other) { return problem }
            revoked.insert(people(phone, other))
        case .checkIn(let phone, _): return obstacle(from: phone)
        case .plan(let plan):
            if let problem = obstacle(from: plan.phone) { return problem }
            plans[scenario.phone(plan.phone)?.person ?? ""] = plan
        case .tap(let phone, _), .reminder(_, by: let phone, _), .signal(_, from: let phone, _), .active(let phone),
            .rehearse(let phone), .pauseCare(let phone, until: _):
            return obstacle(from: phone)
        case .remind(let reminder):
            if let problem = obstacle(from: reminder.creator) { return problem }
            reminders[reminder.label] = reminder
        case .post(let service, let event): return take(event, service)
        case .contact: return isRelayDown ? "the relay is down then, and shows nobody a page" : nil
        case .change(let phone, let settings): return change(phone, settings, at: now)
        case .event(let phone, let event): return take(event, phone)
        case .relay(let event):
            guard isRelayDown == (event == .start) else {
                return isRelayDown
                    ? "the relay is down then: expected relay: start"
                    : "the relay runs then: expected relay: kill or stop"
            }
            isRelayDown.toggle()
        case .gateway(.goDown), .gateway(.comeUp):
            guard isGatewayDown == (action == .gateway(.comeUp)) else {
                return isGatewayDown
                    ? "the gateway is down already: expected gateway: up"
                    : "the gateway is up already: expected gateway: down"
            }
            isGatewayDown.toggle()
        case .gateway: return isGatewayDown ? "the gateway is down then: expected gateway: up before" : nil
        }
        return nil
    }

    private mutating func take(_ event: MessagingServiceEvent, _ service: MessagingService) -> String? {
        let isDown = downServices.contains(service)
        switch event {
        case .up where !isDown: return "\(service.rawValue) is up already: expected \(service.rawValue): down"
        case .down where isDown: return "\(service.rawValue) is down already: expected \(service.rawValue): up"
        case .fails where isDown, .recovers where isDown:
            return "\(service.rawValue) is down then: expected \(service.rawValue): up before"
        case .up: downServices.remove(service)
        case .down: downServices.insert(service)
        case .fails, .recovers: break
        }
        return nil
    }

    private mutating func cancel(_ alarm: String, by phone: String) -> String? {
        guard let sending = sendings[alarm] else { return "\(alarm) is not set" }
        let person = scenario.phone(phone)?.person
        let sides = [sending.sender, sending.receiver].map { scenario.phone($0)?.person }
        guard sides.contains(person) else {
            return "\(phone) has nothing to do with \(alarm): expected \(sending.sender) or \(sending.receiver)"
        }
        if let problem = obstacle(from: phone) ?? broken(sending.sender, sending.receiver) { return problem }
        guard cancelled.insert(alarm).inserted else { return "\(alarm) was cancelled before: expected each alarm once" }
        return nil
    }

    private mutating func change(_ phone: String, _ settings: PhoneSettings, at now: Instant) -> String? {
        guard var state = phones[phone] else { return "\(phone) is not known" }
        var merged = settings
        if let last = changed[phone], last.at == now {
            if let key = last.settings.sharedKey(with: settings) {
                return "\(key) of \(phone) changes twice at one time: expected one of the two, or another time"
            }
            merged = last.settings.merged(with: settings)
        }
        if let problem = settings.contradiction(on: phone, in: state, isStart: false) { return problem }
        settings.apply(to: &state)
        phones[phone] = state
        changed[phone] = (now, merged)
        return nil
    }

    private mutating func take(_ event: PhoneEvent, _ phone: String) -> String? {
        guard var state = phones[phone] else { return "\(phone) is not known" }
        if let problem = event.contradiction(on: phone, in: state) { return problem }
        switch event {
        case .restart:
            state.isPoweredOn = false
            state.isPoweredOn = true
        case .openApp, .look: state.isLocked = event == .look ? state.isLocked : false
        case .reinstallApp: state.app = .installed
        case .renewToken, .expireToken: break
        }
        phones[phone] = state
        return nil
    }

    /// Returns the reason why this phone cannot send requests to the relay; nil if it can.
    private func obstacle(from phone: String) -> String? {
        guard let state = phones[phone] else { return "\(phone) is not known" }
        if isRelayDown { return "the relay is down then, and answers nobody: expected relay: start before" }
        if !state.isPoweredOn { return "\(phone) is off then: expected power: on before" }
        if !state.isOnline { return "\(phone) is off line then: expected offline: false before" }
        if state.app == .removed { return "\(phone) has no app then: expected app: installed before" }
        return nil
    }

    /// Returns the reason why two phones' users are no longer paired; nil if they are.
    private func broken(_ phone: String, _ other: String) -> String? {
        revoked.contains(people(phone, other))
            ? "\(phone) and \(other) are no pair any more: expected it before the revocation" : nil
    }

    private func people(_ phone: String, _ other: String) -> Set<String> {
        Set([phone, other].compactMap { scenario.phone($0)?.person })
    }
}
