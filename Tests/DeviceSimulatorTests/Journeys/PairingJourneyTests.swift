import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import GatewaySimulator
import Testing

@Suite("Couples alarm: pairing")
struct PairingJourneyTests {
    enum Entry: String, CaseIterable {
        case qr, link, typed, customScheme

        func text(of invite: InviterPairing) -> String {
            switch self {
            case .qr: invite.link.qrText
            case .link: invite.link.url
            case .typed: " " + invite.code.formatted.lowercased().replacing("-", with: " ")
            case .customScheme: invite.link.customSchemeURL ?? invite.link.url
            }
        }
    }

    @Test("Two phones pair by QR code, link or typed text, and each can ring the other", arguments: Entry.allCases)
    func pairs(by entry: Entry) async throws {
        try await PhoneJourney.onStage { stage in
            let ana = try await stage.phone("Ana", habits: Habits(answer: .ignore))
            let ben = try await stage.phone("Ben", habits: Habits(answer: .acknowledge(reply: nil)))
            _ = try await ana.device.register()
            let pair = try await DevicePairing(ana, with: ben).run(entering: entry.text)
            #expect(pair.partnerName == "Ben")
            let theirs = try #require(await ben.device.profile.pairs.first)
            #expect(theirs.partnerName == "Ana")
            let journey = PhoneJourney(stage: stage, ana: ana, ben: ben, pair: pair)
            let there = try await journey.send("there")
            try await journey.awaitState(.acknowledged, of: there.id)
            let back = try await ben.device.send(text: "and back", at: PhoneClock.system.now(), to: theirs.id)
            try await journey.awaitNote("\u{201C}and back\u{201D} from Ben", by: .phone("Ana"))
            #expect(back.state == .ringing)
        }
    }

    @Test("A second phone that enters the same code kills the invite, and the first to show it learns why")
    func contested() async throws {
        try await PhoneJourney.onStage { stage in
            let ana = try await stage.phone("Ana", habits: Habits(answer: .ignore))
            let ben = try await stage.phone("Ben", habits: Habits(answer: .ignore))
            let eve = try await stage.phone("Eve", habits: Habits(answer: .ignore))
            _ = try await ana.device.register()
            let invite = try await ana.device.createInvite(name: "Ana")
            _ = try await ben.device.claim(invite.code)
            await #expect(throws: DeviceError.self) { _ = try await eve.device.claim(invite.code) }
            do {
                _ = try await ana.device.checkAnswer(invite.inviteID)
                Issue.record("a contested invite went on")
            } catch DeviceError.pairing(.ended(.contested)) {}
            await #expect(throws: DeviceError.self) { _ = try await ben.device.accept(invite.inviteID, name: "Ben") }
        }
    }

    @Test("Three wrong entries of the six digits end the pairing on both phones")
    func wrongDigits() async throws {
        try await PhoneJourney.onStage { stage in
            let ana = try await stage.phone("Ana", habits: Habits(answer: .ignore))
            let ben = try await stage.phone("Ben", habits: Habits(answer: .ignore))
            _ = try await ana.device.register()
            let invite = try await ana.device.createInvite(name: "Ana")
            let claim = try await ben.device.claim(invite.code)
            let digits = try await ben.device.accept(claim.inviteID, name: "Ben")
            _ = try await ana.device.awaitAnswer(invite.inviteID) {}
            let wrong = digits == "000000" ? "000001" : "000000"
            for _ in 0..<InviterPairing.tries {
                await #expect(throws: DeviceError.self) { try await ana.device.confirm(invite.inviteID, digits: wrong) }
            }
            await #expect(throws: DeviceError.self) { try await ana.device.confirm(invite.inviteID, digits: digits) }
            await #expect(throws: DeviceError.self) { _ = try await ben.device.checkConfirmation(claim.inviteID) }
        }
    }
}
