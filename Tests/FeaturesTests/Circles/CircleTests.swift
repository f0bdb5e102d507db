import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Families and care circles at the relay")
struct CircleTests {
    private let fixture: EngineFixture

    init() throws {
        fixture = try EngineFixture()
    }

    private func refusal(
        _ body: @escaping @Sendable (RelayTransaction) throws -> EngineResponse
    ) async throws -> ProblemKind? {
        do {
            let answer = try await fixture.engine.write(body)
            return answer.status < 400 ? nil : try Problem(wire: answer.body).kind
        } catch let problem as Problem {
            return problem.kind
        }
    }

    @Test("An invited person who accepts is in the family with the role that the invite names, and no pair is made")
    func joining() async throws {
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        let family = try await fixture.found(.family, by: ana)
        #expect(
            try await fixture.join(ben, family, as: .child, invitedBy: ana)
                == .joined(circle: family.id, role: .child, person: ben.person)
        )
        let seen = try await fixture.circle(family.id, for: ben)
        #expect(seen.members.map(\.person) == [ana.person, ben.person])
        #expect(seen.members.map(\.role) == [.parent, .child])
        #expect(seen.members.map(\.displayName) == ["Ana", nil])
        #expect(try await fixture.engine.read { try $0.pairs(of: ben.person) } == [])
        let list = try await fixture.engine.read { try fixture.engine.circles(of: ana, in: $0) }
        #expect(list.circles.map(\.id) == [family.id])
    }

    @Test("The last step of an invite to a circle, repeated, is answered as before")
    func repeated() async throws {
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        let circle = try await fixture.found(.care, by: ana)
        try await fixture.join(ben, circle, as: .member, invitedBy: ana)
        let invites = try await fixture.store.read {
            try $0.document(.membership, id: MembershipBody.id(of: ben.person, in: circle.id))
        }
        #expect(invites?.owner == ben.person)
        #expect(invites?.circle == circle.id)
    }

    @Test("A stranger sees nothing of a circle, and cannot tell it from one that never was")
    func strangers() async throws {
        let (ana, eve) = (try await fixture.register(), try await fixture.register())
        let family = try await fixture.found(.family, by: ana)
        #expect(try await refusal { try $0.circles.change(family.id, CircleChange(name: "x"), by: eve) } == .notFound)
        #expect(try await refusal { try $0.circles.removeMember(ana.person, of: family.id, by: eve) } == .notFound)
        #expect(try await refusal { try $0.circles.removeMember(eve.person, of: family.id, by: ana) } == .notFound)
        await #expect(throws: Problem(.notFound)) { try await fixture.circle(family.id, for: eve) }
    }

    @Test("Only a parent invites to a family and only its dweller to a care circle")
    func invitations() async throws {
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        let family = try await fixture.found(.family, by: ana)
        try await fixture.join(ben, family, as: .child, invitedBy: ana)
        func invite(_ role: Role, _ purpose: Invite.Purpose, by device: Device) async throws -> ProblemKind? {
            try await refusal { tx in
                let request = CreateInvite(
                    purpose: purpose,
                    circle: family.id,
                    role: role,
                    verifier: [UInt8](repeating: 1, count: 32),
                    hello: .sample()
                )
                return try tx.pairing.createInvite(request, by: device)
            }
        }
        #expect(try await invite(.child, .family, by: ben) == .notAllowed)
        #expect(try await invite(.member, .family, by: ana) == .malformed)
        #expect(try await invite(.member, .care, by: ana) == .notFound)
        #expect(try await invite(.parent, .family, by: ana) == nil)
    }

    @Test("A person in a family is refused by another one before the invite is spent, so that it can still be used")
    func oneFamily() async throws {
        let (ana, ben, carl) = (
            try await fixture.register(), try await fixture.register(), try await fixture.register()
        )
        let family = try await fixture.found(.family, by: ana)
        _ = try await fixture.found(.family, by: ben)
        let proof = fixture.draw { $0.bytes(32) }
        let invite = try await fixture.openInvite(to: family, as: .child, by: ana, proof: proof)
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        #expect(try await refusal { try $0.pairing.claim(claim, by: ben) } == .conflict)
        #expect(try await fixture.engine.read { try $0.invite(invite.inviteID)?.state } == .open)
        let claimed: InviteClaimed = try await fixture.ask { try $0.pairing.claim(claim, by: carl) }
        #expect(claimed.purpose == .family)
        #expect(claimed.role == .child)
        #expect(
            try await refusal { try $0.circles.create(CreateCircle(kind: .family, name: "second"), by: ben) }
                == .conflict
        )
    }

    @Test("A person who joins another family while an invite waits is refused at the last step")
    func raced() async throws {
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        let family = try await fixture.found(.family, by: ana)
        let proof = fixture.draw { $0.bytes(32) }
        let invite = try await fixture.openInvite(to: family, as: .child, by: ana, proof: proof)
        let id = invite.inviteID
        let _: InviteClaimed = try await fixture.ask {
            try $0.pairing.claim(ClaimInvite(locator: invite.locator, auth: proof), by: ben)
        }
        let answer = AnswerInvite(publicKey: fixture.draw { $0.bytes(32) }, box: .sample())
        let _: InviteStatus = try await fixture.ask { try $0.pairing.answer(id, answer, by: ben) }
        let _: InviteStatus = try await fixture.ask {
            try $0.pairing.confirm(id, ConfirmInvite(box: .sample()), by: ana)
        }
        _ = try await fixture.found(.family, by: ben)
        #expect(try await refusal { try $0.pairing.acknowledge(id, by: ben) } == .conflict)
        #expect(try await fixture.circle(family.id, for: ana).members.count == 1)
    }

    @Test("A person looks after several dwellers, and sees of each what that dweller lets them")
    func careCircles() async throws {
        let (ana, ben, carl) = (
            try await fixture.register(), try await fixture.register(), try await fixture.register()
        )
        let (anas, bens) = (try await fixture.found(.care, by: ana), try await fixture.found(.care, by: ben))
        try await fixture.join(carl, anas, as: .member, invitedBy: ana)
        try await fixture.join(carl, bens, as: .member, invitedBy: ben)
        try await fixture.join(ben, anas, as: .member, invitedBy: ana)
        let change = MemberChange(permissions: [.alertFall, .place], priority: 3)
        let view: CircleView = try await fixture.ask {
            try $0.circles.changeMember(carl.person, of: anas.id, change, by: ana)
        }
        #expect(view.members[1].permissions == [.alertFall, .place])
        let list = try await fixture.engine.read { try fixture.engine.circles(of: carl, in: $0) }
        #expect(list.circles.map(\.id) == [anas.id, bens.id])
        let own = list.circles.map { $0.members.first(where: \.isSelf) }
        #expect(own.map { $0?.priority } == [3, 1])
        #expect(own.map { $0?.permissions } == [[.alertFall, .place], Permission.defaultCare])
        #expect(list.circles[0].members[2].permissions == nil, "another member's are not shown")
        #expect(
            try await refusal { try $0.circles.changeMember(carl.person, of: anas.id, change, by: carl) } == .notAllowed
        )
    }

    @Test("The last parent cannot leave while others stay, and can once there is another one")
    func lastParent() async throws {
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        let family = try await fixture.found(.family, by: ana)
        try await fixture.join(ben, family, as: .child, invitedBy: ana)
        #expect(try await refusal { try $0.circles.removeMember(ana.person, of: family.id, by: ana) } == .conflict)
        let promotion = MemberChange(role: .parent)
        let _: CircleView = try await fixture.ask {
            try $0.circles.changeMember(ben.person, of: family.id, promotion, by: ana)
        }
        #expect(try await refusal { try $0.circles.removeMember(ana.person, of: family.id, by: ana) } == nil)
        let record = try await fixture.engine.read { try $0.document(.circle, id: DocumentID(of: family.id)) }
        #expect(record?.owner == ben.person, "the circle is the remaining parent's")
        #expect(try await refusal { try $0.circles.removeMember(ben.person, of: family.id, by: ben) } == nil)
        #expect(try await fixture.engine.read { try $0.documents(of: ben.person) } == [])
        #expect(try await fixture.engine.read { try $0.documents(.circle, in: family.id, after: nil, limit: 9) } == [])
    }

    @Test("A care circle ends with its dweller, for everybody and with all that was in it")
    func dwellerLeaves() async throws {
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        let circle = try await fixture.found(.care, by: ana)
        try await fixture.join(ben, circle, as: .member, invitedBy: ana)
        try await fixture.engine.write {
            try $0.transaction.put(.sample(9, kind: .alert, owner: ben.person, circle: circle.id))
        }
        #expect(try await refusal { try $0.circles.removeMember(ana.person, of: circle.id, by: ana) } == nil)
        #expect(try await fixture.engine.read { try $0.documents(of: ben.person) } == [])
        #expect(try await fixture.engine.read { try fixture.engine.circles(of: ben, in: $0) }.circles == [])
    }

    @Test("Leaving cancels what is pending in the circle from and to the person, and nothing else")
    func pendingAlarms() async throws {
        let (ana, ben, carl) = (
            try await fixture.register(), try await fixture.register(), try await fixture.register()
        )
        let family = try await fixture.found(.family, by: ana)
        try await fixture.join(ben, family, as: .child, invitedBy: ana)
        try await fixture.join(carl, family, as: .child, invitedBy: ana)
        let persons = [(1, ana.person, ben.person), (2, ben.person, carl.person), (3, ana.person, carl.person)]
        let due = fixture.now + .hours(1)
        try await fixture.engine.write { tx in
            for (number, sender, receiver) in persons {
                _ = try tx.transaction.insert(
                    NewAlarm(
                        alarm: Alarm(
                            id: .sample(number),
                            preset: EscalationPolicy.partnerAlarm.name,
                            schedule: .once(due),
                            due: due,
                            ttl: .minutes(10)
                        ),
                        content: AlarmContent(message: nil, sound: "default", timeZone: nil, digest: []),
                        circle: family.id,
                        sender: sender,
                        receiver: receiver,
                        acceptedAt: tx.now,
                        wakeAt: due
                    )
                )
            }
        }
        #expect(try await refusal { try $0.circles.removeMember(ben.person, of: family.id, by: ana) } == nil)
        let states = try await fixture.engine.read { snapshot in
            try (1...3).map { try snapshot.alarm(.sample($0))?.alarm.state.isFinal }
        }
        #expect(states == [true, true, false])
    }

    @Test("A device with a circle of its own is not linked, and the only device of somebody in a circle is not removed")
    func devices() async throws {
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        _ = try await fixture.found(.family, by: ben)
        await #expect(throws: Problem.self) { try await fixture.link(ben, to: ana) }
        #expect(try await refusal { try $0.devices.remove(ben.id, by: ben) } == .conflict)
    }

    @Test("A family ends with its last parent who deletes everything: no child is made a parent")
    func leavingAll() async throws {
        let (ana, ben) = (try await fixture.register(), try await fixture.register())
        let family = try await fixture.found(.family, by: ana)
        _ = try await fixture.found(.care, by: ana)
        try await fixture.join(ben, family, as: .child, invitedBy: ana)
        try await fixture.engine.write { try $0.circles.leaveAll(as: ana) }
        #expect(try await fixture.engine.read { try fixture.engine.circles(of: ana, in: $0) }.circles == [])
        #expect(try await fixture.engine.read { try fixture.engine.circles(of: ben, in: $0) }.circles == [])
        #expect(try await fixture.engine.read { try $0.documents(of: ben.person) } == [])
        // Who has lost a family may make another one.
        _ = try await fixture.found(.family, by: ben)
    }

    @Test("A family that has another parent goes on without one who deletes everything")
    func oneOfTwoParents() async throws {
        let (ana, ben, kim) = (
            try await fixture.register(), try await fixture.register(), try await fixture.register()
        )
        let family = try await fixture.found(.family, by: ana)
        try await fixture.join(ben, family, as: .parent, invitedBy: ana)
        try await fixture.join(kim, family, as: .child, invitedBy: ana)
        try await fixture.engine.write { try $0.circles.leaveAll(as: ana) }
        #expect(try await fixture.circle(family.id, for: kim).members.map(\.role) == [.parent, .child])
    }
}
