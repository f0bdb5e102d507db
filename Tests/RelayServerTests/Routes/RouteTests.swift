import AlarmCore
import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import Testing

@Suite("The routes of the protocol")
struct RouteTests {
    private static let open = ["open-registration": "true"]

    @Test("Two devices pair and one rings the other")
    func journey() async throws {
        try await TestRelay.with(Self.open) { relay in
            let couple = try await TestPair(at: relay)
            let request = try couple.request()
            let answer = try await couple.ana.send(Endpoints.Alarms.set(request))
            #expect(answer.status == .accepted)
            #expect(try answer.message(AlarmAccepted.self).id == request.id)

            let view = try await couple.ben.ask(Endpoints.Alarms.show(request.id))
            #expect(view.direction == .incoming)
            let list = try await couple.ana.ask(Endpoints.Alarms.list())
            #expect(list.alarms.map(\.direction) == [.outgoing])
            let sync = try await couple.ben.ask(Endpoints.Sync.synchronise(CursorTarget()))
            #expect(sync.alarms.map(\.id) == [request.id])

            let receipt = Receipt(report: .armed, revision: 1, at: relay.clock.now())
            let accepted = try await couple.ben.ask(Endpoints.Alarms.report(request.id, receipt))
            #expect(accepted.state == .armed)
            let change = AlarmChange(ttl: .minutes(5))
            #expect(try await couple.ana.send(Endpoints.Alarms.change(request.id, change)).status == .ok)
            let cancelled = try await couple.ana.ask(Endpoints.Alarms.cancel(request.id))
            #expect(cancelled.state == .cancelled)
        }
    }

    @Test("Either side ends a pair, and a repeat of it is answered alike")
    func revocation() async throws {
        try await TestRelay.with(Self.open) { relay in
            let couple = try await TestPair(at: relay)
            let jti = TestDevice.newID()
            let revoke = Endpoints.Pairs.revoke(couple.pair)
            let first = try await couple.ben.send(revoke, jti: jti)
            let second = try await couple.ben.send(revoke, jti: jti)
            #expect(first.status == second.status)
            #expect(first.status.kind == .successful)
            let pairs = try await couple.ana.ask(Endpoints.Pairs.list())
            #expect(pairs.pairs.map(\.state) == [.ended])
            #expect(try await couple.ana.send(Endpoints.Alarms.set(couple.request())).problem().kind == .gone)
        }
    }

    @Test("An invite can be taken back, and what others ask of it is not found")
    func invites() async throws {
        try await TestRelay.with(Self.open) { relay in
            let device = try await TestDevice(at: relay)
            let stranger = try await TestDevice(at: relay)
            let created = try await device.ask(Endpoints.Invites.create(CreateInvite.sample()))
            #expect(try await stranger.send(Endpoints.Invites.show(created.inviteID)).problem().kind == .notFound)
            #expect(try await device.ask(Endpoints.Invites.show(created.inviteID)) == .open)
            #expect(
                try await device.ask(Endpoints.Invites.cancel(created.inviteID))
                    == .ended(.cancelled)
            )
        }
    }

    @Test("A claim with a wrong proof and one of an unknown invite are answered alike, and the fifth burns the invite")
    func wrongClaims() async throws {
        try await TestRelay.with(Self.open) { relay in
            let ana = try await TestDevice(at: relay)
            let ben = try await TestDevice(at: relay)
            let created = try await ana.ask(Endpoints.Invites.create(CreateInvite.sample()))
            let unknown = ClaimInvite(locator: "00000", auth: [UInt8](repeating: 0, count: 32))
            let expected = try await ben.send(Endpoints.Invites.claim(unknown)).body
            let wrong = ClaimInvite(locator: created.locator, auth: [UInt8](repeating: 0, count: 32))
            for _ in 0..<5 {
                #expect(try await ben.send(Endpoints.Invites.claim(wrong)).body == expected)
            }
            let status = try await ana.ask(Endpoints.Invites.show(created.inviteID))
            #expect(status == .ended(.burned))
        }
    }

    @Test("Claims are limited by address, and told apart from what is not a claim")
    func claimLimit() async throws {
        try await TestRelay.with(["open-registration": "true", "limit-claims-per-minute": "3"]) { relay in
            let device = try await TestDevice(at: relay)
            let claim = ClaimInvite(locator: "00000", auth: [UInt8](repeating: 0, count: 32))
            for kind in [ProblemKind.notFound, .notFound, .rateLimited] {
                let answer = try await device.send(Endpoints.Invites.claim(claim))
                let problem = try answer.problem()
                #expect(problem.kind == kind)
            }
            let list = try await device.send(Endpoints.Alarms.list())
            #expect(list.status == .ok)
        }
    }

    @Test("A name in the path that is none is not found", arguments: ["x", "AAAAAAAAAAAAAAAAAAAAAB", "..", "%00"])
    func badName(name: String) async throws {
        try await TestRelay.with(Self.open) { relay in
            let device = try await TestDevice(at: relay)
            #expect(try await device.send(.get, "/v1/alarms/\(name)").problem().kind == .notFound)
        }
    }

    @Test("A body that is not what the route wants is a 400 with a pointer")
    func badBody() async throws {
        try await TestRelay.with(Self.open) { relay in
            let device = try await TestDevice(at: relay)
            let problem = try await device.send(.post, Endpoints.Invites.claim.target, NoContent()).problem()
            #expect(problem.kind == .malformed)
            #expect(problem.pointer == "/locator")
        }
    }

    @Test("A cursor that was never given out is refused", arguments: ["", "x", "-1", "99999999999999999999", "1%202"])
    func badCursor(text: String) async throws {
        try await TestRelay.with(Self.open) { relay in
            let device = try await TestDevice(at: relay)
            #expect(try await device.send(.get, "/v1/sync?since=\(text)").problem().kind == .malformed)
        }
    }
}
