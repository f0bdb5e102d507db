import AlarmCore
import DeviceKit

extension ScenarioPlay {
    /// Makes the phones, registers and pairs them, all before the first step and at the same instant.
    func setUp() async throws {
        for phone in scenario.phones {
            phones[phone.name] = try await stage.phone(phone.name, habits: phone.habits, state: phone.stateWhilePairing)
        }
        // Another phone of the same person gets known by being linked.
        let first = scenario.phones.filter { scenario.phones(of: $0.person).first == $0.name }
        for phone in first { _ = try await self.phone(phone.name).device.register() }
        for pair in scenario.pairs { try await setUp(pair) }
        for phone in first {
            for other in scenario.phones(of: phone.person) where other != phone.name {
                try await link(phone.name, other)
            }
        }
        try await setUpCheckIns()
        try await setUpCircles()
        for server in office.servers { postWatch.follow(server) }
        for phone in scenario.phones {
            let state = phone.state
            try await self.phone(phone.name).change { $0 = state }
            learnToken(of: try self.phone(phone.name))
            conditions.follow(state, of: phone.name)
        }
        try await keeper.settle()
    }

    private func setUp(_ pair: Scenario.Pairing) async throws {
        let (inviter, claimer) = (try phone(pair.inviter), try phone(pair.claimer))
        let known = try await PhonePairing(inviter, with: claimer).run(pause: Self.pause)
        pairs.append((known.id, Set([pair.inviter, pair.claimer].compactMap { scenario.phone($0)?.person })))
        timeline.note(.phone(inviter.name), "pairs with \(claimer.name)", kind: .request)
    }

    private func link(_ first: String, _ other: String) async throws {
        try await PhonePairing(phone(first), with: phone(other)).link(pause: Self.pause)
        timeline.note(.phone(first), "is joined by \(other), of the same person", kind: .request)
    }

    /// Waits for the relay itself: the run's time stands still until everything is set up.
    static let pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(5)) }

    /// The phone of this name.
    func phone(_ name: String) throws -> VirtualPhone {
        guard let phone = phones[name] else { throw ScenarioFailure("there is no phone \(name)") }
        return phone
    }

    /// The pair of two phones' users.
    func pair(_ phone: String, _ other: String) throws -> PairID {
        let people = Set([phone, other].compactMap { scenario.phone($0)?.person })
        guard let pair = pairs.last(where: { $0.phones == people }) else {
            throw ScenarioFailure("\(phone) and \(other) are no pair")
        }
        return pair.pair
    }

    /// Remembers whose the phone's present push token is.
    func learnToken(of phone: VirtualPhone) {
        gatewayWatch.learn(token: phone.token, of: phone.name)
    }
}

extension ScenarioPhone {
    /// What the phone is like while it is paired: as at the start, but able to.
    fileprivate var stateWhilePairing: PhoneState {
        var state = state
        if !state.isPoweredOn {
            state.isPoweredOn = true
            state.lock = .locked
        }
        state.isOnline = true
        if state.app == .removed { state.app = .installed }
        return state
    }
}
