import AlarmCore
import DeviceKit

extension ScenarioPlay {
    /// Creates, registers and pairs the phones, all before the first step and at the same instant.
    func setUp() async throws {
        for phone in scenario.phones {
            phones[phone.name] = try await stage.phone(phone.name, habits: phone.habits, state: phone.stateWhilePairing)
        }
        // Another phone of the same person is linked instead.
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
        for server in messagingServers.servers { messagingRecorder.follow(server) }
        for phone in scenario.phones {
            let state = phone.state
            try await self.phone(phone.name).change { $0 = state }
            learnToken(of: try self.phone(phone.name))
            conditions.follow(state, of: phone.name)
        }
        try await keeper.waitUntilIdle()
    }

    private func setUp(_ pair: Scenario.Pairing) async throws {
        let (inviter, claimer) = (try phone(pair.inviter), try phone(pair.claimer))
        let known = try await DevicePairing(inviter, with: claimer).run(pause: Self.pause)
        pairs.append((known.id, Set([pair.inviter, pair.claimer].compactMap { scenario.phone($0)?.person })))
        timeline.note(.phone(inviter.name), "pairs with \(claimer.name)", kind: .request)
    }

    private func link(_ first: String, _ other: String) async throws {
        try await DevicePairing(phone(first), with: phone(other)).link(pause: Self.pause)
        try await phone(other).sync()
        timeline.note(.phone(first), "is joined by \(other), of the same person", kind: .request)
    }

    /// A pause in real time, for the relay alone: the run's time stands still until everything is set up.
    static let pause: LocalDevice.Pause = { try await Task.sleep(for: .milliseconds(5)) }

    /// Returns the phone with this name.
    func phone(_ name: String) throws -> VirtualPhone {
        guard let phone = phones[name] else { throw ScenarioFailure("there is no phone \(name)") }
        return phone
    }

    /// Returns the pair of two phones' users.
    func pair(_ phone: String, _ other: String) throws -> PairID {
        let people = Set([phone, other].compactMap { scenario.phone($0)?.person })
        guard let pair = pairs.last(where: { $0.phones == people }) else {
            throw ScenarioFailure("\(phone) and \(other) are no pair")
        }
        return pair.pair
    }

    /// Records the phone's present push token.
    func learnToken(of phone: VirtualPhone) {
        gatewayRecorder.learn(token: phone.token, of: phone.name, subscription: phone.address.subscription)
    }
}

extension ScenarioPhone {
    /// The phone's state while it is paired: its start state, changed so that pairing is possible.
    fileprivate var stateWhilePairing: PhoneState {
        var state = state
        if !state.isPoweredOn {
            state.isPoweredOn = true
            state.lock = .locked
        }
        state.isOnline = true
        state.isBedside = false
        state.allowsNotifications = state.browser != nil || state.allowsNotifications
        if state.app == .removed { state.app = .installed }
        return state
    }
}
