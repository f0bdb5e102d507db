import AlarmCore
import AlarmWire
import DeviceKit
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("Families and care circles over HTTP")
struct CircleRouteTests {
    private static let flags = ["open-registration": "true", "listen": "127.0.0.1:0"]

    @Test("A family is made, joined with a code, changed, and left")
    func family() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, ben) = (try await relay.device(), try await relay.device())
            let family = try await ana.createCircle(CreateCircle(kind: .family, name: "Home", displayName: "Ana"))
            let joined = try await relay.join(ben, to: family, as: .child, invitedBy: ana)
            #expect(joined.circle == family.id)
            #expect(joined.role == .child)

            let own = try #require(try await ben.circle(family.id).members.first(where: \.isSelf)?.person)
            #expect(joined.person == own)
            let named = try await ben.change(own, of: family.id, MemberChange(displayName: "Ben"))
            #expect(named.members.map(\.displayName) == ["Ana", "Ben"])
            let changed = try await ana.change(family.id, CircleChange(name: "Hearth", snoozeLimit: .minutes(10)))
            #expect(changed.name == "Hearth")
            #expect(try await ben.circles().map(\.snoozeLimit) == [.minutes(10)])

            let refused = await #expect(throws: DeviceError.self) {
                _ = try await ben.change(family.id, CircleChange(name: "mine"))
            }
            #expect(refused?.problemKind == .notAllowed)
            let stuck = await #expect(throws: DeviceError.self) { try await ana.leave(family.id) }
            #expect(stuck?.problemKind == .conflict)
            try await ben.leave(family.id)
            #expect(try await ben.circles() == [])
            try await ana.leave(family.id)
            #expect(try await ana.circles() == [])
        }
    }

    @Test("A dweller invites a member, says what they may know, and removes them")
    func care() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, ben) = (try await relay.device(), try await relay.device())
            let circle = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
            _ = try await relay.join(ben, to: circle, as: .member, invitedBy: ana)
            let member = try #require(try await ana.circle(circle.id).members.last?.person)
            let change = MemberChange(permissions: [.status, .alertManual], priority: 2)
            _ = try await ana.change(member, of: circle.id, change)
            let seen = try await ben.circle(circle.id).members.first(where: \.isSelf)
            #expect(seen?.permissions == [.status, .alertManual])
            #expect(seen?.priority == 2)
            try await ana.remove(member, from: circle.id)
            #expect(try await ben.circles() == [])
        }
    }

    @Test("A code for a circle makes no pair, and a code for a pair admits no one to a circle")
    func otherPurpose() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let (ana, ben) = (try await relay.device(), try await relay.device())
            let family = try await ana.createCircle(CreateCircle(kind: .family, name: "Home"))
            let invite = try await ana.createInvite(name: "Ana", purpose: .family, circle: family.id, role: .parent)
            let error = await #expect(throws: DeviceError.self) {
                _ = try await ben.claim(typed: invite.code.formatted)
            }
            guard case .pairing(.otherPurpose(.family)) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
