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
            let couple = try await TestCouple(at: relay)
            let request = try couple.request()
            let answer = try await couple.ana.send(.post, Routes.alarms, request)
            #expect(answer.status == .accepted)
            #expect(try answer.message(AlarmAccepted.self).id == request.id)

            let view: AlarmView = try await couple.ben.send(.get, Routes.alarm(request.id)).message()
            #expect(view.direction == .incoming)
            let list: AlarmList = try await couple.ana.send(.get, Routes.alarms).message()
            #expect(list.alarms.map(\.direction) == [.outgoing])
            let sync: SyncAnswer = try await couple.ben.send(.get, Routes.sync()).message()
            #expect(sync.alarms.map(\.id) == [request.id])

            let receipt = Receipt(report: .armed, revision: 1, at: relay.clock.now())
            let accepted: ReceiptAccepted = try await couple.ben.send(.post, Routes.receipts(request.id), receipt)
                .message()
            #expect(accepted.state == .armed)
            let change = AlarmChange(lifetime: .minutes(5))
            #expect(try await couple.ana.send(.patch, Routes.alarm(request.id), change).status == .ok)
            let cancelled: ReceiptAccepted = try await couple.ana.send(.delete, Routes.alarm(request.id)).message()
            #expect(cancelled.state == .cancelled)
        }
    }

    @Test("Either side ends a pair, and a repeat of it is answered alike")
    func revocation() async throws {
        try await TestRelay.with(Self.open) { relay in
            let couple = try await TestCouple(at: relay)
            let jti = TestDevice.newID()
            let target = Routes.pair(couple.pair)
            let first = try await couple.ben.send(.delete, target, jti: jti)
            let second = try await couple.ben.send(.delete, target, jti: jti)
            #expect(first.status == second.status)
            #expect(first.status.kind == .successful)
            let pairs: PairList = try await couple.ana.send(.get, Routes.pairs).message()
            #expect(pairs.pairs.map(\.state) == [.ended])
            #expect(try await couple.ana.send(.post, Routes.alarms, couple.request()).problem().kind == .gone)
        }
    }

    @Test("An invite can be taken back, and what others ask of it is not found")
    func invites() async throws {
        try await TestRelay.with(Self.open) { relay in
            let device = try await TestDevice(at: relay)
            let stranger = try await TestDevice(at: relay)
            let created: InviteCreated = try await device.send(.post, Routes.invites, CreateInvite.sample()).message()
            let target = Routes.invite(created.inviteID)
            #expect(try await stranger.send(.get, target).problem().kind == .notFound)
            #expect(try await device.send(.get, target).message(InviteStatus.self) == .open)
            #expect(try await device.send(.delete, target).message(InviteStatus.self) == .ended(.cancelled))
        }
    }

    @Test("A claim with a wrong proof and one of an unknown invite are answered alike, and the fifth burns the invite")
    func wrongClaims() async throws {
        try await TestRelay.with(Self.open) { relay in
            let ana = try await TestDevice(at: relay)
            let ben = try await TestDevice(at: relay)
            let created: InviteCreated = try await ana.send(.post, Routes.invites, CreateInvite.sample()).message()
            let unknown = ClaimInvite(locator: "00000", auth: [UInt8](repeating: 0, count: 32))
            let expected = try await ben.send(.post, Routes.claim, unknown).body
            let wrong = ClaimInvite(locator: created.locator, auth: [UInt8](repeating: 0, count: 32))
            for _ in 0..<5 {
                #expect(try await ben.send(.post, Routes.claim, wrong).body == expected)
            }
            let status: InviteStatus = try await ana.send(.get, Routes.invite(created.inviteID)).message()
            #expect(status == .ended(.burned))
        }
    }

    @Test("Claims are limited by address, and told apart from what is not a claim")
    func claimLimit() async throws {
        try await TestRelay.with(["open-registration": "true", "limit-claims-per-minute": "3"]) { relay in
            let device = try await TestDevice(at: relay)
            let claim = ClaimInvite(locator: "00000", auth: [UInt8](repeating: 0, count: 32))
            for kind in [ProblemKind.notFound, .notFound, .rateLimited] {
                let answer = try await device.send(.post, Routes.claim, claim)
                let problem = try answer.problem()
                #expect(problem.kind == kind)
            }
            let list = try await device.send(.get, Routes.alarms)
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
            let problem = try await device.send(.post, Routes.claim, NoContent()).problem()
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
