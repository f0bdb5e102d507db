import AlarmCore
import AlarmWire
import Engine
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import RelayServer
import RelayTesting
import ServiceLifecycle
import Testing

@Suite("Alarms that are ended while their pushes start", .timeLimit(.minutes(60)))
struct EndRaceTests {
    /// How many alarms are ended: a few by default; `make races` asks for 10,000.
    private static let count = number("REVEILLE_RACES").map { Int($0) } ?? 300
    /// Draws who ends what and when; the threads' own timing is not repeated.
    private static let seed = number("REVEILLE_RACES_SEED") ?? UInt64.random(in: 1...999_999)
    private static let couples = 16
    /// The time that passes while each of the couples ends something.
    private static let span = Span.seconds(2)
    /// From here on chance alone does not leave out a moment.
    private static let many = 5000
    /// Limits of counts are for other tests, and pushes have all the time that they take to end.
    private static let flags = [
        "open-registration": "true", "limit-claims-per-minute": "1000", "limit-kept-answers": "1000000",
        "limit-requests-at-once": "10000", "limit-requests-at-once-per-device": "10000",
        "limit-requests-per-hour": "10000", "limit-requests-per-day": "100000", "limit-pending-alarms": "10000",
        "limit-reports-per-hour": "10000", "limit-reports-per-day": "100000", "limit-invites-per-hour": "10000",
        "limit-invites-per-day": "10000", "limit-drain": "1m", "limit-lease": "10m",
    ]

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
    }

    @Test("After a cancellation's answer nothing of the alarm asks for action; after a revocation's, nothing starts")
    func nothingStarts() async throws {
        let (count, seed) = (Self.count, Self.seed)
        let gateway = RaceGateway(seed: seed)
        try await TestRelay.with(
            Self.flags,
            gateways: Gateways(gateway),
            store: nil,
            loggingFrom: .error
        ) { relay in
            let engine = relay.relay.engine
            let services: [any Service] = [Scheduler(engine: engine), Dispatcher(engine: engine)]
            let running = services.map { service in Task { try await service.run() } }
            defer { for task in running { task.cancel() } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<Self.couples {
                    group.addTask {
                        var couple = try await RacingCouple(at: relay, gateway, seed: seed &+ UInt64(number) &* 7919)
                        for round in stride(from: number, to: count, by: Self.couples) {
                            // Claims are counted by the minute. One couple alone sets the clock: it never goes back.
                            if number == 0, round > 0 { relay.clock.advance(by: Self.span) }
                            try await couple.race()
                        }
                    }
                }
                try await group.waitForAll()
            }
            for task in running { task.cancel() }
            for task in running { try await task.value }
            // Nor does anything start that would have come later.
            try await EngineDriver(engine, clock: relay.clock).pass(.hours(2))
        }
        let moments = gateway.moments
        print("\(count) endings from seed \(seed): of their alarms \(moments)")
        #expect(gateway.violations.isEmpty, "seed \(seed): \(gateway.violations.joined(separator: "\n"))")
        if count >= Self.many {
            #expect(
                moments.beforeAny > 0 && moments.whileUnderWay > 0 && moments.afterSome > 0,
                "the endings did not race: \(moments)"
            )
        }
    }
}

/// Two phones that set alarms for each other and end them, at moments that are drawn.
private struct RacingCouple {
    /// The most turns that others get between an alarm and its end, as a power of two.
    private static let longestWait = 10

    private let relay: TestRelay
    private let gateway: RaceGateway
    private let ana: TestDevice
    private let ben: TestDevice
    private var chance: SeededGenerator
    /// The pair with Ana's token, and its alarms so far.
    private var pair: (id: PairID, token: PartnerToken, alarms: [AlarmID])?

    init(at relay: TestRelay, _ gateway: RaceGateway, seed: UInt64) async throws {
        (self.relay, self.gateway) = (relay, gateway)
        chance = SeededGenerator(seed: seed)
        ana = try await TestDevice(at: relay, push: Self.pushToken(&chance))
        ben = try await TestDevice(at: relay, push: Self.pushToken(&chance))
        // A phone keeps its push token for as long as it is in any pair.
        let friend = try await TestDevice(at: relay)
        for phone in [ana, ben] { _ = try await phone.pair(with: friend) }
    }

    private static func pushToken(_ chance: inout SeededGenerator) -> PushRegistration {
        let digits = chance.bytes(32).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return PushRegistration(token: digits, environment: .production, topic: EngineFixture.topic)
    }

    /// Sets an alarm, or some, and ends it from one of the two phones, by itself or with its pair.
    mutating func race() async throws {
        var current: (id: PairID, token: PartnerToken, alarms: [AlarmID])
        if let pair {
            current = pair
        } else {
            let (id, token) = try await ana.pair(with: ben)
            current = (id, token, [])
        }
        let isRevocation = Bool.random(using: &chance)
        let phone = Bool.random(using: &chance) ? ana : ben
        var fresh: [AlarmID] = []
        for _ in 0..<(isRevocation ? Int.random(in: 1...3, using: &chance) : 1) {
            fresh.append(try await setAlarm(current.token))
        }
        current.alarms += fresh
        for _ in 0..<(1 << Int.random(in: 0...Self.longestWait, using: &chance)) { await Task.yield() }
        for id in fresh { gateway.noteRequest(toEnd: id) }
        if isRevocation {
            let answer = try await phone.send(Endpoints.Pairs.revoke(current.id))
            try #require(answer.status == .noContent, "\(answer.text)")
            for id in current.alarms { gateway.noteAnswer(.revoked, of: id) }
            pair = nil
        } else {
            for id in fresh {
                _ = try await phone.ask(Endpoints.Alarms.cancel(id))
                gateway.noteAnswer(.cancelled, of: id)
            }
            pair = current
        }
    }

    /// Sets an alarm of Ana's for Ben, that is due at once or in an hour.
    private mutating func setAlarm(_ token: PartnerToken) async throws -> AlarmID {
        let lead = Bool.random(using: &chance) ? Span.zero : .hours(1)
        let request = AlarmRequest(
            id: .random(using: &chance),
            partnerToken: token,
            time: AlarmTime(relay.clock.now() + lead),
            message: try .sample()
        )
        return try await ana.ask(Endpoints.Alarms.set(request)).id
    }
}

extension TestDevice {
    /// Pairs with another device; returns the pair, and the token by which this device's person rings the other.
    fileprivate func pair(with other: TestDevice) async throws -> (PairID, PartnerToken) {
        let proof = [UInt8](repeating: 9, count: 32)
        let created = try await ask(Endpoints.Invites.create(CreateInvite.sample(proof: proof)))
        let id = created.inviteID
        _ = try await other.ask(Endpoints.Invites.claim(ClaimInvite(locator: created.locator, auth: proof)))
        let answer = AnswerInvite(publicKey: [UInt8](repeating: 2, count: 32), box: try .sample())
        _ = try await other.ask(Endpoints.Invites.answer(id, answer))
        _ = try await ask(Endpoints.Invites.confirm(id, ConfirmInvite(box: try .sample())))
        _ = try await other.ask(Endpoints.Invites.acknowledge(id))
        guard case .active(let pair, let token) = try await ask(Endpoints.Invites.show(id)) else {
            throw Problem(.conflict, detail: "the invite is not complete")
        }
        return (pair, token)
    }
}
