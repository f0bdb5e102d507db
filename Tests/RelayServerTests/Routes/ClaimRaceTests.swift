import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import RelayServer
import RelayTesting
import Storage
import Testing

@Suite("A thousand claims of one code at once", .timeLimit(.minutes(10)))
struct ClaimRaceTests {
    private static let count = 1000
    private static let proof = [UInt8](repeating: 9, count: 32)
    /// Bounds on floods are for other tests: here everything reaches the invite.
    private static let flags = [
        "open-registration": "true", "limit-claims-per-minute": "1000", "limit-kept-answers": "100000",
        "limit-requests-at-once": "10000", "limit-requests-at-once-per-device": "10000",
    ]

    /// Goes on from a claim that was taken to the pair, as a claimer does who has the code, as far as the relay lets it.
    private static func pair(_ claimer: TestDevice, with inviter: TestDevice, by id: InviteID) async throws {
        let answer = AnswerInvite(publicKey: [UInt8](repeating: 2, count: 32), box: try .sample())
        guard try await claimer.send(Endpoints.Invites.answer(id, answer)).status == .ok else { return }
        let confirm = ConfirmInvite(box: try .sample())
        guard try await inviter.send(Endpoints.Invites.confirm(id, confirm)).status == .ok else { return }
        _ = try await claimer.send(Endpoints.Invites.acknowledge(id))
    }

    @Test("Of a thousand devices one is let in at most, and at most one pair comes of it")
    func devices() async throws {
        try await TestRelay.with(Self.flags, loggingFrom: .warning) { relay in
            let ana = try await TestDevice(at: relay)
            var others: [TestDevice] = []
            for number in 0..<Self.count {
                // Registrations count as claims of their minute.
                if number % 500 == 0 { relay.clock.advance(by: .minutes(2)) }
                others.append(try await TestDevice(at: relay))
            }
            relay.clock.advance(by: .minutes(2))
            let created = try await ana.ask(Endpoints.Invites.create(CreateInvite.sample(proof: Self.proof)))
            let claim = ClaimInvite(locator: created.locator, auth: Self.proof)
            let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
                for other in others {
                    group.addTask {
                        let answer = try await other.send(Endpoints.Invites.claim(claim))
                        guard answer.status == .ok else {
                            #expect(try answer.problem().kind == .notFound)
                            return false
                        }
                        try await Self.pair(other, with: ana, by: created.inviteID)
                        return true
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(taken == 1)
            let pairs = try await ana.ask(Endpoints.Pairs.list()).pairs
            let made = try await relay.relay.engine.store.read { snapshot in
                try snapshot.counts(at: relay.clock.now(), silentAfter: 3).pairs
            }
            #expect(pairs.count <= 1 && made == pairs.count)
            // Either the pair was complete before a second device claimed, or the second claim has ended the invite.
            let status = try await ana.ask(Endpoints.Invites.show(created.inviteID))
            if case .active = status {
                #expect(pairs.count == 1)
            } else {
                #expect(status == .ended(.contested) && pairs.isEmpty)
            }
        }
    }

    @Test("A thousand claims of one device are one claim, and all that follows, as often as it is sent, makes one pair")
    func repeats() async throws {
        try await TestRelay.with(Self.flags, loggingFrom: .warning) { relay in
            let ana = try await TestDevice(at: relay)
            let ben = try await TestDevice(at: relay)
            relay.clock.advance(by: .minutes(2))
            let created = try await ana.ask(Endpoints.Invites.create(CreateInvite.sample(proof: Self.proof)))
            let claim = ClaimInvite(locator: created.locator, auth: Self.proof)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.count {
                    group.addTask {
                        let answer = try await ben.send(Endpoints.Invites.claim(claim))
                        guard answer.status == .ok else {
                            // The pair is complete, and the code worthless.
                            #expect(try answer.problem().kind == .notFound)
                            return
                        }
                        #expect(try answer.message(InviteClaimed.self).inviteID == created.inviteID)
                        try await Self.pair(ben, with: ana, by: created.inviteID)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await ana.ask(Endpoints.Pairs.list()).pairs.map(\.state) == [.active])
            let made = try await relay.relay.engine.store.read { snapshot in
                try snapshot.counts(at: relay.clock.now(), silentAfter: 3).pairs
            }
            #expect(made == 1)
        }
    }
}
