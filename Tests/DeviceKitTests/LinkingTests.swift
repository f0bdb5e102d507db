import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("One device hands its pairs over to another of its person")
struct LinkingTests {
    /// A pairing in which Ana's phone showed a code and her tablet has answered.
    private func answered(_ mailbox: PairingExchange = PairingExchange()) throws -> (Rendezvous, tablet: ClaimerPairing)
    {
        var meeting = try Rendezvous(mailbox, purpose: .device)
        let tablet = try meeting.answer(name: "tablet")
        return (meeting, tablet)
    }

    @Test("Keys that were handed over open what partners seal, and seal what partners open")
    func whole() throws {
        var couple = try PairedProfiles()
        var (meeting, tablet) = try answered()
        #expect(tablet.purpose == .device)
        #expect(tablet.partnerName == "Ana")
        let box = try meeting.ana.confirm(typed: try #require(tablet.digits), handingOver: couple.ana.pairs).box
        #expect(meeting.ana.parcels.count == 1)
        try tablet.take(confirmation: box, parcels: meeting.ana.parcels)
        var pair = try #require(tablet.joined().first)
        #expect(pair.id == PairedProfiles.pairID)
        #expect(pair.partnerName == "Ben")
        #expect(pair.secrets?.partnerToken == couple.ana.pairs[0].secrets?.partnerToken)

        let message = MessagePlaintext(id: AlarmID(high: 1, low: 2), time: noon, text: "Guten Morgen")
        func open(_ sealed: SealedText, by pair: inout KnownPair) throws -> MessagePlaintext {
            let jwe = try CompactJWE(parsing: sealed.text, limit: SealedText.messageLimit)
            return try MessagePlaintext(wire: pair.open(jwe, at: noon))
        }
        #expect(try open(couple.ben.pairs[0].seal(message, at: noon), by: &pair) == message)
        #expect(try open(pair.seal(message, at: noon), by: &couple.ben.pairs[0]) == message)
        #expect(try open(couple.ana.pairs[0].seal(message, at: noon), by: &couple.ben.pairs[0]) == message)
        #expect(try meeting.ana.linked(DeviceID(high: 1, low: 1), at: noon).name == "tablet")
    }

    @Test("Two senders of one direction may be some generations apart: their partner opens both")
    func generations() throws {
        var couple = try PairedProfiles()
        var tablet = couple.ana.pairs[0]
        let late = noon + .days(91)
        let message = MessagePlaintext(id: AlarmID(high: 1, low: 2), time: noon, text: "Tea")
        let newer = try couple.ana.pairs[0].seal(message, at: late)
        #expect(couple.ana.pairs[0].keyGeneration == 1)
        #expect(tablet.keyGeneration == 0)
        for sealed in [newer, try tablet.seal(message, at: noon), newer] {
            let jwe = try CompactJWE(parsing: sealed.text, limit: SealedText.messageLimit)
            #expect(try MessagePlaintext(wire: couple.ben.pairs[0].open(jwe, at: late)) == message)
        }
        let reply = try couple.ben.pairs[0].seal(message, at: late)
        let jwe = try CompactJWE(parsing: reply.text, limit: SealedText.messageLimit)
        #expect(try MessagePlaintext(wire: tablet.open(jwe, at: late)) == message)
        #expect(tablet.keyGeneration == 1, "it goes along with its partner")
    }

    @Test("Any number of pairs goes into as few parcels as fit into an envelope, in order; too many are refused")
    func packing() throws {
        var generator = SeededGenerator(seed: 7)
        let keys = try #require(try PairedProfiles().ana.pairs[0].secrets).keys
        let pairs = (0..<300).map { _ in
            let length = Int.random(in: 1...256, using: &generator)
            let name = String((0..<length).map { _ in "abc\"\\".randomElement(using: &generator) ?? "a" })
            return KnownPair(
                id: .random(using: &generator),
                partnerName: name,
                since: noon,
                keys: keys,
                partnerToken: .random(using: &generator)
            )
        }
        let key = try SymmetricKey.random()
        for count in [0, 1, 5, 12, 13, 40, 80] {
            let parcels = try LinkParcel.pack(Array(pairs.prefix(count)))
            #expect(parcels.allSatisfy { $0.wire.count <= LinkParcel.sizeLimit })
            let sealed = try parcels.map { try $0.sealed(with: key) }
            #expect(sealed.allSatisfy { $0.text.utf8.count <= SealedText.parcelLimit })
            let opened = try #require(LinkParcel.unpack(sealed, count: parcels.count, with: key))
            #expect(opened.pairs.map(\.json) == pairs.prefix(count).map(\.json))
        }
        #expect { try LinkParcel.pack(pairs) } throws: { error in
            guard case .tooManyPairs(let limit)? = error as? PairingError else { return false }
            return limit >= 80
        }
        let largest = SealedText(String(repeating: "a", count: SealedText.parcelLimit - 8) + "..a.a.aa")
        let sealer = try RequestSealer(
            origin: Origin(PairedProfiles.relay),
            deviceKey: key,
            keyID: EnvelopeKeyID(device: .random(using: &generator), generation: 999_999_999)
        )
        let target = Endpoints.Invites.handOver.target(.random(using: &generator))
        let request = try sealer.seal(
            RequestPlaintext(
                issuedAt: noon,
                id: .random(using: &generator),
                method: .post,
                target: target,
                body: HandOver(box: try #require(largest)).json
            )
        )
        #expect(request.body.count <= EnvelopeLimits.bytes)
    }

    @Test("A parcel that is missing, swapped, or from somewhere else ends the link", arguments: 0...4)
    func tampered(way: Int) throws {
        let couple = try PairedProfiles()
        var (meeting, tablet) = try answered()
        let many = (0..<20).map { _ in couple.ana.pairs[0] }
        let box = try meeting.ana.confirm(typed: try #require(tablet.digits), handingOver: many).box
        var parcels = meeting.ana.parcels
        try #require(parcels.count > 1)
        switch way {
        case 0: parcels.removeLast()
        case 1: parcels.swapAt(0, 1)
        case 2: parcels[1] = parcels[0]
        case 3: parcels[0] = try LinkParcel(part: 1, pairs: many).sealed(with: .random())
        default: parcels = []
        }
        #expect(throws: PairingError.confirmationUnreadable) { try tablet.take(confirmation: box, parcels: parcels) }
        #expect(throws: PairingError.outOfTurn) { try tablet.joined() }
    }

    @Test("A relay that calls a link a pair, or a pair a link, is found out before the user is asked")
    func relabelled() throws {
        for purpose in Invite.Purpose.allCases {
            var mailbox = PairingExchange()
            mailbox.greeting = { claimed in
                var claimed = claimed
                claimed.purpose = purpose == .device ? .partner : .device
                return claimed
            }
            let meeting = try Rendezvous(mailbox, purpose: purpose)
            #expect(throws: PairingError.purposeChanged) { try meeting.claim() }
        }
    }

    @Test("A link cannot become a pair, nor a pair a link, whichever the relay claims")
    func purposes() throws {
        let token = try #require(PartnerToken(bytes: [UInt8](repeating: 1, count: 16)))
        for purpose in Invite.Purpose.allCases {
            var meeting = try Rendezvous(purpose: purpose)
            var ben = try meeting.answer()
            let box = try meeting.ana.confirm(typed: try #require(ben.digits), handingOver: PairedProfiles().ana.pairs)
                .box
            try ben.take(confirmation: box, parcels: meeting.ana.parcels)
            if purpose == .device {
                #expect(throws: PairingError.outOfTurn) {
                    try ben.pair(PairingExchange.pairID, partnerToken: token, at: noon)
                }
                #expect(throws: PairingError.outOfTurn) {
                    try meeting.ana.pair(PairingExchange.pairID, partnerToken: token, at: noon)
                }
            } else {
                #expect(meeting.ana.parcels.isEmpty, "a partner is handed nothing")
                #expect(throws: PairingError.outOfTurn) { try ben.joined() }
                #expect(throws: PairingError.outOfTurn) { try meeting.ana.linked(DeviceID(high: 1, low: 1), at: noon) }
            }
        }
    }

    @Test("A code entered for something else than it is for is told apart, before the user is asked for consent")
    func otherPurpose() async throws {
        let transport = ScriptedTransport()
        let meeting = try Rendezvous(purpose: .device)
        let device = LocalDevice(try PairedProfiles().ben, transport)
        let claimed = meeting.mailbox.claimed(meeting.draft.request)
        transport.add(.ok(claimed), .ok(claimed))
        let error = await pairingError { _ = try await device.claim(meeting.ana.code) }
        #expect(error == .otherPurpose(.device))
        #expect(await device.profile.claims.isEmpty)
        #expect(try await device.claim(meeting.ana.code, for: .device).purpose == .device)
    }

    @Test(
        "A device that joins forgets its cursor, is called as its person is, and keeps the keys that are further along"
    )
    func merging() throws {
        var couple = try PairedProfiles()
        var profile = try PairedProfiles.profile(PairedProfiles.benID)
        profile.cursor = SyncCursor(change: 42)
        #expect(profile.join("Ana", handedOver: couple.ana.pairs).map(\.id) == [PairedProfiles.pairID])
        #expect(profile.cursor == nil)
        #expect(profile.displayName == "Ana")

        let message = MessagePlaintext(id: AlarmID(high: 1, low: 2), time: noon, text: "Tea")
        let former = couple.ana.pairs
        _ = try couple.ana.pairs[0].seal(message, at: noon + .days(91))
        #expect(profile.join("Ana", handedOver: couple.ana.pairs).isEmpty)
        #expect(profile.pairs.map(\.keyGeneration) == [1])
        _ = profile.join("Ana", handedOver: former)
        #expect(profile.pairs.map(\.keyGeneration) == [1])
        profile.pairs[0].end(at: noon)
        _ = profile.join("Ana", handedOver: couple.ana.pairs)
        #expect(!profile.pairs[0].isActive, "what has ended here stays so")
    }
}
