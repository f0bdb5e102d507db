import AlarmCore
import AlarmWire
import Engine
import RelayTesting
import Storage
import TestSupport
import Testing

@Suite("Deleting everything that a person gave")
struct DeletingTests {
    private let check: CheckInScene
    private var scene: EngineScene { check.scene }
    private var ana: Device { check.phone }

    init() async throws {
        check = try await CheckInScene()
    }

    private func request(of device: Device) -> RequestName {
        RequestName(device: device.id, jti: scene.draw { $0.bytes(16) }, digest: [1], issuedAt: scene.now)
    }

    @discardableResult
    private func delete(_ device: Device) async throws -> DeletionReceipt {
        let request = request(of: device)
        let departure = try await scene.engine.write { try $0.deleteEverything(request, by: device) }
        try await scene.engine.settle(departure)
        return departure.receipt
    }

    @Test("Nothing of the person is left in any table but the bare states that their partner has to learn of")
    func nothingIsLeft() async throws {
        let second = try await scene.addDevice(besides: ana)
        let ben = try await scene.register()
        let couple = try await scene.pair(ana, with: ben)
        let sent = try await scene.setAlarm(couple, in: .hours(2))
        let answered = try await scene.setAlarm(couple, in: .hours(3))
        try await scene.report(.acknowledged, of: answered, from: ben, reply: .sample())
        try await check.plan()
        try await check.checkIn()
        let contact = try await check.contact()
        _ = try await scene.engine.write { work in
            try work.setConsent(for: couple.pair, to: ConsentMessage(Consent(isMuted: true)), by: ana)
        }
        _ = try await scene.engine.write { work in
            try work.setConsent(for: couple.pair, to: ConsentMessage(Consent(isMuted: true)), by: ben)
        }
        let invite: InviteCreated = try await scene.ask { work in
            try work.createInvite(CreateInvite(verifier: [UInt8](repeating: 1, count: 32), hello: .sample()), by: ana)
        }

        let receipt = try await delete(ana)
        #expect(receipt.deletedAt == scene.now)
        #expect(receipt.count(of: "devices") == 2)
        #expect(receipt.count(of: "pairs") == 1)
        #expect(receipt.count(of: "contacts") == 1)
        #expect(receipt.count(of: "checkIns") == 1)
        #expect(receipt.count(of: "alarms") >= 3)
        let (person, other) = (ana.person, ben.person)
        try await scene.engine.read { snapshot in
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
        // What waited is set aside unsent.
        let count = scene.channel.sent.count
        try await scene.catchUp()
        #expect(try await scene.engine.read { try $0.earliestDelivery() } == nil)
        #expect(scene.channel.sent.count == count)
    }

    @Test("The partner sees a pair that has ended, and an alarm that was taken back")
    func partner() async throws {
        let ben = try await scene.register()
        let couple = try await scene.pair(ana, with: ben)
        let set = try await scene.setAlarm(couple)
        let cursor = try await scene.synchronise(ben).cursor
        try await delete(ana)
        let news = try await scene.synchronise(ben, since: cursor)
        #expect(news.gone == [GoneAlarm(id: set, reason: .revoked)])
        let pairs = try await scene.engine.read { try scene.engine.pairs(of: ben, in: $0).pairs }
        #expect(pairs.map(\.state) == [.ended])
        #expect(pairs.first?.partnerToken == nil)
    }

    @Test("Nothing is sent to anybody after the answer, contacts included")
    func silence() async throws {
        let ben = try await scene.register()
        let carl = try await scene.register()
        _ = try await scene.pair(ben, with: carl)
        let couple = try await scene.pair(ana, with: ben)
        try await check.contact()
        try await check.plan(threshold: .hours(1))
        try await check.checkIn()
        _ = try await scene.setAlarm(couple)
        try await scene.catchUp()
        let letters = check.post.mails.count
        try await delete(ana)
        let pushes = scene.channel.sent.count
        try await scene.pass(.days(3))
        #expect(scene.channel.sent.count == pushes)
        #expect(check.post.mails.count == letters)
    }

    @Test("The family gets another parent, and a care circle ends with its dweller")
    func circles() async throws {
        let ben = try await scene.register()
        let family = try await scene.found(.family, by: ana)
        let care = try await scene.found(.care, by: ana)
        try await scene.join(ben, family, as: .child, invitedBy: ana)
        try await scene.join(ben, care, as: .member, invitedBy: ana)
        #expect(try await delete(ana).count(of: "circles") == 2)
        let circles = try await scene.engine.read { try scene.engine.circles(of: ben, in: $0).circles }
        #expect(circles.map(\.id) == [family.id])
        #expect(circles.first?.members.map(\.person) == [ben.person])
        #expect(circles.first?.members.map(\.role) == [.parent])
    }

    @Test("A repeat comes from nobody, and a name that another request had is refused")
    func repeated() async throws {
        let request = request(of: ana)
        let other = RequestName(device: ana.id, jti: request.jti, digest: [2], issuedAt: scene.now)
        _ = try await scene.engine.write { work in try work.once(other) { _ in Answer(status: 204, body: []) } }
        try await expectProblem(.jtiReused) {
            _ = try await scene.engine.write { try $0.deleteEverything(request, by: ana) }
        }
        try await delete(ana)
        try await expectProblem(.unauthorized) { try await delete(ana) }
    }
}
