import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("An attacker cannot get into the middle of a pairing")
struct PairingAttackTests {
    @Test("A claimer's key that was replaced is found when its box does not open")
    func replacedKey() throws {
        let mallory = try X25519.PrivateKey()
        var mailbox = PairingExchange()
        mailbox.answer = { AnswerInvite(publicKey: mallory.publicKey.bytes, box: $0.box) }
        var meeting = try Rendezvous(mailbox)
        #expect(throws: PairingError.answerUnreadable) { try meeting.answer() }
    }

    @Test("A claimer's box that was replaced does not open")
    func replacedBox() throws {
        var mailbox = PairingExchange()
        mailbox.answer = { AnswerInvite(publicKey: $0.publicKey, box: flipped($0.box)) }
        var meeting = try Rendezvous(mailbox)
        #expect(throws: PairingError.answerUnreadable) { try meeting.answer() }
    }

    @Test("An answer cannot be exchanged after it was opened")
    func exchangedAnswer() throws {
        var meeting = try Rendezvous()
        _ = try meeting.answer()
        var other = try meeting.claim()
        let answer = try other.accept(name: "Ben")
        #expect(throws: PairingError.answerChanged) { try meeting.ana.take(answer) }
    }

    @Test("An attacker who photographs the code and answers first is caught by the digits on the partner's screen")
    func photographer() throws {
        var meeting = try Rendezvous()
        var mallory = try meeting.claim()
        var ben = try meeting.claim()
        _ = try meeting.ana.take(mallory.accept(name: "Ben"))
        _ = try ben.accept(name: "Ben")
        let digits = try #require(ben.digits)
        #expect(digits != mallory.digits)
        #expect(throws: PairingError.wrongDigits(triesLeft: 2)) { try meeting.ana.confirm(typed: digits) }
    }

    @Test("A relay that knows the code cannot put in a key of its own, whose fingerprint the code is not")
    func replacedGreeting() throws {
        let mallory = try X25519.PrivateKey()
        let honest = try Rendezvous()
        let keys = try InviteKeys(PairingSecret(symbols: honest.ana.code.secret))
        let hello = Hello(publicKey: mallory.publicKey.bytes, name: "Ana", relay: honest.relay)
        let forged = try SealedText(sealing: hello.wire, with: keys.hello)
        #expect(throws: PairingError.otherKey) {
            try ClaimerPairing(
                code: honest.ana.code,
                relay: honest.relay,
                claimed: InviteClaimed(
                    inviteID: PairingExchange.inviteID,
                    hello: forged,
                    expiresAt: PairingExchange.expiry
                )
            )
        }
    }

    @Test("A greeting that was changed, or sealed with another code, does not open")
    func brokenGreeting() throws {
        var mailbox = PairingExchange()
        mailbox.greeting = { InviteClaimed(inviteID: $0.inviteID, hello: flipped($0.hello), expiresAt: $0.expiresAt) }
        #expect(throws: PairingError.greetingUnreadable) { try Rendezvous(mailbox).claim() }

        let (one, other) = (try Rendezvous(), try Rendezvous())
        #expect(throws: PairingError.greetingUnreadable) {
            try ClaimerPairing(
                code: one.ana.code,
                relay: one.relay,
                claimed: PairingExchange().claimed(other.draft.request)
            )
        }
    }

    @Test("A greeting that was made for another relay is refused, naming that relay")
    func otherRelay() throws {
        let meeting = try Rendezvous()
        let other = try Origin("https://mallory.example.org")
        #expect(throws: PairingError.greetingFromOtherRelay(meeting.relay)) {
            try ClaimerPairing(
                code: meeting.ana.code,
                relay: other,
                claimed: meeting.mailbox.claimed(meeting.draft.request)
            )
        }
    }

    @Test("A relay that names another invite, or another locator, to one side is found")
    func otherInvite() throws {
        var mailbox = PairingExchange()
        mailbox.greeting = {
            InviteClaimed(inviteID: InviteID(high: 9, low: 9), hello: $0.hello, expiresAt: $0.expiresAt)
        }
        var meeting = try Rendezvous(mailbox)
        #expect(throws: PairingError.answerUnreadable) { try meeting.answer() }

        var second = try Rendezvous()
        let code = try #require(PairingCode(locator: "00000", secret: second.ana.code.secret))
        var ben = try ClaimerPairing(
            code: code,
            relay: second.relay,
            claimed: second.mailbox.claimed(second.draft.request)
        )
        let answer = try ben.accept(name: "Ben")
        #expect(throws: PairingError.answerUnreadable) { try second.ana.take(answer) }
    }

    @Test("A key of small order yields no secret and ends the pairing", arguments: [UInt8(0), 1])
    func smallOrder(first: UInt8) throws {
        var mailbox = PairingExchange()
        mailbox.answer = { AnswerInvite(publicKey: [first] + [UInt8](repeating: 0, count: 31), box: $0.box) }
        var meeting = try Rendezvous(mailbox)
        #expect(throws: PairingError.noSharedSecret) { try meeting.answer() }
    }

    @Test("A confirmation that the inviter did not make does not open, be it the claimer's own box sent back")
    func forgedConfirmation() throws {
        var meeting = try Rendezvous()
        var ben = try meeting.answer()
        let own = try #require(ben.answer).box
        #expect(throws: PairingError.confirmationUnreadable) { try ben.take(confirmation: own) }
        let real = try meeting.ana.confirm(typed: try #require(ben.digits)).box
        #expect(throws: PairingError.confirmationUnreadable) { try ben.take(confirmation: flipped(real)) }
        #expect(!ben.isConfirmed)
    }
}

/// The same text with another first character of its ciphertext.
private func flipped(_ sealed: SealedText) -> SealedText {
    var parts = sealed.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    parts[3] = (parts[3].first == "A" ? "B" : "A") + parts[3].dropFirst()
    return SealedText(parts.joined(separator: ".")) ?? sealed
}
