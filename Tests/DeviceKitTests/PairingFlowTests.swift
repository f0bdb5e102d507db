import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("The steps of a pairing at the relay")
struct PairingFlowTests {
    private let token = PartnerToken(bytes: [UInt8](repeating: 9, count: 16))

    private func inviting(_ transport: ScriptedTransport) async throws -> (LocalDevice, InviterPairing) {
        transport.add(.ok(PairingExchange().created, status: 201))
        var profile = try PairedProfiles().ana
        profile.pairs = []
        let device = LocalDevice(profile, transport)
        return (device, try await device.createInvite(name: "Ana"))
    }

    @Test("Inviter and claimer get the same pair, however often they have to wait")
    func whole() async throws {
        let token = try #require(token)
        let (mailA, mailB) = (ScriptedTransport(), ScriptedTransport())
        let (ana, invite) = try await inviting(mailA)
        let asked = try CreateInvite(json: await ana.profile.opened(mailA.sent[0]).body)
        #expect(invite.link.url.hasPrefix("https://relay.example.org/p#7K3QD-"))

        let ben = LocalDevice(try Profile.new(relay: PairedProfiles.relay), mailB)
        mailB.add(
            .ok(DeviceRegistered(deviceID: PairedProfiles.benID, serverTime: noon), status: 201),
            .ok(PairingExchange().claimed(asked)),
            .ok(InviteStatus.answered(nil))
        )
        let claim = try await ben.claim(typed: invite.link.url)
        #expect(claim.partnerName == "Ana")
        let digits = try await ben.accept(claim.inviteID, name: "Ben")
        let answer = try AnswerInvite(json: await ben.profile.opened(mailB.sent[2]).body)

        mailA.add(.ok(InviteStatus.open), .ok(InviteStatus.claimed), .ok(InviteStatus.answered(answer)))
        #expect(try await ana.awaitAnswer(invite.inviteID) {} == "Ben")
        mailA.add(.ok(InviteStatus.confirmed(box: nil)))
        try await ana.confirm(invite.inviteID, digits: digits)
        let sent = try #require(mailA.sent.last)
        let confirmation = try ConfirmInvite(json: await ana.profile.opened(sent).body)

        let active = InviteStatus.active(pair: PairingExchange.pairID, partnerToken: token)
        mailB.add(.ok(InviteStatus.answered(nil)), .ok(InviteStatus.confirmed(box: confirmation.box)), .ok(active))
        let pairB = try await ben.awaitConfirmation(claim.inviteID) {}
        mailA.add(.ok(InviteStatus.confirmed(box: nil)), .ok(active))
        let pairA = try await ana.awaitActive(invite.inviteID) {}
        #expect(pairA.id == PairingExchange.pairID)
        #expect(pairB.id == PairingExchange.pairID)
        #expect(await ana.profile.invites.isEmpty)
        #expect(await ben.profile.claims.isEmpty)
        let keysA = try #require(await ana.profile.pairs.first?.secrets).keys
        let keysB = try #require(await ben.profile.pairs.first?.secrets).keys
        #expect(try keysA.sending() == keysB.receiving(keyID: keysA.sending().keyID))
        for request in mailA.sent + mailB.sent {
            #expect(!String(decoding: request.body, as: UTF8.self).contains(invite.code.secret))
        }
    }

    @Test("A device that the relay has removed since its invite came to nothing registers anew with the next code")
    func registersAnew() async throws {
        let mailA = ScriptedTransport()
        let (ana, invite) = try await inviting(mailA)
        let asked = try CreateInvite(json: await ana.profile.opened(mailA.sent[0]).body)
        let mailB = ScriptedTransport()
        var profile = try Profile.new(relay: PairedProfiles.relay)
        profile.deviceID = PairedProfiles.anaID
        let ben = LocalDevice(profile, mailB)
        mailB.add(
            .problem(Problem(.unauthorized)),
            .ok(DeviceRegistered(deviceID: PairedProfiles.benID, serverTime: noon), status: 201),
            .ok(PairingExchange().claimed(asked))
        )
        #expect(try await ben.claim(typed: invite.link.url).partnerName == "Ana")
        #expect(await ben.profile.deviceID == PairedProfiles.benID)
        #expect(mailB.sent.map(\.target) == ["/v1/invites/claim", "/v1/devices", "/v1/invites/claim"])
    }

    @Test(
        "A typo in a code is found before any request is made",
        arguments: ["7K3QD-45M15-Y0DRY-D34KN", "7K3QD-45M15", "7K3QD-45M15-Y0DRY-D34KU", ""]
    )
    func typo(text: String) async throws {
        let transport = ScriptedTransport()
        let device = LocalDevice(try PairedProfiles().ben, transport)
        let error = await pairingError { _ = try await device.claim(typed: text) }
        guard case .mistyped? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transport.sent.isEmpty)
    }

    @Test("A link to another relay is refused before any request is made")
    func otherRelay() async throws {
        let transport = ScriptedTransport()
        let device = LocalDevice(try PairedProfiles().ben, transport)
        let link = "https://mallory.example.org/p#7K3QD-45M15-Y0DRY-D34KM"
        let error = await pairingError { _ = try await device.claim(typed: link) }
        #expect(
            error
                == .otherRelay(own: try Origin(PairedProfiles.relay), found: try Origin("https://mallory.example.org"))
        )
        #expect(transport.sent.isEmpty)
    }

    @Test("A code that the relay does not take is told without a reason, since the relay gives none")
    func notAccepted() async throws {
        let transport = ScriptedTransport([.problem(Problem(.notFound))])
        let device = LocalDevice(try PairedProfiles().ben, transport)
        let error = await pairingError { _ = try await device.claim(typed: "7K3QD-45M15-Y0DRY-D34KM") }
        #expect(error == .codeNotAccepted)
    }

    @Test("An invite that is over is forgotten, and says why", arguments: InviteStatus.End.allCases)
    func ended(end: InviteStatus.End) async throws {
        let transport = ScriptedTransport()
        let (ana, invite) = try await inviting(transport)
        transport.add(.ok(InviteStatus.ended(end)))
        let error = await pairingError { _ = try await ana.awaitAnswer(invite.inviteID) {} }
        #expect(error == .ended(end))
        // The code may have been one to a circle.
        #expect(error?.description.lowercased().contains("pairing") == false)
        #expect(await ana.profile.invites.isEmpty)
    }

    @Test("An invitation that the relay was not told of stays, and can be taken back later")
    func takenBack() async throws {
        let transport = ScriptedTransport()
        let (ana, invite) = try await inviting(transport)
        transport.add(.failure(.unreachable("no route")))
        await #expect(throws: DeviceError.self) { try await ana.takeBack(invite.inviteID) }
        #expect(await ana.profile.invites.count == 1)
        transport.add(.ok(InviteStatus.ended(.cancelled)))
        try await ana.takeBack(invite.inviteID)
        #expect(await ana.profile.invites.isEmpty)
    }

    @Test("An answer that does not open ends the pairing at the relay too")
    func middle() async throws {
        let transport = ScriptedTransport()
        let (ana, invite) = try await inviting(transport)
        let forged = AnswerInvite(
            publicKey: try X25519.PrivateKey().publicKey.bytes,
            box: try SealedText(sealing: ConfirmBox.claimer(name: "Ben").wire, with: .random())
        )
        transport.add(.ok(InviteStatus.answered(forged)), .ok(InviteStatus.ended(.cancelled)))
        let error = await pairingError { _ = try await ana.awaitAnswer(invite.inviteID) {} }
        #expect(error == .answerUnreadable)
        let last = try await ana.profile.opened(try #require(transport.sent.last))
        #expect(last.method == .delete)
        #expect(last.target == Endpoints.Invites.cancel.target(invite.inviteID))
        #expect(await ana.profile.invites.isEmpty)
    }

    @Test("The third wrong entry cancels the invite; the count outlives a restart")
    func tries() async throws {
        let transport = ScriptedTransport()
        let store = InMemoryProfileStore()
        var meeting = try Rendezvous()
        let ben = try meeting.answer()
        var profile = try PairedProfiles().ana
        profile.invites = [meeting.ana]
        let wrong = try #require(ben.digits) == "111111" ? "222222" : "111111"
        let first = LocalDevice(profile, transport, store: store)
        for left in [2, 1] {
            let error = await pairingError { try await first.confirm(PairingExchange.inviteID, digits: wrong) }
            #expect(error == .wrongDigits(triesLeft: left))
        }
        #expect(transport.sent.isEmpty)

        let second = LocalDevice(try #require(try store.load()), transport, store: store)
        transport.add(.ok(InviteStatus.ended(.cancelled)))
        let error = await pairingError { try await second.confirm(PairingExchange.inviteID, digits: wrong) }
        #expect(error == .tooManyWrongDigits)
        #expect(try profile.opened(transport.sent[0]).method == .delete)
        #expect(await second.profile.invites.isEmpty)
    }

    @Test("A waiting that is given up leaves the pairing as it was, to be taken up again")
    func givenUp() async throws {
        let transport = ScriptedTransport()
        let (ana, invite) = try await inviting(transport)
        transport.add(.ok(InviteStatus.open))
        await #expect {
            _ = try await ana.awaitAnswer(invite.inviteID) { throw CancellationError() }
        } throws: { error in
            if case DeviceError.cancelled = error { true } else { false }
        }
        #expect(await ana.profile.invites.count == 1)
    }

    @Test("A name that shows nothing is refused before any request", arguments: ["", "  ", "a\nb", "\u{202E}nA"])
    func names(name: String) async throws {
        let transport = ScriptedTransport()
        let device = LocalDevice(try PairedProfiles().ana, transport)
        await #expect {
            _ = try await device.createInvite(name: name)
        } throws: { error in
            if case DeviceError.unusableName = error { true } else { false }
        }
        #expect(transport.sent.isEmpty)
    }
}
