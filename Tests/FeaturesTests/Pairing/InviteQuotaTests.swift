import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("How much an invite may leave behind")
struct InviteQuotaTests {
    /// Opens an invite and takes it back.
    private func openAndCancel(_ room: InviteFixture, by device: Device) async throws {
        let id = try await InviteFixture.open(in: room.fixture, by: device, proof: room.proof).inviteID
        let _: InviteStatus = try await room.fixture.ask { try $0.pairing.cancelInvite(id, by: device) }
    }

    @Test("Invites that are made and cancelled are bounded by the hour and by the day, for each person")
    func bounded() async throws {
        var limits = Limits()
        (limits.invitesPerHour, limits.invitesPerDay) = (4, 6)
        let room = try await InviteFixture(limits: limits)
        for _ in 2...4 { try await openAndCancel(room, by: room.ana) }
        let problem = try await expectProblem(.rateLimited) { try await openAndCancel(room, by: room.ana) }
        #expect(problem.detail.contains("4 invites an hour"))
        try await openAndCancel(room, by: room.ben)
        room.fixture.clock.advance(by: .hours(1))
        for _ in 1...2 { try await openAndCancel(room, by: room.ana) }
        let later = try await expectProblem(.rateLimited) { try await openAndCancel(room, by: room.ana) }
        #expect(later.detail.contains("6 invites a day"))
        room.fixture.clock.advance(by: .hours(23))
        try await openAndCancel(room, by: room.ana)
    }

    @Test(
        "An invite that has ended gives its texts back, however it ended",
        arguments: ["cancelled", "contested", "active"]
    )
    func givesBack(end: String) async throws {
        let room = try await InviteFixture()
        try await room.claim(by: room.ben)
        try await room.answer(by: room.ben)
        try await room.confirm(by: room.ana)
        switch end {
        case "cancelled": try await room.cancel(by: room.ana)
        case "contested": try await expectProblem(.notFound) { try await room.claim(by: room.eve) }
        default: try await room.acknowledge(by: room.ben)
        }
        let id = room.invite.inviteID
        let invite = try #require(try await room.fixture.engine.read { try $0.invite(id) })
        #expect(invite.state.rawValue == end)
        #expect(invite.hello.isEmpty && invite.answerBox == nil && invite.confirmBox == nil && invite.answerKey == nil)
        #expect(try await room.status(for: room.ana).state == invite.state, "its end can still be asked for")
    }
}
