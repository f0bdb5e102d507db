import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Deleting everything that a person gave")
struct DeletingTests {
    private let check: CheckInFixture
    private var fixture: EngineFixture { check.fixture }
    private var ana: Device { check.phone }

    init() async throws {
        check = try await CheckInFixture()
    }

    private func request(of device: Device) -> RequestName {
        RequestName(device: device.id, jti: fixture.draw { $0.bytes(16) }, digest: [1], issuedAt: fixture.now)
    }

    @discardableResult
    private func delete(_ device: Device) async throws -> DeletionReceipt {
        let request = request(of: device)
        let departure = try await fixture.engine.write { try $0.me.delete(request) }
        try await fixture.engine.awaitSends(circles: departure.circles, devices: departure.devices)
        return departure.receipt
    }

    @Test("Nothing of the person is left in any table but the bare states that their partner has to learn of")
    func nothingIsLeft() async throws {
        let second = try await fixture.addDevice(besides: ana)
        let ben = try await fixture.register()
        let couple = try await fixture.pair(ana, with: ben)
        let sent = try await fixture.setAlarm(couple, in: .hours(2))
        let answered = try await fixture.setAlarm(couple, in: .hours(3))
        try await fixture.report(.acknowledged, of: answered, from: ben, reply: .sample())
        try await check.plan()
        try await check.checkIn()
        let contact = try await check.contact()
        _ = try await fixture.engine.write { tx in
            try tx.consents.set(for: couple.pair, to: ConsentMessage(Consent(isMuted: true)), by: ana)
        }
        _ = try await fixture.engine.write { tx in
            try tx.consents.set(for: couple.pair, to: ConsentMessage(Consent(isMuted: true)), by: ben)
        }
        let invite: InviteCreated = try await fixture.ask { tx in
            try tx.pairing.createInvite(
                CreateInvite(verifier: [UInt8](repeating: 1, count: 32), hello: .sample()),
                by: ana
            )
        }

        let receipt = try await delete(ana)
        #expect(receipt.deletedAt == fixture.now)
        #expect(receipt.count(of: "devices") == 2)
        #expect(receipt.count(of: "pairs") == 1)
        #expect(receipt.count(of: "contacts") == 1)
        #expect(receipt.count(of: "checkIns") == 1)
        #expect(receipt.count(of: "alarms") >= 3)
        let (person, other) = (ana.person, ben.person)
        try await fixture.engine.read { snapshot in
            #expect(try snapshot.devices(of: person) == [])
            for device in [ana, second] { #expect(try snapshot.device(device.id) == nil) }
            #expect(try snapshot.documents(of: person) == [])
            #expect(try snapshot.documents(of: other) == [])
            #expect(try snapshot.document(.contact, id: DocumentID(of: contact)) == nil)
            #expect(try snapshot.liveAlarms(of: person, limit: 9) == [])
            #expect(try snapshot.invite(invite.inviteID) == nil)
            #expect(try snapshot.value("check-ins/\(person)") == nil)
            for row in try snapshot.alarms(of: person, changedAfter: 0, limit: 99) {
                #expect([sent, answered].contains(row.alarm.id))
                #expect((row.content.message, row.content.reply) == (nil, nil))
                #expect(row.content.timeZone == nil)
            }
            #expect(try snapshot.earliestWake() == nil)
        }
        // A waiting delivery is dropped unsent.
        let count = fixture.channel.sent.count
        try await fixture.catchUp()
        #expect(try await fixture.engine.read { try $0.earliestDelivery() } == nil)
        #expect(fixture.channel.sent.count == count)
    }

    @Test("The partner sees a pair that has ended, and an alarm that was taken back")
    func partner() async throws {
        let ben = try await fixture.register()
        let couple = try await fixture.pair(ana, with: ben)
        let set = try await fixture.setAlarm(couple)
        let cursor = try await fixture.synchronise(ben).cursor
        try await delete(ana)
        let news = try await fixture.synchronise(ben, since: cursor)
        #expect(news.gone == [GoneAlarm(id: set, reason: .revoked)])
        let pairs = try await fixture.engine.read { try fixture.engine.pairs(of: ben, in: $0).pairs }
        #expect(pairs.map(\.state) == [.ended])
        #expect(pairs.first?.partnerToken == nil)
    }

    @Test("Nothing is sent to anybody after the answer, contacts included")
    func silence() async throws {
        let ben = try await fixture.register()
        let carl = try await fixture.register()
        _ = try await fixture.pair(ben, with: carl)
        let couple = try await fixture.pair(ana, with: ben)
        try await check.contact()
        try await check.plan(threshold: .hours(1))
        try await check.checkIn()
        _ = try await fixture.setAlarm(couple)
        try await fixture.catchUp()
        let letters = check.post.mails.count
        try await delete(ana)
        let pushes = fixture.channel.sent.count
        try await fixture.pass(.days(3))
        #expect(fixture.channel.sent.count == pushes)
        #expect(check.post.mails.count == letters)
    }

    @Test("A family ends with its last parent, and a care circle with its dweller")
    func circles() async throws {
        let ben = try await fixture.register()
        let family = try await fixture.found(.family, by: ana)
        let care = try await fixture.found(.care, by: ana)
        try await fixture.join(ben, family, as: .child, invitedBy: ana)
        try await fixture.join(ben, care, as: .member, invitedBy: ana)
        #expect(try await delete(ana).count(of: "circles") == 2)
        let circles = try await fixture.engine.read { try fixture.engine.circles(of: ben, in: $0).circles }
        #expect(circles == [])
    }

    @Test("A repeat after the deletion comes from an unknown device, and a reused request identifier is refused")
    func repeated() async throws {
        let request = request(of: ana)
        let other = RequestName(device: ana.id, jti: request.jti, digest: [2], issuedAt: fixture.now)
        _ = try await fixture.engine.write { tx in try tx.once(other) { _ in EngineResponse(status: 204, body: []) } }
        try await expectProblem(.jtiReused) {
            _ = try await fixture.engine.write { try $0.me.delete(request) }
        }
        try await delete(ana)
        try await expectProblem(.unauthorized) { try await delete(ana) }
    }
}
