import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("Two devices become a pair")
struct PairingTests {
    @Test("Both sides learn the other's name, see the same digits, and read each other's messages")
    func whole() throws {
        var meeting = try Rendezvous()
        var ben = try meeting.answer()
        #expect(ben.partnerName == "Ana")
        #expect(meeting.ana.partnerName == "Ben")

        let digits = try #require(ben.digits)
        #expect(digits.count == 6)
        try ben.take(confirmation: try meeting.ana.confirm(typed: digits).box)

        let token = try #require(PartnerToken(bytes: [UInt8](repeating: 1, count: 16)))
        var pairA = try meeting.ana.pair(PairingExchange.pairID, partnerToken: token, at: noon)
        var pairB = try ben.pair(PairingExchange.pairID, partnerToken: token, at: noon)
        let message = MessagePlaintext(id: AlarmID(high: 1, low: 2), time: noon, text: "Guten Morgen ☀️")
        for (sender, receiver) in [(\Both.a, \Both.b), (\Both.b, \Both.a)] as [(WritableKeyPath<Both, KnownPair>, _)] {
            var both = Both(a: pairA, b: pairB)
            let sealed = try both[keyPath: sender].seal(message, at: noon)
            let jwe = try CompactJWE(parsing: sealed.text, limit: SealedText.messageLimit)
            let opened = try both[keyPath: receiver].open(jwe, at: noon)
            #expect(try MessagePlaintext(wire: opened) == message)
            (pairA, pairB) = (both.a, both.b)
        }
    }

    private struct Both {
        var a: KnownPair
        var b: KnownPair
    }

    @Test("Digits may be typed with spaces", arguments: [3, 1])
    func spacing(position: Int) throws {
        var meeting = try Rendezvous()
        let ben = try meeting.answer()
        var typed = try #require(ben.digits)
        typed.insert(" ", at: typed.index(typed.startIndex, offsetBy: position))
        #expect(throws: Never.self) { try meeting.ana.confirm(typed: typed) }
    }

    @Test("A repeated step sends the very same text, so that the relay can tell a repeat from a change")
    func repeats() throws {
        var meeting = try Rendezvous()
        var ben = try meeting.answer()
        #expect(try ben.accept(name: "Benjamin") == ben.accept(name: "Ben"))
        let digits = try #require(ben.digits)
        #expect(try meeting.ana.confirm(typed: digits) == meeting.ana.confirm(typed: digits))
    }

    @Test("The third wrong entry ends the pairing, and the right digits come too late then")
    func tries() throws {
        var meeting = try Rendezvous()
        let ben = try meeting.answer()
        let digits = try #require(ben.digits)
        let wrong = digits == "000000" ? "000001" : "000000"
        #expect(throws: PairingError.wrongDigits(triesLeft: 2)) { try meeting.ana.confirm(typed: wrong) }
        #expect(throws: PairingError.wrongDigits(triesLeft: 1)) { try meeting.ana.confirm(typed: "") }
        #expect(throws: PairingError.tooManyWrongDigits) { try meeting.ana.confirm(typed: wrong) }
        #expect(throws: PairingError.tooManyWrongDigits) { try meeting.ana.confirm(typed: digits) }
    }

    @Test("Neither side takes the relay's word that the pair is active before the digits were typed")
    func early() throws {
        var meeting = try Rendezvous()
        let ben = try meeting.answer()
        let token = try #require(PartnerToken(bytes: [UInt8](repeating: 1, count: 16)))
        #expect(throws: PairingError.outOfTurn) {
            _ = try meeting.ana.pair(PairingExchange.pairID, partnerToken: token, at: noon)
        }
        #expect(throws: PairingError.outOfTurn) {
            _ = try ben.pair(PairingExchange.pairID, partnerToken: token, at: noon)
        }
    }

    @Test("A pairing in progress survives a restart on both sides")
    func restart() throws {
        var meeting = try Rendezvous()
        var ben = try ClaimerPairing(wire: meeting.answer().wire)
        meeting.ana = try InviterPairing(wire: meeting.ana.wire)
        let digits = try #require(ben.digits)
        try ben.take(confirmation: try meeting.ana.confirm(typed: digits).box)
        #expect(ben.isConfirmed)
        #expect(try ClaimerPairing(wire: ben.wire).isConfirmed)
    }

    @Test("Printing a pairing does not print its secrets")
    func redaction() throws {
        var meeting = try Rendezvous()
        let ben = try meeting.answer()
        var dumped = ""
        dump(meeting.ana, to: &dumped)
        dump(ben, to: &dumped)
        let printed = dumped + "\(meeting.ana) \(ben)" + String(reflecting: meeting.ana)
        #expect(!printed.contains(meeting.ana.code.secret))
        #expect(!printed.contains(try #require(ben.digits)))
    }
}
